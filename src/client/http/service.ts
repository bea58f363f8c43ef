// The HTTP client for the service. Performs an operation, and returns its result or throws a WaypostError.
import { type Effect, type Endpoint, effectOf } from '../../api/endpoint';
import type { Environment } from '../../lib/environment';
import { WaypostError } from '../../lib/errors';
import { jsonText } from '../../lib/exact-json';
import { appName, version } from '../../lib/identity';
import type { Clock } from '../../lib/runtime';
import { notFollowed, readResponse, refusalOf, type Success } from '../envelope';
import { failed } from '../reasons';
import { operationUrl, type Query } from '../url';
import { type Connection, openConnection } from './connection';
import {
  type BodyConsumer,
  type HttpResponse,
  type OutgoingRequest,
  type ReceivedChunk,
  TransportFailure,
} from './exchange';
import { explainFailure, withPort, withWait } from './explain';
import { type RetryNote, sendWithRetry } from './retry';
import type { StreamedResponse } from './stream';
import { attemptRequest } from './transport';

/** Limits the rate of requests. */
export interface Admission {
  /**
   * Resolves when the caller can send a request. The caller must then call the returned function with the response, or
   * with undefined if there was no response.
   */
  admit(): Promise<(response: HttpResponse | undefined) => void>;
}

export interface ServiceOptions {
  baseUrl: URL;
  env: Environment;
  clock: Clock;
  /** The time limit for one complete response, in milliseconds. */
  timeoutMs: number;
  /**
   * A signal that is aborted when the user interrupts waypost. Aborting the signal ends every `ask`, and every `call`
   * without a signal of its own.
   */
  interrupted?: AbortSignal | undefined;
  /** False to send every request only once (default: true). */
  retry?: boolean | undefined;
  /** Limits the rate of attempts. Commands that send few requests do not need a rate limiter. */
  rateLimiter?: Admission | undefined;
  /** The maximum number of connections that are open at the same time (default: 1). */
  connections?: number | undefined;
  /**
   * A function to call before waypost repeats a request that the service might have billed. The argument is the reason
   * for the retry.
   */
  onMayBillTwice?: ((reason: string) => Promise<void> | void) | undefined;
  /**
   * True to throw an error instead of sending a request that changes data, deletes data or costs lookups. The command
   * line also rejects commands with these effects before they start.
   */
  readOnly?: boolean | undefined;
  /** A function that waypost calls with a line for each request, response and retry. The lines can contain secrets. */
  trace?: ((line: string) => void) | undefined;
}

/** The values for one call to an endpoint. */
export interface Call {
  /** The values of the path parameters. */
  parameters?: Readonly<Record<string, string>>;
  /** The query parameters. waypost omits undefined values. */
  query?: Query;
  /** The key to send as `Authorization: Bearer`. */
  bearer?: string | undefined;
  /** The body to send as JSON. */
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** True to make only one attempt. The caller then decides about retries. */
  single?: boolean | undefined;
  /**
   * A function that waypost calls immediately before each attempt. If this function throws, waypost does not make the
   * attempt.
   */
  onSend?: (() => void) | undefined;
  /** True if the service might bill each attempt. */
  billable?: boolean | undefined;
  /** A function that waypost calls with every chunk of the response as soon as the chunk arrives. */
  onChunk?: ((received: ReceivedChunk) => void) | undefined;
  /**
   * If the body exceeds `bodyLimit`, `onChunk` still receives chunks until the body exceeds this number of bytes
   * (default: 0).
   */
  drainBytes?: number | undefined;
  /** A function that waypost calls before a retry, with the delay in milliseconds. */
  onRetry?: ((delayMs: number) => void) | undefined;
}

/**
 * A request that `waypost api` or the proxy sends. The request can have any URL below the base URL, and any headers and
 * body.
 */
export interface PlainRequest extends OutgoingRequest {
  bearer?: string | undefined;
}

const redirects = new Set([301, 302, 303, 307, 308]);
const maxRedirects = 5;

/** The effects that read-only mode rejects, as phrases for error messages. */
const refusedActions = {
  changes: 'changes data',
  deletes: 'deletes data',
  bills: 'costs lookups',
} as const satisfies Partial<Record<Effect, string>>;

/** A service at one base URL. Keeps its connections alive. */
export class Service {
  readonly baseUrl: URL;
  readonly #options: ServiceOptions;
  /** The connection pool, which the copies from `with` share. */
  #shared: { connection?: Connection } = {};

  constructor(options: ServiceOptions) {
    this.baseUrl = options.baseUrl;
    this.#options = options;
  }

  /** Returns a copy with a different time limit, signal or retry setting. The copy shares the connection pool. */
  with(settings: Pick<Partial<ServiceOptions>, 'timeoutMs' | 'interrupted' | 'retry'>): Service {
    const other = new Service({ ...this.#options, ...settings });
    other.#shared = this.#shared;
    return other;
  }

  /**
   * Performs an operation. Retries the operation after a temporary failure unless `single` is set. Throws a
   * WaypostError.
   */
  async call(endpoint: Endpoint, given: Call): Promise<Success> {
    const call = { ...given, signal: given.signal ?? this.#options.interrupted };
    const outgoing = this.#outgoing(endpoint, call);
    const send = (request: OutgoingRequest) => this.#send(request, call);
    const response = await this.#perform(outgoing, send, call);
    return this.read(response);
  }

  /**
   * Performs an operation whose response is CSV of any length. After a failed attempt, retries and calls the consumer's
   * `begin` again. The time limit restarts whenever bytes arrive. Throws a WaypostError, or the consumer's error.
   */
  async stream(endpoint: Endpoint, call: Call, consumer: BodyConsumer): Promise<void> {
    const outgoing = this.#outgoing(endpoint, call);
    outgoing.headers.accept = 'text/csv, application/json';
    let response: StreamedResponse | undefined;
    const send = async (request: OutgoingRequest) => {
      response = await this.#sendStream(request, call, consumer);
      return response;
    };
    const last = await this.#perform(outgoing, send, call);
    if (response?.taken) return;
    const { status } = this.read(last);
    const message = 'The response is JSON instead of the lookup log.';
    throw failed('invalid_response', 'not_the_service', message, { status });
  }

  /**
   * Sends a request with an unchanged body and with standard headers, which the request's own headers override. Retries
   * after a temporary failure. If the response is an error, returns the response instead of throwing an error.
   */
  ask({ bearer, headers, ...request }: PlainRequest): Promise<HttpResponse> {
    const signal = this.#options.interrupted;
    const sent = { ...standardHeaders(bearer), accept: '*/*', ...headers };
    const send = (current: OutgoingRequest) => this.#send(current, { signal });
    return this.#perform({ ...request, headers: sent }, send, { signal });
  }

  /** Returns the error in a response, or undefined for a successful response. `refusalOf` documents the checks. */
  refusal(response: HttpResponse, bodiless: boolean): WaypostError | undefined {
    const error = refusalOf(response, bodiless);
    return error && this.#explained(error, response);
  }

  /**
   * Makes only one attempt, as a sign-up poll requires, and returns the raw response. Throws a TransportFailure if the
   * attempt fails.
   */
  async attempt(endpoint: Endpoint, call: Call): Promise<HttpResponse> {
    return this.#send(this.#outgoing(endpoint, call), call);
  }

  /** Returns the result in a raw response. Throws the same errors as `call`. */
  read(response: HttpResponse): Success {
    try {
      return readResponse(response);
    } catch (error) {
      throw this.#explained(error, response);
    }
  }

  #explained<E>(error: E, response: HttpResponse): E | WaypostError {
    return withPort(withWait(error, response, this.#options.clock.now()), this.baseUrl);
  }

  #outgoing({ method, path, billed = false }: Endpoint, call: Call): OutgoingRequest {
    const effect = effectOf({ method, billed });
    if (this.#options.readOnly && effect !== 'reads') {
      const message = `Read-only mode is on, so waypost did not send a request that ${refusedActions[effect]}.`;
      throw new WaypostError('invalid_input', message);
    }
    const url = operationUrl(this.baseUrl, path, call.parameters ?? {}, call.query);
    const body = call.body === undefined ? undefined : jsonText(call.body);
    return {
      method,
      url,
      headers: {
        ...standardHeaders(call.bearer),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body,
      billable: call.billable,
    };
  }

  /**
   * Sends a request. Follows a redirect if the request is a GET request and the target has the same origin, because a
   * different origin must not receive the keys. Rejects redirects that drop query parameters, because the response
   * would belong to a different request.
   */
  async #follow(
    outgoing: OutgoingRequest,
    send: (request: OutgoingRequest) => Promise<HttpResponse>,
  ): Promise<HttpResponse> {
    let current = outgoing;
    for (let step = 0; step <= maxRedirects; step += 1) {
      const response = await send(current);
      if (!redirects.has(response.status)) return response;
      const target = redirectTarget(current.url, response);
      if (target?.origin !== current.url.origin || outgoing.method !== 'GET') {
        throw notFollowed(response.status, target?.origin ?? 'an invalid location');
      }
      if (dropsParameters(current.url, target)) {
        const where = `${target.origin}${target.pathname} without the parameters`;
        throw notFollowed(response.status, where);
      }
      current = { ...current, url: target };
    }
    const message = `${this.baseUrl.origin} sent more than ${maxRedirects} redirects.`;
    throw new WaypostError('invalid_response', message);
  }

  async #send(
    outgoing: OutgoingRequest,
    { signal, onSend, onChunk, drainBytes }: Call,
  ): Promise<HttpResponse> {
    const { timeoutMs, rateLimiter } = this.#options;
    const connection = this.#connect();
    const ended = await rateLimiter?.admit();
    let response: HttpResponse | undefined;
    try {
      response = await this.#traced(outgoing, () => {
        onSend?.();
        return attemptRequest(connection, outgoing, { timeoutMs, signal, onChunk, drainBytes });
      });
      return response;
    } finally {
      ended?.(response);
    }
  }

  async #sendStream(
    outgoing: OutgoingRequest,
    { signal }: Call,
    consumer: BodyConsumer,
  ): Promise<StreamedResponse> {
    const { timeoutMs } = this.#options;
    // Only commands that read the lookup log load this module.
    const { attemptStream } = await import('./stream');
    return this.#traced(outgoing, () =>
      attemptStream(this.#connect(), outgoing, consumer, { timeoutMs, signal }),
    );
  }

  async #traced<A extends HttpResponse>(
    { method, url }: OutgoingRequest,
    send: () => Promise<A>,
  ): Promise<A> {
    const { clock, trace } = this.#options;
    const started = clock.now();
    trace?.(`> ${method} ${url.href}`);
    try {
      const response = await send();
      const { status, headers, body } = response;
      const { 'svc-source-ip': source } = headers;
      const seen = source ? `, seen from ${source}` : '';
      const size = 'taken' in response ? '' : `, ${body.length} bytes`;
      trace?.(`< ${status}${size}, ${clock.now() - started} ms${seen}`);
      return response;
    } catch (error) {
      if (error instanceof TransportFailure) trace?.(`< ${error.kind}: ${error.message}`);
      throw error;
    }
  }

  #connect(): Connection {
    const { env, connections = 1, timeoutMs } = this.#options;
    this.#shared.connection ??= openConnection(this.baseUrl, env, { connections, timeoutMs });
    return this.#shared.connection;
  }

  /** Sends the request, follows redirects, and retries. Turns a TransportFailure into a WaypostError. */
  async #perform(
    outgoing: OutgoingRequest,
    send: (request: OutgoingRequest) => Promise<HttpResponse>,
    { signal, single, onRetry }: Pick<Call, 'signal' | 'single' | 'onRetry'>,
  ): Promise<HttpResponse> {
    const { clock, trace, onMayBillTwice, retry = true } = this.#options;
    const attempt = () => this.#follow(outgoing, send);
    const note: RetryNote = async ({ reason, delayMs, mayBillTwice }) => {
      trace?.(`* ${reason}; retry in ${Math.round(delayMs)} ms`);
      onRetry?.(delayMs);
      if (mayBillTwice) await onMayBillTwice?.(reason);
    };
    try {
      if (single || !retry) return await attempt();
      return await sendWithRetry(attempt, outgoing, clock, note, signal);
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error;
      throw explainFailure(error, this.baseUrl, this.#options.env);
    }
  }
}

function standardHeaders(bearer: string | undefined): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': `${appName}/${version}`,
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
  };
}

function redirectTarget(from: URL, response: HttpResponse): URL | undefined {
  const location = response.headers.location;
  if (typeof location !== 'string' || !URL.canParse(location, from.href)) return undefined;
  return new URL(location, from);
}

function dropsParameters(from: URL, to: URL): boolean {
  return [...from.searchParams].some(
    ([name, value]) => !to.searchParams.getAll(name).includes(value),
  );
}
