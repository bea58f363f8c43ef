// The connection to the service: kept alive, direct or through the proxy that the environment names.
import { Agent, type RequestOptions, request as requestInTheClear } from 'node:http';
import type { Environment } from '../../lib/environment';
import { proxyFor } from './proxies';

/** Connections without a request are closed after this long; many services close theirs after five seconds. */
const idleMs = 4_000;

/** How requests are sent: the function of `node:http` or `node:https`, and the connections it uses. */
export interface Connection {
  request: typeof requestInTheClear;
  agent: NonNullable<RequestOptions['agent']>;
  /** For bodies that need much memory. */
  large: Turns;
}

/**
 * Opens no connection; the first request connects, and at most `maxSockets` connections are open at once.
 * Throws `invalid_input` for a proxy variable that names no proxy.
 */
export async function openConnection(
  baseUrl: URL,
  env: Environment,
  maxSockets: number,
): Promise<Connection> {
  const proxy = proxyFor(baseUrl, env);
  const options = { keepAlive: true, maxSockets, timeout: idleMs };
  const isSecure = baseUrl.protocol === 'https:';
  // TLS and proxy code is loaded only if it is needed.
  const secure = isSecure ? await import('node:https') : undefined;
  const request = secure?.request ?? requestInTheClear;
  const large = new Turns();
  if (proxy !== undefined) {
    const { tunnelAgent } = await import('./tunnel');
    return { request, agent: tunnelAgent(proxy, isSecure, options), large };
  }
  return { request, agent: secure ? new secure.Agent(options) : new Agent(options), large };
}

/** A resource with one holder at a time, in the order of requests. */
class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves to the function that ends the turn, when all earlier turns have ended. */
  async next(): Promise<() => void> {
    const before = this.#last;
    let end = () => {};
    this.#last = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    return end;
  }
}
