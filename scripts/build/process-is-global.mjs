// Replaces imports of `node:process` with the global `process`. In CommonJS, an import copies all properties of the
// module. If an import copies the properties of `process`, Bun opens the streams of standard input and output, which
// doubles the start time.

const code = {
  '\0process': 'export default process; export const { versions } = process;',
  '\0process.cjs': 'module.exports = process;',
};

/** The bundler plugin that replaces the imports. */
export const processIsGlobal = {
  name: 'process-is-global',
  resolveId(source, _importer, { kind }) {
    if (source !== 'node:process') return null;
    return kind === 'require-call' ? '\0process.cjs' : '\0process';
  },
  load: (id) => code[id] ?? null,
};
