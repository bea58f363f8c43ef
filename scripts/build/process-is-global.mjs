// `node:process` is the global `process`. Imported as a module, CommonJS copies its members, and Bun opens the streams of
// standard input and output for that: twice the time of a start.

/** The plugin of the bundler. */
export const processIsGlobal = {
  name: 'process-is-global',
  resolveId: (source) => (source === 'node:process' ? '\0process' : null),
  load: (id) =>
    id === '\0process' ? 'export default process; export const { versions } = process;' : null,
};
