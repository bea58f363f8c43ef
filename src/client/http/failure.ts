// The end of one attempt at a request: an answer, or an exact account of how far it got, because that decides
// whether it may be repeated.

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
