// Combines modules that are always loaded together into one file. Node takes 0.2 ms to find, read and compile a file, and
// a command that sends a request would load forty files. The groups are derived from the imports, so that nobody has to
// maintain a list of modules. A command never loads a module earlier because of a group.
import { join } from 'node:path';

const ofClient = /[\\/]src[\\/](api|client|lib)[\\/]/;

/**
 * The sources that each begin a new file. A file contains all modules that its source imports statically, except the
 * modules in earlier files.
 */
const files = [
  // The modules that every command loads and that programs can import. The list of commands and the parser have
  // separate files.
  { name: 'base', from: ['src/cli/main.ts'], within: ofClient },
  { name: 'credentials', from: ['src/client/credentials/resolve.ts'], within: ofClient },
  // The data about the service and its results, which commands without a request also need.
  {
    name: 'answers',
    from: ['src/client/http/service.ts'],
    within: /[\\/]src[\\/](api[\\/]|client[\\/](envelope|url|http[\\/](exchange|body))\.ts$)/,
  },
  { name: 'request', from: ['src/client/http/service.ts'], within: ofClient },
  { name: 'profiles', from: ['src/client/credentials/profiles.ts'], within: ofClient },
  { name: 'store', from: ['src/client/credentials/store.ts'], within: ofClient },
  // The modules that the sandbox commands and their specifications use.
  {
    name: 'sandbox-data',
    from: ['src/cli/commands/sandbox/spec.ts'],
    within: /[\\/](usual-port|faults[\\/]fault|key-setting-kinds)\.ts$/,
  },
  // The modules that find the sandbox of a command.
  {
    name: 'sandboxes',
    from: ['src/cli/commands/sandbox/target/selected.ts'],
    within: /[\\/]commands[\\/]sandbox[\\/]target[\\/]/,
  },
  // The modules for lists and cards in text output.
  {
    name: 'views',
    from: ['src/cli/output/table.ts'],
    within: /[\\/]src[\\/](lib|cli[\\/]output)[\\/]/,
  },
];

/** The bundler plugin that collects the imports and returns the groups for `codeSplitting`. */
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
