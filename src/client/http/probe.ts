// Connects to a service step by step, so that `doctor` can report the step that fails: DNS, proxy, TCP or TLS.
import { lookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { buildConnector, Client } from 'undici';
import type { Environment } from '../../lib/environment';
import type { Clock } from '../../lib/runtime';
import { proxyToken } from './connection';
import { proxyFor } from './proxies';

export interface ProbeStep {
  name: 'dns' | 'proxy' | 'tcp' | 'tls';
  /** The duration of the step, in milliseconds. */
  ms: number;
  /**
   * The result of the step: the proxy's origin, the host's addresses, the server's address and port, or the TLS
   * version.
   */
  found?: string;
  /** The error of a failed step. The probe ends after this step. */
  error?: Error;
}

export interface ProbeOptions {
  env: Environment;
  clock: Clock;
  /** The time limit for one step, in milliseconds. */
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * Connects to a service step by step, in the same way as for a request, but does not send a request. Stops after a
 * failed step. Throws `invalid_input` if a proxy variable does not contain the URL of a proxy. Throws the signal's
 * reason if the signal is aborted.
 */
export async function* probe(baseUrl: URL, options: ProbeOptions): AsyncGenerator<ProbeStep> {
  const host = baseUrl.hostname.replace(/^\[|\]$/g, '');
  const isSecure = baseUrl.protocol === 'https:';
  const port = Number(baseUrl.port) || (isSecure ? 443 : 80);
  const proxy = proxyFor(baseUrl, options.env);
  let socket!: Socket;
  const steps = new Map<ProbeStep['name'], () => Promise<string>>();
  if (proxy !== undefined) {
    steps.set('proxy', async () => {
      socket = await tunnel(proxy, `${baseUrl.hostname}:${port}`);
      return proxy.origin;
    });
  } else {
    if (isIP(host) === 0) {
      steps.set('dns', async () => {
        const found = await lookup(host, { all: true });
        return found.map(({ address }) => address).join(', ');
      });
    }
    steps.set('tcp', async () => {
      socket = await connected({ hostname: host, port: String(port), protocol: 'http:' });
      return `${socket.remoteAddress}, port ${socket.remotePort}`;
    });
  }
  if (isSecure) {
    steps.set('tls', async () => {
      // If the connection is already closed, the TLS handshake neither starts nor fails, so this check reports the
      // error.
      if (socket.destroyed) throw socket.errored ?? new Error('the connection was closed');
      // The server name in a TLS handshake can be a host name, but not an IP address.
      const servername = isIP(host) === 0 ? host : '';
      const options = { hostname: host, servername, port: '', protocol: 'https:' };
      const secure = await connected({ ...options, httpSocket: socket });
      return String(secure instanceof TLSSocket && secure.getProtocol());
    });
  }
  try {
    for (const [name, work] of steps) {
      const step = await tried(name, work, options);
      yield step;
      if (step.error !== undefined) return;
    }
  } finally {
    socket?.destroy();
  }
}

async function tried(
  name: ProbeStep['name'],
  work: () => Promise<string>,
  { clock, timeoutMs, signal }: ProbeOptions,
): Promise<ProbeStep> {
  const started = clock.now();
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  const late = clock.sleep(timeoutMs, stop).then(() => {
    throw new Error(`no response within ${timeoutMs / 1000} s`);
  });
  try {
    const found = await Promise.race([work(), late]);
    return { name, ms: clock.now() - started, found };
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? error : new Error(String(error));
    return { name, ms: clock.now() - started, error: reason };
  } finally {
    over.abort();
    late.catch(() => {});
  }
}

/** Connects with undici's connector. Rejects with the system's error. */
function connected(options: buildConnector.Options): Promise<Socket> {
  return new Promise((resolve, reject) => {
    // `tried` limits the time of each step, so this timeout is off.
    buildConnector({ timeout: 0 })(options, (error, socket) => {
      if (error !== null) return reject(error);
      // Without this listener, a later error would end the process. The next step reports the later error.
      resolve(socket.on('error', () => {}));
    });
  });
}

/** Opens a connection to `target` through the proxy. Rejects with an error that states why the connection failed. */
async function tunnel(proxy: URL, target: string): Promise<Socket> {
  const { token } = proxyToken(proxy);
  const headers = token === undefined ? {} : { 'proxy-authorization': token };
  const { socket, statusCode } = await new Client(proxy.origin).connect({ path: target, headers });
  socket.on('error', () => {});
  if (statusCode === 200) return socket as Socket;
  socket.destroy();
  throw new Error(`the proxy responded with ${statusCode}`);
}
