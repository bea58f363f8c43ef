// Replaces imports of `node:process` with the global `process`. For the import, CommonJS copies its properties, and Bun then opens
// the streams of standard input and output, which doubles the time of a start.

const code = {
  '\0process': 'export default process; export const { versions } = process;',
  '\0process.cjs': 'module.exports = process;',
};

/** The plugin of the bundler. */
export const processIsGlobal = {
  name: 'process-is-global',
  resolveId(source, _importer, { kind }) {
    if (source !== 'node:process') return null;
    return kind === 'require-call' ? '\0process.cjs' : '\0process';
  },
  load: (id) => code[id] ?? null,
};
