// The types of a request, its response, and its failure. A failure records exactly how far the request got, because that
// decides whether it may be sent again. The library exports some of these types, so none refers to undici.
import type { Readable } from 'node:stream';
import { hasCode } from '../../lib/system-error';

/** A request below the base URL. */
export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'PATCH' | 'OPTIONS';
  url: URL;
  headers: Record<string, string | string[]>;
  body?: string | Uint8Array | Readable | undefined;
  /** True if the request must not be sent twice, regardless of its method. */
  once?: boolean | undefined;
  /** True if the service might bill each attempt. */
  billable?: boolean | undefined;
}

/** A chunk of a response body. */
export interface ReceivedChunk {
  status: number;
  chunk: Buffer;
}

/** Receives the body of a streamed response. */
export interface BodyConsumer {
  /** Called when a body begins. It is called again, before the first byte, if an attempt failed and is repeated. */
  begin(): Promise<void> | undefined;
  /** Called with the next bytes. The following bytes are passed when the promise resolves. */
  chunk(bytes: Buffer): Promise<void> | undefined;
}

/** A complete response. Header names are in lower case. */
export interface HttpResponse {
  status: number;
  /** The reason phrase of the status line. waypost prints it and does not interpret it. */
  reason?: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

export type ResponseHead = Omit<HttpResponse, 'body'>;

/**
 * How an attempt failed:
 * - `unreached`: the request certainly did not reach the service (connection refused, unknown host, TLS error)
 * - `reset`: the connection broke
 * - `truncated`: the connection was closed before the announced end of the body
 * - `timeout`: the response was not complete in time
 * - `too_large`: the body exceeds the limit
 * - `malformed`: the response is not HTTP
 */
export type FailureKind =
  | 'unreached'
  | 'reset'
  | 'truncated'
  | 'timeout'
  | 'too_large'
  | 'malformed';

/**
 * True if TLS failed because the server speaks plain HTTP. Node reports a protocol error with a message of OpenSSL; Bun
 * has a code for it.
 */
export function speaksPlainHttp(error: unknown): boolean {
  if (hasCode(error, 'ERR_SSL_WRONG_VERSION_NUMBER')) return true;
  return (
    hasCode(error, 'EPROTO') && /wrong version number|packet length too long/.test(String(error))
  );
}

/** The reason in messages if `speaksPlainHttp`. */
export const plainHttpReason = 'it speaks http, not https';

/** A failed attempt. */
export class TransportFailure extends Error {
  readonly kind: FailureKind;
  /** The part of the response that arrived; undefined if not even its status line did. */
  readonly partial: HttpResponse | undefined;

  constructor(kind: FailureKind, reason: string, partial?: HttpResponse, cause?: unknown) {
    super(reason, { cause });
    this.name = 'TransportFailure';
    this.kind = kind;
    this.partial = partial;
  }
}
