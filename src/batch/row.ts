// The types of a row of a batch: its input, the outcome of its request, its answer, and the counts of all rows.
import type { ErrorDocument, WaypostError } from '../lib/errors';

/** The input of a row: the cells of a CSV record, or a line of NDJSON as text. */
export type RowInput = readonly string[] | string;

/** The longest row that is read, in characters. */
export const maxRowLength = 1024 * 1024;

export interface InputRow {
  /** The number of the row, from 1, without the header. */
  number: number;
  input: RowInput;
}

/** The error that a row has instead of a result. */
export type RowError = Pick<
  ErrorDocument['error'],
  'code' | 'message' | 'status' | 'api_code' | 'details'
>;

/** The answer of a row and its cost in lookups. */
export type RowAnswer = { result: unknown; cost: number } | { error: RowError; cost: number };

export interface AnsweredRow extends InputRow {
  answer: RowAnswer;
  /** The digest of the request, if every row with this request gets the same answer. */
  digest?: string | undefined;
}

/** True if the service would give the same answer again. After a temporary error, it would not. */
export function isLasting(answer: RowAnswer): boolean {
  return !('error' in answer) || ['api_error', 'not_found'].includes(answer.error.code);
}

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
  return JSON.parse(JSON.stringify(details), (_, field: unknown) =>
    typeof field === 'string' ? masked(field) : field,
  );
}

export type Outcome =
  /** The service answered with a result or with an error. */
  | { kind: 'answered'; answer: RowAnswer }
  /** The service did not look up the row, for a reason that is not the row. With `nothingListens`, no program listens. */
  | { kind: 'refused'; error: unknown; nothingListens?: boolean }
  /**
   * There is no answer, possibly because of the row, which then gets this error. With `inDoubt`, the service might have billed
   * the request; with `again`, another attempt can help.
   */
  | { kind: 'failed'; answer: RowAnswer; error: unknown; inDoubt: boolean; again: boolean }
  /** No more requests can be sent. */
  | { kind: 'stop'; error: unknown };

/** Counts of answered rows, including earlier runs. */
export interface BatchCounts {
  succeeded: number;
  failed: number;
  lookups: number;
  /** The number of requests without an answer that the service might have billed. They are not part of `lookups`. */
  inDoubt: number;
  /** The number of answered rows by their outcome, such as `deliverable` or the kind of their error. */
  outcomes: Record<string, number>;
}

export function noCounts(): BatchCounts {
  return { succeeded: 0, failed: 0, lookups: 0, inDoubt: 0, outcomes: {} };
}

export type ResultOutcome = (result: unknown) => string;

export function countRow(
  counts: BatchCounts,
  { answer }: AnsweredRow,
  resultOutcome: ResultOutcome,
): void {
  if ('error' in answer) counts.failed += 1;
  else counts.succeeded += 1;
  counts.lookups += answer.cost;
  const outcome = 'error' in answer ? failureName(answer.error) : resultOutcome(answer.result);
  counts.outcomes[outcome] = (counts.outcomes[outcome] ?? 0) + 1;
}

/** The outcomes of rows without a result. */
export const failures = ['invalid', 'not_found', 'rejected', 'unanswered'] as const;

/** Returns the number of failed rows by their outcome. */
export function failedRows({ outcomes }: Readonly<BatchCounts>): Record<string, number> {
  return Object.fromEntries(failures.map((reason) => [reason, outcomes[reason] ?? 0]));
}

function failureName({ code }: RowError): (typeof failures)[number] {
  if (code === 'invalid_input') return 'invalid';
  if (code === 'not_found') return code;
  if (code === 'api_error') return 'rejected';
  return 'unanswered';
}

export function answeredRows({ succeeded, failed }: Readonly<BatchCounts>): number {
  return succeeded + failed;
}

/** Takes answered rows in any order, writes and counts them. */
export interface BatchTarget {
  /** The counts so far, including earlier runs. */
  readonly counts: Readonly<BatchCounts>;
  /** The most requests that may be pending at the same time, at least one. */
  readonly mostUnderway: number;
  /** Writes the text before the first row. If it throws, no request is sent. */
  begin(): Promise<void>;
  /** Records that the request of a row is about to be sent. If it throws `write_failed`, the request must not be sent. */
  sent(number: number): void;
  /** Records that the answer of a request was lost, and that the service might have billed it. */
  lost(number: number): void;
  /** Records that a request was certainly not billed. */
  refused(number: number): void;
  /** Resolves when the row is stored. */
  answered(row: AnsweredRow): Promise<void>;
  /** Returns the answer to a request, from this run or an earlier one; undefined if there is none. */
  answerTo(digest: string): RowAnswer | undefined;
  /** Ends the output. `complete` is true if all rows are answered. Throws `write_failed`. */
  end(complete: boolean): Promise<void>;
}
