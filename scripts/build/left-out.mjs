// Parts of packages that are loaded at start and never used. Each costs every command a part of its start, so
// an empty module replaces it in the bundle. test/e2e/left-out.test.ts runs the built command where each
// would be needed.

/** The replaced modules: which imports of which package, the replacement, and why nothing needs it. */
export const leftOut = [
  {
    source: /^node:child_process$/,
    of: 'commander',
    code: '{}',
    why: 'starts other programs as subcommands, of which there are none',
  },
  {
    source: /^(\.\/lib|\.\.)\/(web|mock|cache|interceptor)\//,
    of: 'undici',
    code: '{ CacheStorage: class {} }',
    why: 'fetch, WebSocket, caches and stand-ins for tests: requests go through its dispatchers alone',
  },
  {
    source: /\/(client-h2|h2c-client|socks5-proxy-agent|balanced-pool|round-robin-pool)(\.js)?$/,
    of: 'undici',
    code: 'class {}',
    why: 'HTTP/2, SOCKS and pools of several services, none of which is asked for',
  },
  {
    source: /^\.\/lib\/(global|handler\/.*|dispatcher\/(env-http-proxy-agent|retry-agent))$/,
    of: 'undici',
    code: '{}',
    why: 'retries, redirects and a dispatcher for the whole process: the client has its own rules',
  },
];

/** The plugin of the bundler that replaces them. */
export const leaveOut = {
  name: 'leave-out',
  resolveId(source, importer) {
    const from = importer?.replaceAll('\\', '/') ?? '';
    const found = leftOut.findIndex(
      (part) => part.source.test(source) && from.includes(`/node_modules/${part.of}/`),
    );
    return found === -1 ? null : `\0left-out:${found}`;
  },
  load(id) {
    const [, index] = /^\0left-out:(\d+)$/.exec(id) ?? [];
    return index === undefined ? null : `module.exports = ${leftOut[Number(index)].code};`;
  },
};
