// The common server of recordings and replays: it answers below /v1 on this machine, and is found, queried
// and stopped like a sandbox.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import { version } from '../../lib/identity';
import { plainAddress } from '../http/call';
import { isLoopback, isOwnHost } from '../http/hosts';
import { listenWith, loopback } from '../server';

/** Version prefix of sessions, whatever the real service has. */
const sessionPrefix = '/v1';

/** The most bytes of a request. */
const maxBody = 16 * 1024 * 1024;

/** One request below the prefix. */
export interface SessionCall {
  method: string;
  /** Below the prefix, as it was sent. */
  path: string;
  /** Without the question mark. */
  query: string;
  body: Buffer;
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

/** The parts of a server. */
export interface SessionRole {
  mode: 'record' | 'replay';
  answer(call: SessionCall): Promise<void>;
  /** POST /_sandbox/reset; absent if there is nothing to reset. */
  reset?: () => void;
  report(error: unknown): void;
}

/** A running recording or replay. */
export interface SessionServer {
  /** Base URL, such as `http://127.0.0.1:40123/v1`. */
  readonly url: string;
  /** The same without the version prefix. */
  readonly origin: string;
  readonly port: number;
  readonly host: string;
  /** Finishes running requests, for at most two seconds, then ends; repeated calls are allowed. */
  close(): Promise<void>;
  /** Resolves when it has ended. */
  readonly closed: Promise<void>;
}

/** Answers JSON; an error has the form of the service's own. */
export function answerJson(
  outgoing: ServerResponse,
  status: number,
  document: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(document);
  outgoing.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    ...headers,
  });
  outgoing.end(text);
}

async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of incoming) {
    const bytes: Buffer = Buffer.isBuffer(piece) ? piece : Buffer.from(String(piece));
    length += bytes.length;
    if (length > maxBody) return undefined;
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}

/** Starts a server. `host` is loopback by default. */
export async function startSessionServer(
  role: SessionRole,
  port: number,
  host = loopback,
): Promise<SessionServer> {
  const instance = randomBytes(12).toString('base64url');
  const control = (path: string, incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const isAllowed =
      isLoopback(plainAddress(incoming.socket.remoteAddress)) &&
      isOwnHost({ host }, incoming.headers.host) &&
      incoming.headers.origin === undefined;
    const asked = `${incoming.method} ${path}`;
    if (!isAllowed) {
      answerJson(outgoing, 403, { error: 'the control interface answers this machine only' });
    } else if (asked === 'GET /_sandbox/health') {
      const health = { ok: true, version, data: null, instance, pid: process.pid, mode: role.mode };
      answerJson(outgoing, 200, health);
    } else if (asked === 'POST /_sandbox/reset' && role.reset !== undefined) {
      role.reset();
      answerJson(outgoing, 200, { ok: true });
    } else if (asked === 'POST /_sandbox/stop') {
      answerJson(outgoing, 200, { ok: true, pid: process.pid });
      void close();
    } else {
      answerJson(outgoing, 404, { error: `this is a ${role.mode} of a session, not a sandbox` });
    }
  };
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const [, whole = '', query = ''] = /^([^?#]*)\??([^#]*)/.exec(incoming.url ?? '/') ?? [];
    if (whole.startsWith('/_sandbox/')) {
      incoming.resume();
      control(whole, incoming, outgoing);
      return;
    }
    const body = await readBody(incoming);
    if (body === undefined) {
      const message = `The body is larger than ${maxBody} bytes.`;
      answerJson(outgoing, 413, { code: 4000, message }, { Connection: 'close' });
    } else if (!whole.startsWith(`${sessionPrefix}/`)) {
      const message = `Nothing is served at ${whole}: paths begin with ${sessionPrefix}/.`;
      answerJson(outgoing, 404, { code: 404, message });
    } else {
      const path = whole.slice(sessionPrefix.length);
      const { method = 'GET' } = incoming;
      await role.answer({ method, path, query, body, incoming, outgoing });
    }
  };
  const server = await listenWith(
    (incoming, outgoing) => {
      answer(incoming, outgoing).catch((error: unknown) => {
        outgoing.destroy();
        // An error of a client that closed the connection is no failure.
        if (!incoming.destroyed || incoming.complete) role.report(error);
      });
    },
    host,
    port,
    role.report,
  );
  let ended = (): void => {};
  const closed = new Promise<void>((resolve) => {
    ended = resolve;
  });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= server.close().then(ended);
    return closing;
  };
  const shown =
    host === '0.0.0.0' || host === 'localhost' ? loopback : host === '::' ? '::1' : host;
  const origin = `http://${isIPv6(shown) ? `[${shown}]` : shown}:${server.port}`;
  return { url: origin + sessionPrefix, origin, port: server.port, host, close, closed };
}
