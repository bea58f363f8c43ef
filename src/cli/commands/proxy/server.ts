// The proxy is a server on this machine. The proxy accepts only requests that contain a session token. In allowed
// requests, the proxy replaces the token with the real key, and sends the requests to the service. In responses, the
// proxy replaces the key with the token.
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { catalog } from '../../../api/catalog';
import { isPassingHeader } from '../../../api/request-rule';
import { decompressor } from '../../../client/http/body';
import { type Connection, openConnection } from '../../../client/http/connection';
import {
  type OutgoingRequest,
  type ResponseHead,
  TransportFailure,
} from '../../../client/http/exchange';
import { IdleTimeout } from '../../../client/http/stream';
import { exchange, transportFailure } from '../../../client/http/transport';
import type { Environment } from '../../../lib/environment';
import { WaypostError } from '../../../lib/errors';
import { cutOffSecret, replacements } from '../../../lib/masking';
import { Replacer } from '../../../lib/replace-in-stream';
import { systemReason } from '../../../lib/system-error';
import { sessionHints } from '../../hints/session';
import type { LoggedRequest } from '../../output/request-line';
import type { ProxyLog } from './log';
import {
  type Denial,
  denied,
  operationName,
  type ProxyRequest,
  pathForLog,
  readRequest,
  type Session,
  serviceUrl,
} from './session';

interface ServerOptions {
  baseUrl: URL;
  apiKey: string;
  /**
   * The management key, or undefined if the key is not known. The proxy replaces this key in responses even if the
   * session cannot use the key.
   */
  managementKey: string | undefined;
  /** True if the session can send requests with the management key. */
  manages: boolean;
  session: Session;
  log: ProxyLog;
  /** The function that the proxy calls with each logged request. */
  onRequest?: ((request: Omit<LoggedRequest, 'time'>) => void) | undefined;
  env: Environment;
  timeoutMs: number;
  port: number;
}

export interface RunningProxy {
  /** The proxy's base URL, which has the same path as the service's base URL. */
  url: string;
  port: number;
  close(): Promise<void>;
}

const host = '127.0.0.1';

/** The maximum number of simultaneous connections to the service. Further requests wait. */
const maxConnections = 32;

/** Response headers that the proxy does not forward, because they describe only one connection. */
const connectionHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Response headers that the proxy does not forward, because the proxy might change the body. */
const bodyHeaders = new Set(['content-length', 'content-encoding']);

/** True if the service does not bill requests whose response has this HTTP status. Batches use the same rule. */
const isUnbilled = (status: number) => status === 503 || (status >= 400 && status < 500);

/** The status in the log if the client closed the connection before the response. nginx logs the same status. */
const clientClosed = 499;

/** Starts a proxy. If the proxy cannot start, throws the system's error, such as EADDRINUSE. */
export async function startProxy(options: ServerOptions): Promise<RunningProxy> {
  const { baseUrl, env, port, timeoutMs } = options;
  const connection = openConnection(baseUrl, env, { connections: maxConnections, timeoutMs });
  const proxy = new Forwarder(options, connection);
  const server = createServer((request, response) => proxy.answer(request, response));
  // A program that mistakes this server for an HTTP proxy to other origins sends a CONNECT request. The server rejects
  // this request.
  server.on('connect', (_, socket) => {
    socket.on('error', () => {});
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${own}${basePathOf(baseUrl)}`,
    port: own,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          options.log.end();
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function basePathOf({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '');
}

interface ForwardedCall {
  response: ServerResponse;
  /** The request, or undefined if the request's path is ambiguous or outside the base URL. */
  wanted: ProxyRequest | undefined;
  started: number;
  /** How many lookups the service might have billed for this request. */
  charge: number;
  /** The API code of an error response from the service. */
  code: number | null;
}

const notPlain = denied('path', 'the path is ambiguous or outside the base URL');

const otherKey = denied('token', 'the credential is not a token of this session');

class Forwarder {
  readonly #options: ServerOptions;
  readonly #connection: Connection;
  readonly #keys: Replacer;

  constructor(options: ServerOptions, connection: Connection) {
    this.#options = options;
    this.#connection = connection;
    const { apiKey, managementKey, session } = options;
    this.#keys = new Replacer({
      all: [
        ...replacements(apiKey, () => session.apiToken),
        ...(managementKey === undefined
          ? []
          : replacements(managementKey, () => session.managementToken)),
      ],
      early: 0,
      cutOff: cutOffSecret,
    });
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const { baseUrl, session } = this.#options;
    const started = performance.now();
    const { credentials, wanted } = readRequest(request, basePathOf(baseUrl));
    const call: ForwardedCall = { response, wanted, started, charge: 0, code: null };
    if (wanted === undefined) this.#refuse(call, notPlain, session.isHeldBy(credentials));
    else if (!session.admits(credentials)) {
      this.#refuse(call, otherKey, session.isHeldBy(credentials));
    } else {
      const denial = session.denial(wanted);
      if (denial !== undefined) this.#refuse(call, denial);
      else this.#forward(request, call, wanted);
    }
    // If the proxy has already sent an error, the proxy discards the request body, because an unread body would block
    // the connection.
    if (response.writableEnded) request.resume();
  }

  /** Sends an error in the service's format. The message states that the proxy rejected the request, and why. */
  #refuse(call: ForwardedCall, denial: Denial, ofSession = true): void {
    const { response } = call;
    const { code, limit, reason } = denial;
    const { status, message } = catalog[code];
    this.#note(call, response.headersSent ? response.statusCode : status, denial, ofSession);
    if (response.headersSent) return void response.destroy();
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(status === 401 ? { 'www-authenticate': 'Bearer realm="waypost proxy"' } : {}),
    });
    const ofLimit = limit === undefined ? {} : { session_limit: limit, hint: sessionHints[limit] };
    const text = `${message} (waypost proxy: ${reason})`;
    response.end(JSON.stringify({ code, ...ofLimit, message: text }));
  }

  #note(call: ForwardedCall, status: number, denial?: Denial, ofSession = true): void {
    const { log, session, onRequest } = this.#options;
    const { wanted, started, charge, code } = call;
    const entry = {
      method: wanted?.method ?? null,
      path: wanted === undefined ? null : pathForLog(wanted),
      operation: wanted === undefined ? null : (operationName(wanted.rule) ?? null),
      status,
      code: denial?.code ?? null,
      refused: denial?.reason ?? null,
      lookups: session.lookups,
    };
    if (ofSession) log.add(entry);
    else if (!log.count(entry)) return;
    const { method, path, refused } = entry;
    onRequest?.({
      method,
      path,
      status,
      code: denial?.code ?? code,
      charge,
      because: refused,
      ms: Math.round(performance.now() - started),
    });
  }

  #forward(request: IncomingMessage, call: ForwardedCall, wanted: ProxyRequest): void {
    const { response } = call;
    const { baseUrl, apiKey, timeoutMs, session } = this.#options;
    let target: URL;
    try {
      target = serviceUrl(wanted, baseUrl, apiKey);
    } catch (error) {
      if (!(error instanceof WaypostError)) throw error;
      this.#refuse(call, notPlain);
      return;
    }
    const before = session.lookups;
    const takeBack = session.spend(wanted);
    call.charge = session.lookups - before;
    const refund = () => {
      takeBack();
      call.charge = 0;
    };
    const hungUp = new AbortController();
    const idle = new IdleTimeout(timeoutMs);
    let settled = false;
    /** Runs `end` only in the first call, so that the proxy logs a request only once. */
    const settle = (end: () => void) => {
      idle.end();
      if (!settled) end();
      settled = true;
    };
    const failed = (error: unknown) =>
      settle(() => {
        const failure = error instanceof WaypostError ? error : transportFailure(error, undefined);
        // If the service never received the request, the session does not count the lookup, because the service cannot
        // bill it.
        const isUnreached = failure instanceof TransportFailure && failure.kind === 'unreached';
        if (isUnreached) refund();
        const what = isUnreached ? 'the service cannot be reached' : 'the service failed';
        const problem =
          failure instanceof WaypostError ? failure.message : `${what}: ${systemReason(failure)}`;
        this.#refuse(call, { code: 5001, limit: undefined, reason: this.#keys.in(problem) });
      });
    const outgoing = {
      url: target,
      method: wanted.method as OutgoingRequest['method'],
      headers: this.#headersFor(request.headers, wanted),
      body: hasBody(request) ? request : undefined,
    };
    exchange(this.#connection, outgoing, AbortSignal.any([hungUp.signal, idle.signal]))
      .then(async ({ head, body }) => {
        if (isUnbilled(head.status)) refund();
        await this.#forwardAnswer(head, body, call, idle);
        settle(() => this.#note(call, head.status));
      })
      .catch(failed);
    response.on('close', () => {
      settle(() => this.#note(call, response.headersSent ? response.statusCode : clientClosed));
      if (!response.writableFinished) hungUp.abort(new Error('the program closed the connection'));
    });
  }

  #headersFor(
    given: IncomingHttpHeaders,
    { rule }: ProxyRequest,
  ): Record<string, string | string[]> {
    const { apiKey, managementKey, manages } = this.#options;
    const headers: Record<string, string | string[]> = { 'accept-encoding': 'identity' };
    for (const [name, value] of Object.entries(given)) {
      if (value !== undefined && isPassingHeader(name)) headers[name] = value;
    }
    const credential = rule.endpoint?.credential ?? rule.credential;
    const key = {
      api_key: apiKey,
      management_key: manages ? managementKey : undefined,
      none: undefined,
    }[credential];
    if (key !== undefined) headers.authorization = `Bearer ${key}`;
    return headers;
  }

  async #forwardAnswer(
    head: ResponseHead,
    answer: Readable,
    call: ForwardedCall,
    idle: IdleTimeout,
  ): Promise<void> {
    const { status } = head;
    const { response, wanted } = call;
    const mayHaveBody = wanted?.method !== 'HEAD' && status !== 204 && status !== 304;
    const unpack = mayHaveBody ? await decompressor(head) : undefined;
    const headers: Record<string, string | string[]> = {};
    for (const [name, value] of Object.entries(head.headers)) {
      if (value === undefined || connectionHeaders.has(name) || bodyHeaders.has(name)) continue;
      headers[this.#keys.in(name)] = Array.isArray(value)
        ? value.map((one) => this.#keys.in(one))
        : this.#keys.in(value);
    }
    response.writeHead(status, headers);
    response.flushHeaders();
    const replacer = this.#keys.stream();
    const body = unpack === undefined ? answer : pipeline(answer, unpack, () => {});
    let isFirst = true;
    for await (const chunk of body) {
      idle.received();
      if (isFirst && status >= 400) {
        // The API code is at the beginning of an error response's body, so the proxy searches only the first chunk.
        const code = /"code"\s*:\s*(\d{3,5})\b/.exec(String(chunk))?.[1];
        if (code !== undefined) call.code = Number(code);
      }
      isFirst = false;
      if (response.destroyed) return;
      if (!response.write(replacer.push(chunk))) {
        await new Promise<void>((resolve) => {
          response.once('drain', resolve);
          response.once('close', resolve);
        });
      }
    }
    response.end(replacer.end());
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
