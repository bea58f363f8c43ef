// The service client: an operation of the interface in, its result or an error of the contract out.
import type { Dispatcher } from 'undici';
import type { Environment } from '../contract/environment';
import { WaypostError } from '../contract/errors';
import { defaultBaseUrl, userAgent } from '../contract/identity';
import { isLoopback } from '../contract/loopback';
import type { Clock } from '../contract/seams';
import type { Endpoint } from '../interface/endpoints';
import { openDispatcher, proxyFor } from './dispatcher';
import { notFollowed, readAnswer, type Success } from './envelope';
import { type Answer, TransportFailure } from './failure';
import type { Gate } from './pace';
import { operationUrl, type Query } from './path';
import { longestWaitMs, requestedWait, sendWithRetry } from './retry';
import type { BodyTaker, StreamedAnswer } from './stream';
import { attempt, bodyLimit, type OutgoingRequest, type ReceivedChunk } from './transport';

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
  gate?: Gate | undefined;
  /** Connections that may be open at once (default: 1). */
  connections?: number | undefined;
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
  /** Told of every piece of the answer the moment it arrives. */
  onChunk?: ((received: ReceivedChunk) => void) | undefined;
}

const redirects = new Set([301, 302, 303, 307, 308]);
const mostRedirects = 5;

/** One service at one base URL, over one kept connection. */
export class Service {
  readonly baseUrl: URL;
  readonly #options: ServiceOptions;
  #dispatcher: Promise<Dispatcher> | undefined;

  constructor(options: ServiceOptions) {
    this.baseUrl = options.baseUrl;
    this.#options = options;
  }

  /** Performs an operation, with retries unless it is single. Throws a WaypostError of contract section 5. */
  async call(endpoint: Endpoint, given: Call = {}): Promise<Success> {
    const { clock, interrupted } = this.#options;
    const call = { ...given, signal: given.signal ?? interrupted };
    const outgoing = this.#outgoing(endpoint, call);
    const send = () => this.#follow(outgoing, (request) => this.#send(request, call));
    const answer = await this.#explaining(() =>
      call.single
        ? send()
        : sendWithRetry(
            send,
            outgoing,
            clock,
            (reason, delayMs) => this.#trace(`* ${reason}; again in ${Math.round(delayMs)} ms`),
            call.signal,
          ),
    );
    return this.read(answer);
  }

  /**
   * Performs an operation whose body is CSV of any length, with retries: where an attempt breaks off, the
   * taker is told to begin anew. `--timeout` counts the time without a byte. Throws a WaypostError of
   * contract section 5, or what the taker throws.
   */
  async stream(endpoint: Endpoint, call: Call, taker: BodyTaker): Promise<void> {
    const outgoing = this.#outgoing(endpoint, call);
    outgoing.headers.accept = 'text/csv, application/json';
    let answer: StreamedAnswer | undefined;
    const last = await this.#explaining(() =>
      sendWithRetry(
        () =>
          this.#follow(outgoing, async (request) => {
            answer = await this.#sendStream(request, call, taker);
            return answer;
          }),
        outgoing,
        this.#options.clock,
        (reason, delayMs) => this.#trace(`* ${reason}; again in ${Math.round(delayMs)} ms`),
        call.signal,
      ),
    );
    if (answer?.taken) return;
    const { status } = this.read(last);
    throw new WaypostError('invalid_response', 'The answer is JSON where the log was expected.', {
      status,
      hint: 'Check that --base-url names the service itself.',
    });
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
      if (!(error instanceof WaypostError) || error.code !== 'rate_limited') throw error;
      const wait = requestedWait(answer, this.#options.clock.now());
      if (wait === undefined || wait <= longestWaitMs) throw error;
      throw error.with({ hint: `Try again in ${Math.ceil(wait / 1000)} seconds.` });
    }
  }

  /** A failed attempt as an error of the contract, with what to do next. */
  explain(failure: TransportFailure): WaypostError {
    const { origin } = this.baseUrl;
    const facts = { status: failure.partial?.status, cause: failure };
    switch (failure.kind) {
      case 'timeout':
        return new WaypostError(
          'timeout',
          `${origin} did not answer in time: ${failure.message}.`,
          {
            ...facts,
            hint: 'Try again, or allow more with --timeout.',
          },
        );
      case 'too_large':
        return new WaypostError(
          'invalid_response',
          `The answer of ${origin} is larger than ${bodyLimit / 1024 / 1024} MiB.`,
          facts,
        );
      case 'malformed':
      case 'truncated':
        return new WaypostError(
          'invalid_response',
          `The answer of ${origin} was cut off or is not HTTP: ${failure.message}.`,
          { ...facts, hint: 'Try again; if it stays, check that --base-url names the service.' },
        );
      default:
        return new WaypostError(
          'network_error',
          failure.partial === undefined
            ? `${origin} cannot be reached: ${failure.message}.`
            : `The connection to ${origin} broke in the middle of the answer: ${failure.message}.`,
          {
            ...facts,
            hint: this.#reachingHint(),
          },
        );
    }
  }

  #outgoing({ method, path }: Endpoint, call: Call): OutgoingRequest {
    const url = operationUrl(this.baseUrl, path, call.parameters ?? {}, call.query);
    const body = call.body === undefined ? undefined : JSON.stringify(call.body);
    return {
      method,
      url,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': userAgent,
        ...(call.bearer === undefined ? {} : { authorization: `Bearer ${call.bearer}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body,
    };
  }

  /** Follows redirects of a GET within the origin; any other is refused, because keys travel along. */
  async #follow(
    outgoing: OutgoingRequest,
    send: (request: OutgoingRequest) => Promise<Answer>,
  ): Promise<Answer> {
    let current = outgoing;
    for (let step = 0; step <= mostRedirects; step += 1) {
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

  async #send(outgoing: OutgoingRequest, { signal, onSend, onChunk }: Call): Promise<Answer> {
    const { timeoutMs, clock, gate } = this.#options;
    const dispatcher = await this.#open();
    const admitted = await gate?.admit();
    const started = clock.now();
    this.#trace(`> ${outgoing.method} ${outgoing.url.href}`);
    let answer: Answer | undefined;
    try {
      onSend?.();
      answer = await attempt(dispatcher, outgoing, { timeoutMs, signal, onChunk });
      const seen = answer.headers['svc-source-ip'];
      this.#trace(
        `< ${answer.status}, ${answer.body.length} bytes, ${clock.now() - started} ms${seen ? `, seen from ${seen}` : ''}`,
      );
      return answer;
    } catch (error) {
      if (error instanceof TransportFailure) this.#trace(`< ${error.kind}: ${error.message}`);
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
    const dispatcher = await this.#open();
    const started = clock.now();
    this.#trace(`> ${outgoing.method} ${outgoing.url.href}`);
    try {
      // Only who takes a stream loads what reads one.
      const { attemptStream } = await import('./stream');
      const answer = await attemptStream(dispatcher, outgoing, taker, {
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

  #open(): Promise<Dispatcher> {
    const { env, timeoutMs, connections } = this.#options;
    this.#dispatcher ??= openDispatcher(this.baseUrl, env, { timeoutMs, connections });
    return this.#dispatcher;
  }

  async #explaining(work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof TransportFailure ? this.explain(error) : error;
    }
  }

  #reachingHint(): string {
    const proxy = proxyFor(this.baseUrl, this.#options.env);
    if (proxy !== undefined) {
      return `Requests go through a proxy (HTTP_PROXY or HTTPS_PROXY). Check it, or name hosts to reach directly: NO_PROXY=${this.baseUrl.hostname}.`;
    }
    if (this.baseUrl.origin === new URL(defaultBaseUrl).origin) {
      return 'Start the local service with `waypost sandbox start`, or name the service with --base-url or WAYPOST_BASE_URL.';
    }
    if (isLoopback(this.baseUrl)) {
      return `If that is a local service, start it with \`waypost sandbox start --port ${this.baseUrl.port}\`; or name the service with --base-url or WAYPOST_BASE_URL.`;
    }
    return 'Check the network and --base-url. A company certificate goes into NODE_EXTRA_CA_CERTS.';
  }

  #trace(line: string): void {
    this.#options.trace?.(line);
  }
}

function redirectTarget(from: URL, answer: Answer): URL | undefined {
  const location = answer.headers.location;
  try {
    return typeof location === 'string' ? new URL(location, from) : undefined;
  } catch {
    return undefined;
  }
}
