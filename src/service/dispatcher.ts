// The connection to the service: one keep-alive client for its origin, or the proxies that the
// environment names (contract, section 9).
import { setFlagsFromString } from 'node:v8';
import type { Dispatcher } from 'undici';
import Client from 'undici/lib/dispatcher/client.js';
import { type Environment, readVariable } from '../contract/environment';

/**
 * Opens nothing yet; the first request connects. `env` is consulted for HTTP_PROXY, HTTPS_PROXY and
 * NO_PROXY in either case; empty ones count as unset. `isLong` where bodies of any length are to come.
 */
export async function openDispatcher(
  baseUrl: URL,
  env: Environment,
  timeoutMs: number,
  isLong: boolean,
): Promise<Dispatcher> {
  // A long download is read faster by optimized code, and is over before nobody waits for it.
  if (!isLong) exitWithoutWaitingForTheOptimizer();
  const options = {
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  };
  const proxies = proxiesFrom(env);
  if (proxies.httpProxy === undefined && proxies.httpsProxy === undefined) {
    return new Client(baseUrl.origin, options);
  }
  const { default: EnvHttpProxyAgent } = await import(
    'undici/lib/dispatcher/env-http-proxy-agent.js'
  );
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy: proxies.httpProxy ?? '',
    httpsProxy: proxies.httpsProxy ?? '',
    noProxy: proxies.noProxy ?? '',
  });
}

/** The proxy a request to this URL would take, for hints; undefined where it goes directly. */
export function proxyFor(baseUrl: URL, env: Environment): string | undefined {
  const { httpProxy, httpsProxy } = proxiesFrom(env);
  return baseUrl.protocol === 'https:' ? (httpsProxy ?? httpProxy) : httpProxy;
}

function proxiesFrom(env: Environment) {
  const read = (name: string) => readVariable(env, name) ?? readVariable(env, name.toUpperCase());
  return {
    httpProxy: read('http_proxy'),
    httpsProxy: read('https_proxy'),
    noProxy: read('no_proxy'),
  };
}

/**
 * The HTTP parser is a WebAssembly module. V8 starts to optimize it in the background, and a process
 * that ends meanwhile waits for that: a tenth of a second at the end of every short command. The
 * baseline compiler alone is fast enough for JSON answers.
 */
function exitWithoutWaitingForTheOptimizer(): void {
  setFlagsFromString('--liftoff-only');
}
