// Parts of packages that are loaded at start and never used. Each costs every command a part of its start, so
// an empty module replaces it in the bundle. test/e2e/left-out.test.ts runs the built command where each
// would be needed.

/** The replaced modules: which of which package, the replacement, and why nothing needs it. */
export const leftOut = [
  {
    source: 'node:child_process',
    of: 'commander',
    code: '{}',
    why: 'starts other programs as subcommands, of which there are none',
  },
];

/** The plugin of the bundler that replaces them. */
export const leaveOut = {
  name: 'leave-out',
  resolveId(source, importer) {
    const from = importer?.replaceAll('\\', '/') ?? '';
    const found = leftOut.findIndex(
      (part) => part.source === source && from.includes(`/node_modules/${part.of}/`),
    );
    return found === -1 ? null : `\0left-out:${found}`;
  },
  load(id) {
    const [, index] = /^\0left-out:(\d+)$/.exec(id) ?? [];
    return index === undefined ? null : `module.exports = ${leftOut[Number(index)].code};`;
  },
};
