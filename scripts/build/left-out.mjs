// Replaces modules of packages with empty modules if they are loaded at start but never used, so that every command
// starts faster. test/e2e/left-out.test.ts runs the built command in the cases that would need these modules.

/**
 * The replaced modules. Each entry has the package with its imports, the replacement, and the reason that the module is
 * not needed.
 */
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

/** The bundler plugin that replaces the modules in `leftOut`. */
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
