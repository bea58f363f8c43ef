// One attempt at a request, up to the end of its answer. Reports exactly how far a failed attempt got,
// because that decides whether it may be repeated.
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

/** The head of an answer, and its body as it arrives. */
interface Begun {
  head: ResponseHead;
  body: Readable;
}

/** Sends a request. Rejects with the error of the connection, or the signal's reason; so does the body. */
export function exchange(
  { dispatcher, waiting }: Connection,
  { url, method, headers, body }: OutgoingRequest,
  signal: AbortSignal,
): Promise<Begun> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let response: Readable | undefined;
    let joined = new WholeBody(joinedSize);
    const handOn = (piece: Buffer) => {
      if (piece.length === 0 || response?.push(piece) || controller === undefined) return;
      waiting.add(controller);
      controller.pause();
    };
    const handOnJoined = () => {
      const { bytes } = joined;
      if (bytes.length === 0) return;
      joined = new WholeBody(joinedSize);
      handOn(bytes);
    };
    const onAbort = () => {
      // A request that is not sent yet has no controller; it is stopped when it would be.
      controller?.abort(signal.reason);
      reject(signal.reason);
    };
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort);
    const ended = () => {
      signal.removeEventListener('abort', onAbort);
      if (controller !== undefined) waiting.delete(controller);
    };
    const path = `${url.pathname}${url.search}`;
    dispatcher.dispatch(
      { origin: url.origin, path, method, headers, body: body ?? null },
      {
        onRequestStart(started) {
          controller = started;
          if (signal.aborted) started.abort(signal.reason);
        },
        onResponseStart(_, status, received, reason = '') {
          if (status < 200) return;
          response = new Readable({
            highWaterMark: 64 * 1024,
            read: () => {
              if (controller !== undefined && waiting.delete(controller)) controller.resume();
            },
            destroy: (error, done) => {
              if (error !== null) controller?.abort(error);
              done(error);
            },
          });
          // An error before there is a reader is thrown to the reader.
          response.on('error', () => {});
          resolve({ head: { status, reason, headers: received }, body: response });
        },
        onResponseData(_, chunk) {
          const isSmall = chunk.length < smallSize;
          if (isSmall && joined.bytes.length === 0) queueMicrotask(handOnJoined);
          if (isSmall && joined.add(chunk)) return;
          handOnJoined();
          handOn(chunk);
        },
        onResponseEnd() {
          handOnJoined();
          ended();
          response?.push(null);
        },
        onResponseError(_, error) {
          handOnJoined();
          ended();
          reject(error);
          response?.destroy(error);
        },
      },
    );
  });
}

/**
 * Pieces of a body that arrive together and have fewer bytes than this are handed on as one. If each were handed on by
 * itself and had one byte, they would take a hundred times as much memory.
 */
const smallSize = 1024;

/** The largest number of bytes that small pieces are joined to. */
const joinedSize = 16 * 1024;

/** The failure for an error of the connection. `partial` is set after the status line has arrived. */
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
  // undici names these by their message alone: an answer 101, and one that nobody asked for.
  if (message === 'bad upgrade') return failure('malformed', 'it switches to another protocol');
  if (message === 'bad response') return failure('malformed', 'it does not answer the request');
  if (isCutOff) return failure('truncated', 'the connection was closed before its end');
  if (code === 'UND_ERR_SOCKET') return failure('reset', 'the connection was closed');
  const isMalformed =
    name === 'HTTPParserError' || /^(UND_ERR_HEADERS|Z_|ERR__|ERR_BROTLI)/.test(code);
  return failure(isMalformed ? 'malformed' : 'reset');
}

/** A body of more bytes than this waits until other large bodies are done. */
const largeFrom = 512 * 1024;

interface AttemptOptions {
  /** Longest time for the whole answer, in milliseconds. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  onChunk?: ((received: ReceivedChunk) => void) | undefined;
  /**
   * Bytes up to which a body that is too large is still read, for `onChunk`; the attempt fails nevertheless.
   */
  drainBytes?: number | undefined;
}

/** Sends one request and reads the whole answer. Throws TransportFailure, or the signal's reason. */
export async function attemptRequest(
  connection: Connection,
  outgoing: OutgoingRequest,
  { timeoutMs, signal, onChunk, drainBytes = 0 }: AttemptOptions,
): Promise<HttpResponse> {
  const stopper = new AbortController();
  const onAbort = () => stopper.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort);
  const timeout = new Error(`no whole answer within ${timeoutMs / 1000} s`);
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
    // A fault of the tool itself is not a network failure.
    if (error instanceof errors.InvalidArgumentError) throw error;
    throw transportFailure(error, partial);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    void turn?.then((end) => end());
  }
}

class TooLarge extends Error {}
