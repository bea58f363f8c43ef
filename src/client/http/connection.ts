// Opens connections to the service with undici, and keeps the connections alive. Connects directly, or through the
// proxy that an environment variable sets.
import { buildConnector, type Dispatcher, errors, Pool, ProxyAgent } from 'undici';
import type { Environment } from '../../lib/environment';
import { TransportFailure } from './exchange';
import { proxyFor } from './proxies';

/**
 * The time after which waypost closes an idle connection, in milliseconds. Many services close idle connections after
 * five seconds.
 */
const idleMs = 4_000;

export interface ConnectionOptions {
  /** The maximum number of connections that are open at the same time. */
  connections: number;
  /** The time limit for connecting, in milliseconds. Aborting a request does not stop its connection attempt. */
  timeoutMs: number;
}

export interface Connection {
  dispatcher: Dispatcher;
  /** The responses that are paused because the reader has not yet processed the data that has arrived. */
  waiting: Set<Dispatcher.DispatchController>;
  /** Limits the memory for large bodies by reading only one large body at a time. */
  large: Turns;
}

type Connect = buildConnector.connector;

/**
 * Creates the connection pool. The pool connects when it sends the first request. Throws `invalid_input` if a proxy
 * variable does not contain the URL of a proxy.
 */
export function openConnection(
  baseUrl: URL,
  env: Environment,
  { connections, timeoutMs: timeout }: ConnectionOptions,
): Connection {
  const proxy = proxyFor(baseUrl, env);
  // A timeout of 0 turns off undici's own timeouts, because `attemptRequest` and `attemptStream` limit the time for a
  // response.
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

/**
 * Returns the value of the Proxy-Authorization header as `token`, or an empty object if the proxy's URL has no user
 * name. waypost passes the value to undici, because undici by itself omits the header if the proxy's URL has a user
 * name without a password.
 */
export function proxyToken({ username, password }: URL): { token?: string } {
  if (username === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { token: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/**
 * Wraps an undici connector. If connecting fails, the wrapper reports that the request was never sent, which undici
 * does not report. The wrapper also handles two socket events before undici's client does (lib/dispatcher/client-h1.js,
 * undici 7.30):
 * - `onHttpSocketError` treats ECONNRESET as the end of a body without an announced length, because macOS reports this
 *   error after complete bodies. However, this error can also mean that a body is incomplete. undici checks only the
 *   error code, so the wrapper changes the error code. undici then reports an incomplete body.
 * - An assertion in `onHttpSocketEnd` fails if the body is paused (nodejs/undici#5360), so the wrapper resumes paused
 *   bodies.
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
  // If a proxy rejects CONNECT, the status is only in the message of undici's error.
  const [, status] =
    error instanceof errors.RequestAbortedError ? (/\((\d+)\)/.exec(message) ?? []) : [];
  const reason =
    status === undefined ? message || code || error.name : `the proxy responded with ${status}`;
  return new TransportFailure('unreached', reason, undefined, error);
}

/** If connecting to several addresses failed, returns the first error. Returns any other error unchanged. */
export function innermost(error: unknown): NodeJS.ErrnoException {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0]);
  return error instanceof Error ? error : new Error(String(error));
}

/**
 * Lets the callers of `next` take turns. Only one turn is active at a time, and turns begin in the order of the calls.
 */
class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Waits until all earlier turns have ended. Resolves to a function that ends this turn. */
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
