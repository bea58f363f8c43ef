// Makes one attempt at a request and reads the response. A failed attempt reports whether the request might have
// reached the service. waypost uses this report to decide whether to send the request again.
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type Dispatcher, errors } from 'undici';
import { decompressed, WholeBody } from './body';
import { type Connection, innermost } from './connection';
import {
  type FailureKind,
  type HttpResponse,
  type OutgoingRequest,
  type ReceivedChunk,
  type ResponseHead,
  TransportFailure,
} from './exchange';

/** The status and headers of a response, and a stream of its body. */
interface ResponseStart {
  head: ResponseHead;
  body: Readable;
}

/**
 * Sends a request. Resolves when the head of the response has arrived. If the connection fails or the signal is
 * aborted, rejects with the connection's error or the signal's reason. The body stream fails with the same errors.
 */
export function exchange(
  { dispatcher, waiting }: Connection,
  { url, method, headers, body }: OutgoingRequest,
  signal: AbortSignal,
): Promise<ResponseStart> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const path = `${url.pathname}${url.search}`;
    dispatcher.dispatch(
      { origin: url.origin, path, method, headers, body: body ?? null },
      new ResponseHandler(waiting, signal, resolve, reject),
    );
  });
}

/** Turns undici's events for one request into a response whose body is a stream. */
class ResponseHandler implements Dispatcher.DispatchHandler {
  readonly #waiting: Connection['waiting'];
  readonly #signal: AbortSignal;
  readonly #resolve: (response: ResponseStart) => void;
  readonly #reject: (reason: unknown) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #body: Readable | undefined;
  #joined = new WholeBody(joinedSize);

  constructor(
    waiting: Connection['waiting'],
    signal: AbortSignal,
    resolve: (response: ResponseStart) => void,
    reject: (reason: unknown) => void,
  ) {
    this.#waiting = waiting;
    this.#signal = signal;
    this.#resolve = resolve;
    this.#reject = reject;
    signal.addEventListener('abort', this.#onAbort);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#signal.aborted) controller.abort(this.#signal.reason);
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: ResponseHead['headers'],
    reason = '',
  ): void {
    if (status < 200) return;
    this.#body = this.#createBody();
    this.#resolve({ head: { status, reason, headers }, body: this.#body });
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    const isSmall = chunk.length < smallSize;
    if (isSmall && this.#joined.bytes.length === 0) queueMicrotask(() => this.#pushJoined());
    if (isSmall && this.#joined.add(chunk)) return;
    this.#pushJoined();
    this.#push(chunk);
  }

  onResponseEnd(): void {
    this.#pushJoined();
    this.#end();
    this.#body?.push(null);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#pushJoined();
    this.#end();
    this.#reject(error);
    this.#body?.destroy(error);
  }

  readonly #onAbort = (): void => {
    // A request that is still waiting for a connection has no controller yet. `onRequestStart` aborts the request
    // later.
    this.#controller?.abort(this.#signal.reason);
    this.#reject(this.#signal.reason);
  };

  #createBody(): Readable {
    const body = new Readable({
      highWaterMark: 64 * 1024,
      read: () => {
        if (this.#controller !== undefined && this.#waiting.delete(this.#controller)) {
          this.#controller.resume();
        }
      },
      destroy: (error, done) => {
        if (error !== null) this.#controller?.abort(error);
        done(error);
      },
    });
    // Without a listener, an error that occurs before the body has a reader would end the process. A later reader still
    // gets the error.
    body.on('error', () => {});
    return body;
  }

  /** Passes bytes to the body, and pauses the response if the reader is slower than the service. */
  #push(bytes: Buffer): void {
    if (bytes.length === 0 || this.#body?.push(bytes) || this.#controller === undefined) return;
    this.#waiting.add(this.#controller);
    this.#controller.pause();
  }

  #pushJoined(): void {
    const { bytes } = this.#joined;
    if (bytes.length === 0) return;
    this.#joined = new WholeBody(joinedSize);
    this.#push(bytes);
  }

  #end(): void {
    this.#signal.removeEventListener('abort', this.#onAbort);
    if (this.#controller !== undefined) this.#waiting.delete(this.#controller);
  }
}

/**
 * The size below which waypost joins chunks that arrive together, in bytes. If waypost did not join small chunks,
 * one-byte chunks would take a hundred times as much memory.
 */
const smallSize = 1024;

/** The maximum total size of the chunks that waypost joins, in bytes. */
const joinedSize = 16 * 1024;

/** Returns the failure for a connection error. Set `partial` if the status line arrived. */
export function transportFailure(
  error: unknown,
  partial: HttpResponse | undefined,
): TransportFailure {
  if (error instanceof TransportFailure) return error;
  const { code = '', name, message } = innermost(error);
  const failure = (kind: FailureKind, reason = message || code) =>
    new TransportFailure(kind, reason, partial, error);
  const isCutOff =
    code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' ||
    (name === 'HTTPParserError' && message.includes('Invalid EOF state')) ||
    (code === 'UND_ERR_SOCKET' && partial !== undefined);
  // If the status is 101, or if a response arrives without a request, undici reports the cause only in the message.
  if (message === 'bad upgrade') return failure('malformed', 'it switches to another protocol');
  if (message === 'bad response') return failure('malformed', 'it does not belong to a request');
  if (isCutOff)
    return failure('truncated', 'the connection was closed before the end of the response');
  if (code === 'UND_ERR_SOCKET') return failure('reset', 'the connection was closed');
  const isMalformed =
    name === 'HTTPParserError' || /^(UND_ERR_HEADERS|Z_|ERR__|ERR_BROTLI)/.test(code);
  return failure(isMalformed ? 'malformed' : 'reset');
}

/**
 * If a body is larger than this number of bytes, waypost pauses the response until all earlier large bodies have
 * arrived.
 */
const largeFrom = 512 * 1024;

interface AttemptOptions {
  /** The time limit for the complete response, in milliseconds. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  onChunk?: ((received: ReceivedChunk) => void) | undefined;
  /**
   * If the body exceeds `bodyLimit`, `onChunk` still receives chunks until the body exceeds this number of bytes. After
   * these chunks, the attempt fails.
   */
  drainBytes?: number | undefined;
}

/** Sends one request and reads the complete response. Throws TransportFailure, or the signal's reason. */
export async function attemptRequest(
  connection: Connection,
  outgoing: OutgoingRequest,
  { timeoutMs, signal, onChunk, drainBytes = 0 }: AttemptOptions,
): Promise<HttpResponse> {
  const stopper = new AbortController();
  const onAbort = () => stopper.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort);
  const timeout = new Error(`no complete response within ${timeoutMs / 1000} s`);
  const timer = setTimeout(() => stopper.abort(timeout), timeoutMs);
  const whole = new WholeBody();
  let size = 0;
  let head: ResponseHead | undefined;
  let turn: Promise<() => void> | undefined;
  try {
    const { head: begun, body } = await exchange(connection, outgoing, stopper.signal);
    head = begun;
    whole.expect(Number(begun.headers['content-length']));
    body.on('data', (chunk: Buffer) => {
      onChunk?.({ status: begun.status, chunk });
      size += chunk.length;
      if (!whole.add(chunk)) {
        if (size > drainBytes) body.destroy(new TooLarge());
      } else if (turn === undefined && whole.bytes.length > largeFrom) {
        turn = connection.large.next();
        body.pause();
        void turn.then(() => body.resume());
      }
    });
    await finished(body);
    if (size > whole.bytes.length) throw new TooLarge();
    return { ...begun, body: await decompressed(begun, whole.bytes) };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    const partial = head === undefined ? undefined : { ...head, body: whole.bytes };
    if (error === timeout) throw new TransportFailure('timeout', timeout.message, partial);
    if (error instanceof TooLarge) throw new TransportFailure('too_large', 'too large', partial);
    // This error means that waypost passed an invalid argument to undici, so the cause is a bug and not a network
    // failure.
    if (error instanceof errors.InvalidArgumentError) throw error;
    throw transportFailure(error, partial);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    void turn?.then((end) => end());
  }
}

class TooLarge extends Error {}
