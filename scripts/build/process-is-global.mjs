// `node:process` is the global `process`. Imported as a module, CommonJS copies its members, and Bun opens the streams
// of standard input and output for that: twice the time of a start.

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
