// Makes every command start faster. At start, some packages load modules that waypost never uses. The bundler plugin in
// this file replaces these modules with empty modules. test/e2e/left-out.test.ts runs the built command in cases that
// might need the modules.

/**
 * The replaced modules. Each entry has the package with its imports, the replacement, and the reason that the module is
 * not needed.
 */
export const leftOut = [
  {
    source: /^node:child_process$/,
    of: 'commander',
    code: '{}',
    why: 'commander can start other programs as subcommands, but waypost does not have such subcommands.',
  },
  {
    source: /^(\.\/lib|\.\.)\/(web|mock|cache|interceptor)\//,
    of: 'undici',
    code: '{ CacheStorage: class {} }',
    why: 'The modules implement fetch, WebSocket, caches and mocks, but waypost uses only dispatchers.',
  },
  {
    source: /\/(client-h2|h2c-client|socks5-proxy-agent|balanced-pool|round-robin-pool)(\.js)?$/,
    of: 'undici',
    code: 'class {}',
    why: 'The modules implement HTTP/2, SOCKS and pools of several origins, which waypost does not use.',
  },
  {
    source: /^\.\/lib\/(global|handler\/.*|dispatcher\/(env-http-proxy-agent|retry-agent))$/,
    of: 'undici',
    code: '{}',
    why: 'The modules implement retries, redirects and a global dispatcher, but the client has its own.',
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
