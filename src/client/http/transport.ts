// One request, one attempt: bytes out, bytes in. Knows nothing of envelopes, retries or credentials'
// meaning; says exactly how far a failed attempt got, because that decides whether it may be repeated.
import type { Dispatcher } from 'undici';
import request from 'undici/lib/api/api-request.js';
import { bodyLimit } from './body-limit';
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

/** A piece of an answer's body, as it arrives. */
export interface ReceivedChunk {
  status: number;
  chunk: Buffer;
}

/** How one attempt is made. */
export interface AttemptOptions {
  /** Longest time for the whole answer, in milliseconds. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Told of every piece of the body before anything else happens to it. */
  onChunk?: ((received: ReceivedChunk) => void) | undefined;
  /** Bytes up to which a body that is too large is still read, for `onChunk`; it fails all the same. */
  drainBytes?: number | undefined;
}

/** Sends one request and reads the whole answer. Throws TransportFailure, or the signal's reason. */
export async function attempt(
  dispatcher: Dispatcher,
  outgoing: OutgoingRequest,
  { timeoutMs, signal, onChunk, drainBytes = 0 }: AttemptOptions,
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
    head = {
      status: response.statusCode,
      reason: response.statusText,
      headers: response.headers,
    };
    let size = 0;
    const status = response.statusCode;
    response.body.on('data', (chunk: Buffer) => {
      onChunk?.({ status, chunk });
      size += chunk.length;
      if (size <= bodyLimit) chunks.push(chunk);
      else if (size > drainBytes) response.body.destroy(new BodyTooLarge());
    });
    await new Promise<void>((resolve, reject) => {
      response.body.once('end', resolve);
      response.body.once('error', reject);
    });
    if (size > bodyLimit) throw new BodyTooLarge();
    return { ...head, body: await decoded(head, Buffer.concat(chunks)) };
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
    // A fault of the tool's own is not the network's.
    if (error instanceof TypeError && codeOf(error) === '') throw error;
    throw failureOf(error, partial);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** The body without a compression that was not asked for. One that cannot be undone stays as it came. */
async function decoded({ headers }: Omit<Answer, 'body'>, body: Buffer): Promise<Buffer> {
  const coding = String(headers['content-encoding'] ?? 'identity').trim();
  if (coding === 'identity' || coding === '') return body;
  const { brotliDecompressSync, inflateSync, gunzipSync } = await import('node:zlib');
  const undo = {
    gzip: gunzipSync,
    'x-gzip': gunzipSync,
    deflate: inflateSync,
    br: brotliDecompressSync,
  };
  try {
    const known = Object.entries(undo).find(([name]) => name === coding.toLowerCase());
    return known === undefined ? body : known[1](body, { maxOutputLength: bodyLimit });
  } catch {
    return body;
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
  // Not every error of the parser has a code.
  const unparsed = error instanceof Error && error.name === 'HTTPParserError';
  if (unparsed || malformedAnswer.has(code)) return failure('malformed');
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
