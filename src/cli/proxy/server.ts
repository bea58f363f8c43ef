// The proxy: a service on this machine that takes a session's token, and sends what the session may ask for to
// the real one with the real key. Answers are handed on as they arrive, the key in them replaced by the token.
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { catalogue } from '../../api/catalogue';
import { type Connection, openConnection } from '../../client/http/connection';
import type { Environment } from '../../lib/environment';
import { WaypostError } from '../../lib/errors';
import { cutOffSecret, replacements } from '../../lib/masking';
import { Replacer } from '../../lib/replace-in-stream';
import { systemReason } from '../../lib/system-error';
import { operationName } from './allowed';
import type { ProxyLog } from './log';
import { type ProxyRequest, pathForLog, readRequest, targetOf } from './request';
import type { Denial, Session } from './session';

/** What a proxy is made of. */
export interface ProxyOptions {
  baseUrl: URL;
  apiKey: string;
  /** Only for a session that may manage. */
  managementKey: string | undefined;
  session: Session;
  log: ProxyLog;
  env: Environment;
  /** Longest time without a byte, in milliseconds. */
  timeoutMs: number;
  /** Port on loopback; 0 for a free one. */
  port: number;
}

/** A running proxy. */
export interface RunningProxy {
  /** Its base URL, with the path of the real one. */
  url: string;
  port: number;
  close(): Promise<void>;
}

const host = '127.0.0.1';

/** Requests under way at once; more wait. */
const maxConnections = 32;

/** Meant for one connection only, or set anew. An answer in a code of its own could not be searched for keys. */
const notHandedOn = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'host', 'authorization', 'accept-encoding'],
  ...['expect', 'cookie'],
]);

/** Statuses after which nothing was billed. */
const unbilled = new Set([400, 401, 402, 415, 429, 503]);

/** Starts a proxy. Rejects with the system's error, such as EADDRINUSE. */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { baseUrl, env, port } = options;
  const connection = await openConnection(baseUrl, env, maxConnections);
  const proxy = new Forwarder(options, connection);
  const server = createServer((request, response) => proxy.answer(request, response));
  // A program that takes this for a proxy of HTTP is asking for another origin.
  server.on('connect', (_, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
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
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function basePathOf({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '');
}

class Forwarder {
  readonly #options: ProxyOptions;
  readonly #connection: Connection;
  readonly #keys: Replacer;

  constructor(options: ProxyOptions, connection: Connection) {
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
    const wanted = readRequest(request, basePathOf(baseUrl));
    if (wanted === undefined) {
      this.#refuse(response, undefined, { code: 404, reason: 'not below the base URL' });
    } else if (!session.admits(wanted.credentials)) {
      this.#refuse(response, wanted, { code: 4010, reason: 'not the token of this session' });
    } else {
      const denial = session.denial(wanted);
      if (denial !== undefined) this.#refuse(response, wanted, denial);
      else this.#forward(request, response, wanted);
    }
    // What is not read would keep the connection busy.
    if (response.writableEnded) request.resume();
  }

  /** Answers as the service would, and says in its message who refused and why. */
  #refuse(response: ServerResponse, wanted: ProxyRequest | undefined, denial: Denial): void {
    const { status, message } = catalogue[denial.code];
    if (response.headersSent) return void response.destroy();
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(status === 401 ? { 'www-authenticate': 'Bearer realm="waypost proxy"' } : {}),
    });
    const text = `${message} (waypost proxy: ${denial.reason})`;
    response.end(JSON.stringify({ code: denial.code, message: text }));
    this.#note(wanted, status, denial);
  }

  #note(wanted: ProxyRequest | undefined, status: number, denial?: Denial): void {
    const { log, session } = this.#options;
    log.add({
      method: wanted?.method ?? null,
      path: wanted === undefined ? null : pathForLog(wanted),
      operation: wanted === undefined ? null : (operationName(wanted.rule) ?? null),
      status,
      code: denial?.code ?? null,
      refused: denial?.reason ?? null,
      lookups: session.lookups,
    });
  }

  #forward(request: IncomingMessage, response: ServerResponse, wanted: ProxyRequest): void {
    const { baseUrl, apiKey, timeoutMs, session } = this.#options;
    let target: URL;
    try {
      target = targetOf(wanted, baseUrl, apiKey);
    } catch (error) {
      if (!(error instanceof WaypostError)) throw error;
      this.#refuse(response, wanted, { code: 404, reason: 'not below the base URL' });
      return;
    }
    let giveBack = wanted.rule.billed ? session.spend() : () => {};
    const returned = () => {
      giveBack();
      giveBack = () => {};
    };
    const onward = this.#connection.request(target, {
      agent: this.#connection.agent,
      method: wanted.method,
      headers: this.#headersFor(request.headers, wanted),
    });
    let settled = false;
    const failed = (error: Error) => {
      settled = true;
      // Where it was never sent, it was not billed.
      if ('syscall' in error && /^(connect|getaddrinfo)$/.test(String(error.syscall))) returned();
      const reason = `the service cannot be reached: ${systemReason(error)}`;
      this.#refuse(response, wanted, { code: 5001, reason: this.#keys.in(reason) });
    };
    onward.setTimeout(timeoutMs, () => {
      onward.destroy(new Error(`no answer within ${timeoutMs / 1000} s`));
    });
    onward.on('error', (error) => {
      if (!settled) failed(error);
    });
    onward.on('response', (answer) => {
      const { statusCode: status = 502 } = answer;
      if (unbilled.has(status)) returned();
      this.#handOn(answer, response).then(
        () => this.#note(wanted, status),
        (error: Error) => {
          if (!settled) failed(error);
        },
      );
    });
    response.on('close', () => {
      if (!response.writableFinished) {
        settled = true;
        onward.destroy();
      }
    });
    request.pipe(onward);
  }

  #headersFor(
    given: IncomingHttpHeaders,
    { rule }: ProxyRequest,
  ): Record<string, string | string[]> {
    const { apiKey, managementKey } = this.#options;
    const headers: Record<string, string | string[]> = { 'accept-encoding': 'identity' };
    for (const [name, value] of Object.entries(given)) {
      if (value !== undefined && !notHandedOn.has(name)) headers[name] = value;
    }
    const credential = rule.endpoint?.credential ?? rule.credential;
    const key = { api_key: apiKey, management_key: managementKey, none: undefined }[credential];
    if (key !== undefined) headers.authorization = `Bearer ${key}`;
    return headers;
  }

  async #handOn(answer: IncomingMessage, response: ServerResponse): Promise<void> {
    const coding = answer.headers['content-encoding'];
    if (coding !== undefined && coding.toLowerCase() !== 'identity') {
      answer.destroy();
      throw new Error(`it compresses answers (${coding}), so that keys in them cannot be found`);
    }
    const headers: Record<string, string | string[]> = {};
    for (const [name, value] of Object.entries(answer.headers)) {
      // The length changes with a key.
      if (value === undefined || notHandedOn.has(name) || name === 'content-length') continue;
      headers[name] = Array.isArray(value)
        ? value.map((one) => this.#keys.in(one))
        : this.#keys.in(value);
    }
    response.writeHead(answer.statusCode ?? 502, headers);
    response.flushHeaders();
    const replacer = this.#keys.stream();
    for await (const piece of answer) {
      if (!response.write(replacer.push(piece))) {
        await new Promise<void>((resolve) => {
          response.once('drain', resolve);
          response.once('close', resolve);
        });
      }
    }
    response.end(replacer.end());
  }
}
