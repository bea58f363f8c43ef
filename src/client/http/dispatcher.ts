// The connection to the service: one keep-alive client for its origin, or the proxies that the
// environment names (contract, section 9).
import { setFlagsFromString } from 'node:v8';
import type { Dispatcher } from 'undici';
import Client from 'undici/lib/dispatcher/client.js';
import { type Environment, readVariable } from '../../lib/environment';
import { isLoopback } from '../../lib/loopback';
import { rejected } from '../reasons';
import type { Landing } from './landing';

/** How the service is connected to. */
export interface ConnectionOptions {
  /** Longest wait for a connection, for the head of an answer, and between two of its bytes. */
  timeoutMs: number;
  /** Connections that may be open at once (default: 1). */
  connections?: number | undefined;
  /** Where the bytes of the one connection land; not used through a proxy. */
  landing?: Landing | undefined;
}

/**
 * Opens nothing yet; the first request connects. `env` is consulted for HTTP_PROXY, HTTPS_PROXY and
 * NO_PROXY in either case; empty ones count as unset. This machine is not reached through a proxy on
 * another.
 * Throws `invalid_input` for a proxy that is none.
 */
export async function openDispatcher(
  baseUrl: URL,
  env: Environment,
  { timeoutMs, connections = 1, landing }: ConnectionOptions,
): Promise<Dispatcher> {
  exitWithoutWaitingForTheOptimizer();
  const connect = { timeout: timeoutMs };
  const options = { connect, headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
  if (proxyFor(baseUrl, env) === undefined) {
    if (connections === 1) {
      const into = landing && { onread: landing.onread };
      return new Client(baseUrl.origin, { ...options, connect: { ...connect, ...into } });
    }
    const { default: Pool } = await import('undici/lib/dispatcher/pool.js');
    return new Pool(baseUrl.origin, { ...options, connections });
  }
  const proxies = proxiesFrom(env);
  const { throughProxies } = await import('./through-proxies');
  return throughProxies({
    ...options,
    httpProxy: proxies.httpProxy ?? '',
    httpsProxy: proxies.httpsProxy ?? '',
    noProxy: proxies.noProxy ?? '',
  });
}

/** The proxy a request to this URL would take, for hints; undefined where it goes directly. */
export function proxyFor(baseUrl: URL, env: Environment): string | undefined {
  const { httpProxy, httpsProxy } = proxiesFrom(env);
  const proxy = baseUrl.protocol === 'https:' ? (httpsProxy ?? httpProxy) : httpProxy;
  // A proxy elsewhere has a loopback of its own; one on this machine, such as a debugging proxy, shares ours.
  const outOfReach = proxy !== undefined && isLoopback(baseUrl) && !isLoopback(new URL(proxy));
  return outOfReach ? undefined : proxy;
}

function proxiesFrom(env: Environment) {
  const read = (name: string) => readVariable(env, name) ?? readVariable(env, name.toUpperCase());
  return {
    httpProxy: proxyUrl('HTTP_PROXY', read('http_proxy')),
    httpsProxy: proxyUrl('HTTPS_PROXY', read('https_proxy')),
    noProxy: read('no_proxy'),
  };
}

/** A proxy as a URL; one without a scheme is an http one, as everywhere else. */
function proxyUrl(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const whole = value.includes('://') ? value : `http://${value}`;
  if (URL.canParse(whole) && /^https?:\/\//i.test(whole)) return whole;
  throw rejected('proxy', `${name} does not name an http or https proxy.`);
}

/**
 * The HTTP parser is a WebAssembly module. V8 starts to optimize it in the background, and a process
 * that ends meanwhile waits for that: a tenth of a second at the end of every short command. The
 * baseline compiler alone is fast enough, for long downloads too: the parser hands bodies through. The
 * optimizer would take 15 to 36 MB for it. The export's own WebAssembly is there before this, and is
 * optimized as ever.
 */
function exitWithoutWaitingForTheOptimizer(): void {
  setFlagsFromString('--liftoff-only');
  // From Node 24 on that comes too late for the process that asks for it. So nothing is called often used.
  setFlagsFromString('--wasm-tiering-budget=2147483647');
}
