// The end of one attempt at a request: an answer, or an exact account of how far it got, because that decides
// whether it may be repeated.
import { hasCode } from '../../lib/system-error';

/** A whole answer. Header names are in lower case. */
export interface Answer {
  status: number;
  /** The reason phrase of the status line; it has no meaning. */
  reason?: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** An answer without its body. */
export type AnswerHead = Omit<Answer, 'body'>;

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
  readonly partial: Answer | undefined;

  constructor(kind: FailureKind, reason: string, partial?: Answer, cause?: unknown) {
    super(reason, { cause });
    this.name = 'TransportFailure';
    this.kind = kind;
    this.partial = partial;
  }
}
