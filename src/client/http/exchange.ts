// The types of a request, its response, and its failure. A failure records whether the request might have reached the
// service. waypost uses this record to decide whether to send the request again. The library exports some of these
// types, so the types do not refer to undici.
import type { Readable } from 'node:stream';
import { hasCode } from '../../lib/system-error';

/** A request to a URL below the base URL. */
export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'PATCH' | 'OPTIONS';
  url: URL;
  headers: Record<string, string | string[]>;
  body?: string | Uint8Array | Readable | undefined;
  /** True if the service must not receive the request twice, regardless of the request's method. */
  once?: boolean | undefined;
  /** True if the service might bill each attempt. */
  billable?: boolean | undefined;
}

/** A chunk of a response body, with the status of the response. */
export interface ReceivedChunk {
  status: number;
  chunk: Buffer;
}

/** Receives the body of a streamed response. */
export interface BodyConsumer {
  /**
   * The transport calls this method when a body begins. If an attempt fails, the transport calls this method again when
   * the body of the next attempt begins.
   */
  begin(): Promise<void> | undefined;
  /**
   * The transport calls this method with the next bytes of the body, and waits for the returned promise before it
   * passes more bytes.
   */
  chunk(bytes: Buffer): Promise<void> | undefined;
}

/** A complete response. Header names are in lowercase. */
export interface HttpResponse {
  status: number;
  /** The reason phrase of the status line. waypost prints the phrase and does not interpret it. */
  reason?: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

export type ResponseHead = Omit<HttpResponse, 'body'>;

/**
 * The ways in which an attempt can fail:
 * - `unreached`: the request certainly did not reach the service (connection refused, unknown host, TLS error)
 * - `reset`: the connection broke
 * - `truncated`: the connection was closed before the end of the body
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
 * True if TLS failed because the server speaks plain HTTP. Node reports this case as a protocol error with a message
 * from OpenSSL. Bun reports a separate error code for this case.
 */
export function speaksPlainHttp(error: unknown): boolean {
  if (hasCode(error, 'ERR_SSL_WRONG_VERSION_NUMBER')) return true;
  return (
    hasCode(error, 'EPROTO') && /wrong version number|packet length too long/.test(String(error))
  );
}

/** The reason to show in messages if `speaksPlainHttp` returns true. */
export const plainHttpReason = 'the server uses http, not https';

/** The failure of one attempt to send a request. */
export class TransportFailure extends Error {
  readonly kind: FailureKind;
  /** The part of the response that arrived, or undefined if the status line did not arrive. */
  readonly partial: HttpResponse | undefined;

  constructor(kind: FailureKind, reason: string, partial?: HttpResponse, cause?: unknown) {
    super(reason, { cause });
    this.name = 'TransportFailure';
    this.kind = kind;
    this.partial = partial;
  }
}
