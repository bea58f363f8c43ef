// One request, one attempt: bytes out, bytes in. Knows nothing of envelopes, retries or credentials'
// meaning; says exactly how far a failed attempt got, because that decides whether it may be repeated.
import type { Dispatcher } from 'undici';
import request from 'undici/lib/api/api-request.js';

/** A request below the base URL. */
export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'PATCH' | 'OPTIONS';
  url: URL;
  headers: Record<string, string>;
  body?: string | undefined;
}

/** A whole answer. Header names are in lower case. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/**
 * How an attempt failed:
 * `unreached`: the request provably never reached the service (refused, no such host, TLS);
 * `reset`: the connection broke; `truncated`: it was closed before the announced end;
 * `timeout`: no whole answer in time; `too_large`: more than the body limit; `malformed`: not HTTP.
 */
export type FailureKind =
  | 'unreached'
  | 'reset'
  | 'truncated'
  | 'timeout'
  | 'too_large'
  | 'malformed';

/** A failed attempt. `partial` is what had arrived once a status line was seen. */
export class TransportFailure extends Error {
  readonly kind: FailureKind;
  readonly partial: Answer | undefined;

  constructor(kind: FailureKind, reason: string, partial?: Answer, cause?: unknown) {
    super(reason, { cause });
    this.name = 'TransportFailure';
    this.kind = kind;
    this.partial = partial;
  }
}

/** A piece of an answer's body, as it arrives. */
export interface ReceivedChunk {
  status: number;
  chunk: Buffer;
}

/** Bodies over this many bytes are refused (contract, section 9). */
export const bodyLimit = 10 * 1024 * 1024;

/** How one attempt is made. */
export interface AttemptOptions {
  /** Longest time for the whole answer, in milliseconds. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Told of every piece of the body before anything else happens to it. */
  onChunk?: ((received: ReceivedChunk) => void) | undefined;
}

/** Sends one request and reads the whole answer. Throws TransportFailure, or the signal's reason. */
export async function attempt(
  dispatcher: Dispatcher,
  outgoing: OutgoingRequest,
  { timeoutMs, signal, onChunk }: AttemptOptions,
): Promise<Answer> {
  const stopper = new AbortController();
  const onAbort = () => stopper.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    stopper.abort();
  }, timeoutMs);
  let head: Omit<Answer, 'body'> | undefined;
  const chunks: Buffer[] = [];
  try {
    const response = await request.call(dispatcher, {
      origin: outgoing.url.origin,
      path: outgoing.url.pathname + outgoing.url.search,
      method: outgoing.method,
      headers: outgoing.headers,
      body: outgoing.body ?? null,
      signal: stopper.signal,
    });
    head = { status: response.statusCode, headers: response.headers };
    let size = 0;
    const status = response.statusCode;
    response.body.on('data', (chunk: Buffer) => {
      onChunk?.({ status, chunk });
      size += chunk.length;
      if (size > bodyLimit) response.body.destroy(new BodyTooLarge());
      else chunks.push(chunk);
    });
    await new Promise<void>((resolve, reject) => {
      response.body.once('end', resolve);
      response.body.once('error', reject);
    });
    return { ...head, body: Buffer.concat(chunks) };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    const partial = head === undefined ? undefined : { ...head, body: Buffer.concat(chunks) };
    if (timedOut) {
      throw new TransportFailure(
        'timeout',
        `no whole answer within ${timeoutMs / 1000} s`,
        partial,
      );
    }
    throw failureOf(error, partial);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

class BodyTooLarge extends Error {}

const neverReached = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ENOENT',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const malformedAnswer = new Set(['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_INVALID_ARG']);
const timeouts = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** What an error of the HTTP layer means. `partial` is given once a status line was seen. */
export function failureOf(error: unknown, partial: Answer | undefined): TransportFailure {
  const code = codeOf(error);
  const reason = error instanceof Error && error.message ? error.message : code;
  const failure = (kind: FailureKind) => new TransportFailure(kind, reason, partial, error);
  if (error instanceof BodyTooLarge) return failure('too_large');
  if (neverReached.has(code) || isTlsFailure(code)) return failure('unreached');
  if (timeouts.has(code)) return failure('timeout');
  if (code.startsWith('HPE_') || malformedAnswer.has(code)) return failure('malformed');
  const closedEarly = code === 'UND_ERR_SOCKET' || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
  return failure(closedEarly && partial !== undefined ? 'truncated' : 'reset');
}

/** Certificates are refused before the request is sent. */
function isTlsFailure(code: string): boolean {
  return /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code);
}

/** The code of the innermost error that has one: a failed connect to several addresses nests them. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return '';
  const own = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const inner = error.cause === undefined ? '' : codeOf(error.cause);
  return inner || own;
}
