// One attempt at a request, up to the end of its answer. Reports exactly how far a failed attempt got,
// because that decides whether it may be repeated.
import type { IncomingMessage } from 'node:http';
import { hasCode } from '../../lib/system-error';
import type { Connection } from './connection';
import { decompressed } from './content-coding';
import { type Answer, type AnswerHead, type FailureKind, TransportFailure } from './failure';
import { WholeBody } from './whole-body';

/** A request below the base URL. */
export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'PATCH' | 'OPTIONS';
  url: URL;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
  /** Must not be performed twice, whatever its method. */
  once?: boolean | undefined;
  /** Whether each attempt may be billed. */
  costly?: boolean | undefined;
}

/**
 * Sends a request, passes its answer to `read` and returns the result. Throws the signal's reason as soon as
 * that aborts, the error of `read`, or the error of the connection, even if it comes late.
 */
export function exchange<T>(
  { request: send, agent }: Connection,
  { url, method, headers, body }: OutgoingRequest,
  signal: AbortSignal,
  read: (head: AnswerHead, body: IncomingMessage) => Promise<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const request = send(url, { agent, method, headers: { ...headers, ...length } });
    let answer: IncomingMessage | undefined;
    const stop = (reason: unknown) => {
      reject(reason);
      answer?.on('error', () => {});
      request.destroy();
    };
    const onAbort = () => stop(signal.reason);
    request.on('close', () => signal.removeEventListener('abort', onAbort));
    request.on('error', (error) => {
      // Node may end a body without a length before it reports that the connection was reset. A body that is
      // complete is not affected.
      if (answer?.complete !== true) stop(error);
    });
    // Without a listener for this error, Node ends the process.
    request.on('upgrade', ({ statusCode }, socket) => {
      socket.destroy();
      stop(new TransportFailure('malformed', `status ${statusCode} switches to another protocol`));
    });
    request.on('response', (response) => {
      answer = response;
      read(headOf(response), response).then(resolve, stop);
    });
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
    request.end(body);
  });
}

function headOf({ statusCode = 0, statusMessage = '', headers }: IncomingMessage): AnswerHead {
  return { status: statusCode, reason: statusMessage, headers };
}

/** The failure for an error of the connection. `partial` is set after the status line has arrived. */
export function failureOf(error: unknown, partial: Answer | undefined): TransportFailure {
  if (error instanceof TransportFailure) return error;
  const inner: NodeJS.ErrnoException = innermost(error);
  const { code = '', syscall: call } = inner;
  const failure = (kind: FailureKind) =>
    new TransportFailure(kind, inner.message || code, partial, error);
  if (call === 'connect' || call === 'getaddrinfo' || isTlsFailure(code)) {
    return failure('unreached');
  }
  // Errors of the HTTP parser and of compression.
  if (/^(HPE_|Z_|ERR__|ERR_BROTLI)/.test(code)) return failure('malformed');
  // Node reports a close before the announced end by an error without a system call.
  const isClosed = partial !== undefined && hasCode(inner, 'ECONNRESET') && call === undefined;
  return failure(isClosed ? 'truncated' : 'reset');
}

/** Certificates are refused before the request is sent. */
function isTlsFailure(code: string): boolean {
  return /^(ERR_TLS_|ERR_SSL_|(ERROR_IN_)?CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$)/.test(
    code,
  );
}

/** A failed connection to several addresses has the errors of each inside. */
function innermost(error: unknown): Error {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0]);
  return error instanceof Error ? error : new Error(String(error));
}

/** A body of more bytes than this waits until other large bodies are done. */
const largeFrom = 512 * 1024;

/** A piece of an answer's body, as it arrives. */
export interface ReceivedChunk {
  status: number;
  chunk: Buffer;
}

/** Settings of one attempt. */
interface AttemptOptions {
  /** Longest time for the whole answer, in milliseconds. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Called with every piece of the body before it is processed. */
  onChunk?: ((received: ReceivedChunk) => void) | undefined;
  /**
   * Bytes up to which a body that is too large is still read, for `onChunk`; the attempt fails nevertheless.
   */
  drainBytes?: number | undefined;
}

/** Sends one request and reads the whole answer. Throws TransportFailure, or the signal's reason. */
export async function attempt(
  connection: Connection,
  outgoing: OutgoingRequest,
  { timeoutMs, signal, onChunk, drainBytes = 0 }: AttemptOptions,
): Promise<Answer> {
  const stopper = new AbortController();
  const onAbort = () => stopper.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort);
  const timeout = new Error(`no whole answer within ${timeoutMs / 1000} s`);
  const timer = setTimeout(() => stopper.abort(timeout), timeoutMs);
  const whole = new WholeBody();
  let size = 0;
  let head: AnswerHead | undefined;
  let turn: Promise<() => void> | undefined;
  try {
    const received = await exchange(connection, outgoing, stopper.signal, async (begun, body) => {
      head = begun;
      whole.expect(Number(begun.headers['content-length']));
      body.on('data', (chunk: Buffer) => {
        onChunk?.({ status: begun.status, chunk });
        size += chunk.length;
        if (!whole.add(chunk)) {
          if (size > drainBytes) body.destroy(new BodyTooLarge());
        } else if (turn === undefined && whole.bytes.length > largeFrom) {
          turn = connection.large.next();
          body.pause();
          void turn.then(() => body.resume());
        }
      });
      await new Promise<void>((resolve, reject) => {
        body.once('end', resolve);
        body.once('error', reject);
      });
      if (size > whole.bytes.length) throw new BodyTooLarge();
      return begun;
    });
    return { ...received, body: await decompressed(received, whole.bytes) };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    const partial = head === undefined ? undefined : { ...head, body: whole.bytes };
    if (error === timeout) throw new TransportFailure('timeout', timeout.message, partial);
    if (error instanceof BodyTooLarge)
      throw new TransportFailure('too_large', 'too large', partial);
    // A fault of the tool itself is not a network failure.
    if (error instanceof TypeError) throw error;
    throw failureOf(error, partial);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    void turn?.then((end) => end());
  }
}

class BodyTooLarge extends Error {}
