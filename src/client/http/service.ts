// The service client: an operation in, its result or a WaypostError out.
import type { Endpoint } from '../../api/endpoints';
import type { Environment } from '../../lib/environment';
import { WaypostError } from '../../lib/errors';
import { jsonText } from '../../lib/exact-json';
import { userAgent } from '../../lib/identity';
import type { Clock } from '../../lib/runtime';
import { failed } from '../reasons';
import { type Connection, openConnection } from './connection';
import { notFollowed, readAnswer, refusalOf, type Success } from './envelope';
import { explainFailure, withWait } from './explain';
import { type Answer, TransportFailure } from './failure';
import type { RateLimiter } from './rate-limiter';
import { sendWithRetry } from './retry';
import type { BodyTaker, StreamedAnswer } from './stream';
import { attempt, type OutgoingRequest, type ReceivedChunk } from './transport';
import { operationUrl, type Query } from './url';

/** What the client is made of. */
export interface ServiceOptions {
  baseUrl: URL;
  env: Environment;
  clock: Clock;
  /** Longest time for one whole answer, in milliseconds. */
  timeoutMs: number;
  /** Aborts when the user interrupts: ends every `call` that has no signal of its own. */
  interrupted?: AbortSignal | undefined;
  /** What every attempt passes; none for commands that send a handful. */
  rateLimiter?: RateLimiter | undefined;
  /** Connections that may be open at once (default: 1). */
  connections?: number | undefined;
  /** Told, with the reason, before a request that may have been billed already is sent again. */
  onMayBillTwice?: ((reason: string) => Promise<void> | void) | undefined;
  /** Takes a line for each request, answer and retry; the lines still hold secrets. */
  trace?: ((line: string) => void) | undefined;
}

/** What one call adds to its endpoint. */
export interface Call {
  parameters?: Readonly<Record<string, string>>;
  /** Members that are undefined are left out. */
  query?: Query;
  /** Sent as `Authorization: Bearer`. */
  bearer?: string | undefined;
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** One attempt: whoever asks decides what is asked again. */
  single?: boolean | undefined;
  /** Told when an attempt is about to go out. What it throws keeps the request back. */
  onSend?: (() => void) | undefined;
  /** Whether each attempt may cost something. */
  costly?: boolean | undefined;
  /** Told of every piece of the answer the moment it arrives. */
  onChunk?: ((received: ReceivedChunk) => void) | undefined;
  /** How much of an answer that is too long is still handed to `onChunk` (default: nothing). */
  drainBytes?: number | undefined;
  /** Told before the request is sent again, after so many milliseconds. */
  onRetry?: ((delayMs: number) => void) | undefined;
}

/** A request in the caller's own words: to any URL of the service, with any headers and body. */
export interface PlainRequest extends OutgoingRequest {
  /** Sent as `Authorization: Bearer`. */
  bearer?: string | undefined;
}

const redirects = new Set([301, 302, 303, 307, 308]);
const maxRedirects = 5;

/** One service at one base URL, over one kept connection. */
export class Service {
  readonly baseUrl: URL;
  readonly #options: ServiceOptions;
  #connection: Promise<Connection> | undefined;

  constructor(options: ServiceOptions) {
    this.baseUrl = options.baseUrl;
    this.#options = options;
  }

  /** Performs an operation, with retries unless it is single. Throws a WaypostError. */
  async call(endpoint: Endpoint, given: Call = {}): Promise<Success> {
    const call = { ...given, signal: given.signal ?? this.#options.interrupted };
    const outgoing = this.#outgoing(endpoint, call);
    const send = (request: OutgoingRequest) => this.#send(request, call);
    const answer = await this.#perform(outgoing, send, call);
    return this.read(answer);
  }

  /**
   * Performs an operation whose body is CSV of any length, with retries: where an attempt breaks off, the
   * taker is told to begin again. The timeout counts the time without a byte. Throws a WaypostError, or what
   * the taker throws.
   */
  async stream(endpoint: Endpoint, call: Call, taker: BodyTaker): Promise<void> {
    const outgoing = this.#outgoing(endpoint, call);
    outgoing.headers.accept = 'text/csv, application/json';
    let answer: StreamedAnswer | undefined;
    const send = async (request: OutgoingRequest) => {
      answer = await this.#sendStream(request, call, taker);
      return answer;
    };
    const last = await this.#perform(outgoing, send, call);
    if (answer?.taken) return;
    const { status } = this.read(last);
    const message = 'The answer is JSON where the log was expected.';
    throw failed('invalid_response', 'not_the_service', message, { status });
  }

  /** Sends a request as it is given, with retries. The answer, whatever it says. */
  ask({ bearer, headers, ...request }: PlainRequest): Promise<Answer> {
    const signal = this.#options.interrupted;
    const outgoing = {
      ...request,
      headers: { ...standardHeaders(bearer), accept: '*/*', ...headers },
    };
    return this.#perform(outgoing, (current) => this.#send(current, { signal }), { signal });
  }

  /** The error that an answer is; undefined where it is none (see `refusalOf`). */
  refusal(answer: Answer, bodiless: boolean): WaypostError | undefined {
    const error = refusalOf(answer, bodiless);
    return error && withWait(error, answer, this.#options.clock.now());
  }

  /** One attempt, no retry, the raw answer: for the sign-up poll. Throws TransportFailure. */
  async attempt(endpoint: Endpoint, call: Call = {}): Promise<Answer> {
    return this.#send(this.#outgoing(endpoint, call), call);
  }

  /** Reads a raw answer as `call` does. */
  read(answer: Answer): Success {
    try {
      return readAnswer(answer);
    } catch (error) {
      if (!(error instanceof WaypostError)) throw error;
      throw withWait(error, answer, this.#options.clock.now());
    }
  }

  #outgoing({ method, path }: Endpoint, call: Call): OutgoingRequest {
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
      costly: call.costly,
    };
  }

  /** Follows redirects of a GET within the origin; any other is refused, because keys travel along. */
  async #follow(
    outgoing: OutgoingRequest,
    send: (request: OutgoingRequest) => Promise<Answer>,
  ): Promise<Answer> {
    let current = outgoing;
    for (let step = 0; step <= maxRedirects; step += 1) {
      const answer = await send(current);
      if (!redirects.has(answer.status)) return answer;
      const target = redirectTarget(current.url, answer);
      if (target?.origin !== current.url.origin || outgoing.method !== 'GET') {
        throw notFollowed(answer.status, target?.origin ?? 'nowhere');
      }
      current = { ...current, url: target };
    }
    throw new WaypostError('invalid_response', `${this.baseUrl.origin} redirects in a circle.`);
  }

  async #send(
    outgoing: OutgoingRequest,
    { signal, onSend, onChunk, drainBytes }: Call,
  ): Promise<Answer> {
    const { timeoutMs, clock, rateLimiter } = this.#options;
    const connection = await this.#connect();
    const admitted = await rateLimiter?.admit();
    const started = clock.now();
    this.#trace(`> ${outgoing.method} ${outgoing.url.href}`);
    let answer: Answer | undefined;
    try {
      onSend?.();
      answer = await attempt(connection, outgoing, { timeoutMs, signal, onChunk, drainBytes });
      const seen = answer.headers['svc-source-ip'];
      this.#trace(
        `< ${answer.status}, ${answer.body.length} bytes, ${clock.now() - started} ms${seen ? `, seen from ${seen}` : ''}`,
      );
      return answer;
    } catch (error) {
      if (error instanceof TransportFailure) {
        this.#trace(`< ${error.kind}: ${error.message}`);
      }
      throw error;
    } finally {
      admitted?.ended(answer);
    }
  }

  async #sendStream(
    outgoing: OutgoingRequest,
    { signal }: Call,
    taker: BodyTaker,
  ): Promise<StreamedAnswer> {
    const { timeoutMs, clock } = this.#options;
    // Only who takes a stream loads what reads one.
    const { attemptStream } = await import('./stream');
    const started = clock.now();
    this.#trace(`> ${outgoing.method} ${outgoing.url.href}`);
    try {
      const answer = await attemptStream(await this.#connect(), outgoing, taker, {
        timeoutMs,
        signal,
        accepts: (type) => !/json|html/i.test(type),
        // Rows begin with a timestamp; an error or a web page under the name of CSV does not.
        beginsWell: (byte) => byte !== 0x7b && byte !== 0x3c,
      });
      this.#trace(`< ${answer.status}, ${clock.now() - started} ms`);
      return answer;
    } catch (error) {
      if (error instanceof TransportFailure) this.#trace(`< ${error.kind}: ${error.message}`);
      throw error;
    }
  }

  #connect(): Promise<Connection> {
    const { env, connections = 1 } = this.#options;
    this.#connection ??= openConnection(this.baseUrl, env, connections);
    return this.#connection;
  }

  /** Sends until there is a final answer, and says in words why there is none. */
  async #perform(
    outgoing: OutgoingRequest,
    send: (request: OutgoingRequest) => Promise<Answer>,
    { signal, single, onRetry }: Pick<Call, 'signal' | 'single' | 'onRetry'>,
  ): Promise<Answer> {
    const attempt = () => this.#follow(outgoing, send);
    try {
      if (single) return await attempt();
      return await sendWithRetry(
        attempt,
        outgoing,
        this.#options.clock,
        async ({ reason, delayMs, mayBillTwice }) => {
          this.#trace(`* ${reason}; again in ${Math.round(delayMs)} ms`);
          onRetry?.(delayMs);
          if (mayBillTwice) await this.#options.onMayBillTwice?.(reason);
        },
        signal,
      );
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error;
      throw explainFailure(error, this.baseUrl, this.#options.env);
    }
  }

  #trace(line: string): void {
    this.#options.trace?.(line);
  }
}

function standardHeaders(bearer: string | undefined): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': userAgent,
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
  };
}

function redirectTarget(from: URL, answer: Answer): URL | undefined {
  const location = answer.headers.location;
  try {
    return typeof location === 'string' ? new URL(location, from) : undefined;
  } catch {
    return undefined;
  }
}
