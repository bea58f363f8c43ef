// A request, and how it ends: an answer, or an exact account of how far it got, because that decides whether it may be
// repeated. The types of the library import these, and none of undici's: programs have no undici.
import type { Readable } from 'node:stream';
import { hasCode } from '../../lib/system-error';

/** A request below the base URL. */
export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'PATCH' | 'OPTIONS';
  url: URL;
  headers: Record<string, string | string[]>;
  body?: string | Uint8Array | Readable | undefined;
  /** Must not be performed twice, whatever its method. */
  once?: boolean | undefined;
  /** Whether each attempt may be billed. */
  billable?: boolean | undefined;
}

/** A piece of an answer's body, as it arrives. */
export interface ReceivedChunk {
  status: number;
  chunk: Buffer;
}

/** The consumer of a streamed body. */
export interface BodyConsumer {
  /** A body begins; if an earlier attempt broke off, the body begins again. */
  begin(): Promise<void> | undefined;
  /** The next bytes; no further ones follow until the promise resolves. */
  chunk(bytes: Buffer): Promise<void> | undefined;
}

/** A whole answer. Header names are in lower case. */
export interface HttpResponse {
  status: number;
  /** The reason phrase of the status line; it has no meaning. */
  reason?: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

export type ResponseHead = Omit<HttpResponse, 'body'>;

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

/**
 * Whether an attempt at TLS failed because the server speaks plain HTTP. What arrives instead of TLS is a protocol error
 * with words of OpenSSL; Bun has a code for it.
 */
export function speaksPlainHttp(error: unknown): boolean {
  if (hasCode(error, 'ERR_SSL_WRONG_VERSION_NUMBER')) return true;
  return (
    hasCode(error, 'EPROTO') && /wrong version number|packet length too long/.test(String(error))
  );
}

/** Why a service cannot be reached that `speaksPlainHttp`. */
export const plainHttpReason = 'it speaks http, not https';

/** A failed attempt. `partial` is what had arrived after the status line. */
export class TransportFailure extends Error {
  readonly kind: FailureKind;
  readonly partial: HttpResponse | undefined;

  constructor(kind: FailureKind, reason: string, partial?: HttpResponse, cause?: unknown) {
    super(reason, { cause });
    this.name = 'TransportFailure';
    this.kind = kind;
    this.partial = partial;
  }
}
