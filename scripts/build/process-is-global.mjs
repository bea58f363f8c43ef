// `node:process` is the global `process`. Imported as a module, CommonJS copies its members, and Bun opens the streams of
// standard input and output for that: twice the time of a start.

const imported = '\0process';
/** Who requires it wants the object itself, and no module with a default. */
const required = '\0process-required';

/** The plugin of the bundler. */
export const processIsGlobal = {
  name: 'process-is-global',
  resolveId(source, _, { kind }) {
    if (source !== 'node:process') return null;
    return kind === 'require-call' ? required : imported;
  },
  load(id) {
    if (id === required) return 'module.exports = process;';
    return id === imported ? 'export default process; export const { versions } = process;' : null;
  },
};
