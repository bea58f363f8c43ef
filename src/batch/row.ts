// A row of a batch: what stood in the file, what came of asking for it, what it is answered with, and what
// all of them come to.
import type { ErrorDocument, WaypostError } from '../lib/errors';

/** A row as it stood in the file: the cells of a CSV record, or a line of NDJSON as text. */
export type Kept = readonly string[] | string;

/** Longest row that is read, in characters. */
export const maxRowLength = 1024 * 1024;

/** A row of the input. */
export interface InputRow {
  /** From 1, without the header. */
  number: number;
  kept: Kept;
}

/** The error that a row is answered with in place of a result. */
export type RowError = Pick<
  ErrorDocument['error'],
  'code' | 'message' | 'status' | 'api_code' | 'details'
>;

/** What a row is answered with, and the lookups that it consumed. */
export type Answer = { result: unknown; cost: number } | { error: RowError; cost: number };

/** A row with its answer. */
export interface AnsweredRow extends InputRow {
  answer: Answer;
  /** Digest of the request, where the answer is the same for every row with this request. */
  digest?: string | undefined;
}

/** Whether the service would answer the same request the same way again: errors that pass are no such answer. */
export function isLasting(answer: Answer): boolean {
  return !('error' in answer) || answer.error.code === 'api_error';
}

/** An error as a row holds it. `masked` takes secrets out of its texts. */
export function rowError(error: WaypostError, masked: (text: string) => string): RowError {
  const { code, message, status, apiCode, details } = error;
  return {
    code,
    message: masked(message),
    ...(status === undefined ? {} : { status }),
    ...(apiCode === undefined ? {} : { api_code: apiCode }),
    ...(details === undefined ? {} : { details: maskedDetails(details, masked) }),
  };
}

function maskedDetails(details: unknown, masked: (text: string) => string): unknown {
  return JSON.parse(JSON.stringify(details), (_, member: unknown) =>
    typeof member === 'string' ? masked(member) : member,
  );
}

/** What became of one attempt to ask for a row. */
export type Outcome =
  /** The service answered for this row, with a result or with an error. */
  | { kind: 'answered'; answer: Answer }
  /** The service did not look the row up, for reasons that have nothing to do with it. */
  | { kind: 'refused'; error: unknown }
  /**
   * There is no answer, perhaps for the row's own sake: then it is answered with this error. `inDoubt`
   * where it may have been looked up and billed all the same; `again` where asking again is worth it.
   */
  | { kind: 'failed'; answer: Answer; error: unknown; inDoubt: boolean; again: boolean }
  /** Nothing more can be asked for. */
  | { kind: 'stop'; error: unknown };

/** Counts of answered rows, earlier runs included. */
export interface Tally {
  succeeded: number;
  failed: number;
  /** Lookups consumed by the answers. */
  lookups: number;
  /** Requests that went out and whose answer never came, or was lost: each may have consumed a lookup besides. */
  inDoubt: number;
}

/** The tally of nothing. */
export function emptyTally(): Tally {
  return { succeeded: 0, failed: 0, lookups: 0, inDoubt: 0 };
}

/** Counts one more row. */
export function count(tally: Tally, { answer }: Pick<AnsweredRow, 'answer'>): void {
  if ('error' in answer) tally.failed += 1;
  else tally.succeeded += 1;
  tally.lookups += answer.cost;
}

/** Rows that are answered. */
export function rowsOf({ succeeded, failed }: Pick<Tally, 'succeeded' | 'failed'>): number {
  return succeeded + failed;
}

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
