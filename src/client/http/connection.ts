// Connections to the service, by undici: kept alive, direct or through the proxy that the environment names.
import { buildConnector, type Dispatcher, errors, Pool, ProxyAgent } from 'undici';
import type { Environment } from '../../lib/environment';
import { TransportFailure } from './exchange';
import { proxyFor } from './proxies';

/** Connections without a request are closed after this long; many services close theirs after five seconds. */
const idleMs = 4_000;

export interface ConnectionOptions {
  /** Most that are open at once. */
  connections: number;
  /** Longest time to connect, in milliseconds: a request that was given up does not end that. */
  timeoutMs: number;
}

export interface Connection {
  dispatcher: Dispatcher;
  /** Answers whose bodies wait for their reader. */
  waiting: Set<Dispatcher.DispatchController>;
  /** For bodies that need much memory. */
  large: Turns;
}

type Connect = buildConnector.connector;

/** Opens none; the first request connects. Throws `invalid_input` for a proxy variable that names no proxy. */
export function openConnection(
  baseUrl: URL,
  env: Environment,
  { connections, timeoutMs: timeout }: ConnectionOptions,
): Connection {
  const proxy = proxyFor(baseUrl, env);
  // Each attempt limits the time of its answer.
  const options = { connections, headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: idleMs };
  const waiting = new Set<Dispatcher.DispatchController>();
  const large = new Turns();
  if (proxy === undefined) {
    const connect = watched(buildConnector({ timeout }), waiting);
    return { dispatcher: new Pool(baseUrl.origin, { ...options, connect }), waiting, large };
  }
  const dispatcher = new ProxyAgent({
    ...options,
    uri: proxy.href,
    ...proxyToken(proxy),
    proxyTls: { timeout },
    requestTls: { timeout },
    clientFactory: (origin, given) => new Pool(origin, { ...given, headersTimeout: timeout }),
    factory: (origin, given) => {
      const { connect, ...rest } = given as { connect: Connect };
      return new Pool(origin, { ...rest, connect: watched(connect, waiting) });
    },
  });
  return { dispatcher, waiting, large };
}

/** undici sends no credentials for a user without a password. */
export function proxyToken({ username, password }: URL): { token?: string } {
  if (username === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { token: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/**
 * A connector that tells what undici's does not: a request whose connection failed was never sent. And two events of a
 * connection come to it before undici's client (lib/dispatcher/client-h1.js, undici 7.30):
 * - `onHttpSocketError` takes ECONNRESET for the end of a body without an announced length, because macOS reports it
 *   behind whole bodies. It looks at nothing but the code.
 * - `onHttpSocketEnd` fails an assertion where the body was paused (nodejs/undici#5360): until then, it is resumed.
 */
function watched(connect: Connect, waiting: Connection['waiting']): Connect {
  return (options, done) =>
    connect(options, (error, socket) => {
      if (error !== null) return done(neverSent(error), null);
      socket.on('error', (reset: NodeJS.ErrnoException) => {
        if (reset.code === 'ECONNRESET') reset.code = 'ECONNABORTED';
      });
      socket.on('end', () => {
        for (const controller of waiting) controller.resume();
      });
      done(null, socket);
    });
}

function neverSent(error: Error): TransportFailure {
  const { message, code } = innermost(error);
  // The error for a proxy that answers CONNECT with another status, which only the message has.
  const [, status] =
    error instanceof errors.RequestAbortedError ? (/\((\d+)\)/.exec(message) ?? []) : [];
  const reason =
    status === undefined ? message || code || error.name : `the proxy answered ${status}`;
  return new TransportFailure('unreached', reason, undefined, error);
}

/** A failed connection to several addresses has the errors of each inside. */
export function innermost(error: unknown): NodeJS.ErrnoException {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0]);
  return error instanceof Error ? error : new Error(String(error));
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
