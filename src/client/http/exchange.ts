// One request on its way, up to the end of its answer. Says exactly how far a failed one got, because that
// decides whether it may be repeated.
import type { IncomingMessage } from 'node:http';
import { hasCode } from '../../lib/system-error';
import type { Connection } from './connection';
import { type Answer, type FailureKind, TransportFailure } from './failure';

/** A request below the base URL. */
export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'PATCH' | 'OPTIONS';
  url: URL;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
  /** Not to be performed twice, whatever its method. */
  once?: boolean | undefined;
  /** Whether each attempt may cost something. */
  costly?: boolean | undefined;
}

/** An answer without its body. */
export type AnswerHead = Omit<Answer, 'body'>;

/**
 * Sends a request and hands its answer to `read`, whose result it returns. Throws the signal's reason as
 * soon as that aborts, what `read` throws, or the error of the connection, however late it comes.
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
      // Node may end a body without a length before it tells that the connection was reset. One that is
      // whole is not affected by what becomes of its connection.
      if (answer?.complete !== true) stop(error);
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

/** What an error of the connection means. `partial` is given once a status line was seen. */
export function failureOf(error: unknown, partial: Answer | undefined): TransportFailure {
  if (error instanceof TransportFailure) return error;
  const inner = innermost(error);
  const code = 'code' in inner ? String(inner.code) : '';
  const call = 'syscall' in inner ? inner.syscall : undefined;
  const failure = (kind: FailureKind) =>
    new TransportFailure(kind, inner.message || code, partial, error);
  if (call === 'connect' || call === 'getaddrinfo' || isTlsFailure(code)) {
    return failure('unreached');
  }
  // Of the parser of HTTP, and of compression.
  if (/^(HPE_|Z_|ERR__|ERR_BROTLI)/.test(code)) return failure('malformed');
  // Node tells of a close before the announced end by an error that no system call made.
  const isClosed = partial !== undefined && hasCode(inner, 'ECONNRESET') && call === undefined;
  return failure(isClosed ? 'truncated' : 'reset');
}

/** Certificates are refused before the request is sent. */
function isTlsFailure(code: string): boolean {
  return /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$)/.test(code);
}

/** A failed connect to several addresses nests the errors of each. */
function innermost(error: unknown): Error {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0]);
  return error instanceof Error ? error : new Error(String(error));
}
