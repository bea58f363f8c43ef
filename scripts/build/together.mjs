// Puts modules that are always loaded together into one file: to find, read and compile a file costs Node a
// fifth of a millisecond, and a command with a request would load forty. The groups follow from the imports,
// so that no list must be maintained; nothing is loaded earlier than before.
import { join } from 'node:path';

const ofClient = /[\\/]src[\\/](api|client|lib)[\\/]/;

/** Sources, and the file of each: the modules they import statically, without those of an earlier one. */
const files = [
  // Modules of every start that programs may import. The list of commands and the parser stay apart.
  { name: 'base', from: ['src/cli/main.ts'], within: ofClient },
  { name: 'credentials', from: ['src/client/credentials/resolve.ts'], within: ofClient },
  // Data about the service and its answers, which is needed without a request too.
  {
    name: 'answers',
    from: ['src/client/http/service.ts'],
    within: /[\\/]src[\\/](api[\\/]|client[\\/](envelope|url|http[\\/](exchange|body))\.ts$)/,
  },
  { name: 'request', from: ['src/client/http/service.ts'], within: ofClient },
  { name: 'profiles', from: ['src/client/credentials/profiles.ts'], within: ofClient },
  { name: 'store', from: ['src/client/credentials/store.ts'], within: ofClient },
  // What the specifications of the sandbox's commands and these commands read.
  {
    name: 'sandbox-data',
    from: ['src/cli/commands/sandbox/spec.ts'],
    within: /[\\/](usual-port|faults[\\/]fault|key-setting-kinds)\.ts$/,
  },
  // How a command finds its sandbox.
  {
    name: 'sandboxes',
    from: ['src/cli/commands/sandbox/target/selected.ts'],
    within: /[\\/]commands[\\/]sandbox[\\/]target[\\/]/,
  },
  // Lists and cards for a person.
  {
    name: 'views',
    from: ['src/cli/output/table.ts'],
    within: /[\\/]src[\\/](lib|cli[\\/]output)[\\/]/,
  },
];

/** A plugin that collects the imports, and the groups for the bundler's `codeSplitting`. */
export function together(root) {
  const imports = new Map();
  const closures = new Map();
  const closure = (sources) => {
    const reached = new Set(sources.map((source) => join(root, source)));
    for (const id of reached) for (const next of imports.get(id) ?? []) reached.add(next);
    return reached;
  };
  const belongs = (index, id) => {
    const { from, within } = files[index];
    if (!closures.has(index)) closures.set(index, closure(from));
    return within.test(id) && closures.get(index).has(id);
  };
  return {
    plugin: {
      name: 'note-imports',
      moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds),
    },
    groups: files.map(({ name }, index) => ({
      name,
      priority: files.length - index,
      includeDependenciesRecursively: false,
      test: (id) => belongs(index, id),
    })),
  };
}
