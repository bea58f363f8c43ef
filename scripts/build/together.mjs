// Modules that are always loaded together go into one file: to find, read and compile a file costs Node a fifth of
// a millisecond, and a command with a request would load forty. What a file is put into is decided by who imports
// what, so that no list has to be kept; nothing is loaded earlier than it was.
import { join } from 'node:path';

const ofClient = /[\\/]src[\\/](api|client|lib)[\\/]/;

/** Sources, and what of them is one file: what they import at once, without what an earlier one has. */
const files = [
  // What every start loads and programs may import. The list of commands and the parser stay apart.
  { name: 'base', from: ['src/cli/main.ts'], within: ofClient },
  { name: 'credentials', from: ['src/client/credentials/resolve.ts'], within: ofClient },
  // What is known of the service and its answers, which is needed without a request too.
  {
    name: 'answers',
    from: ['src/client/http/service.ts'],
    within: /[\\/]src[\\/](api[\\/]|client[\\/]http[\\/](envelope|failure|url|whole-body)\.ts$)/,
  },
  { name: 'request', from: ['src/client/http/service.ts'], within: ofClient },
];

/** A plugin that notes who imports what, and the groups for the bundler's `codeSplitting`. */
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
