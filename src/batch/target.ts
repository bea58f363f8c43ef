// Where a batch's answers go: a file, or a stream.
import type { Answer, AnsweredRow, Tally } from './row';

/** Takes answered rows in any order, and counts them. */
export interface BatchTarget {
  /** What is answered so far, earlier runs included. */
  readonly tally: Readonly<Tally>;
  /** Notes that a request for a row is about to go out. Throws `write_failed`; then it must not. */
  sent(number: number): void;
  /** Notes that it may have been billed, and no answer came. */
  lost(number: number): void;
  /** Notes that it was provably not billed. */
  refused(number: number): void;
  /** Resolves when the row is safe. */
  answered(row: AnsweredRow): Promise<void>;
  /** The answer that a request got before, in this run or an earlier one; undefined where it got none. */
  answerTo(digest: string): Answer | undefined;
  /** No more rows come; `complete` says whether all are answered. Throws `write_failed`. */
  end(complete: boolean): Promise<void>;
}
