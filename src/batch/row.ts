// The types for a batch's rows: the input and result of a row, the outcome of a request, and the counts of all rows.
import type { ErrorDocument, WaypostError } from '../lib/errors';

/** The input of a row: the cells of a CSV record, or a line of NDJSON as text. */
export type RowInput = readonly string[] | string;

/** The maximum length of a row, in characters. */
export const maxRowLength = 1024 * 1024;

export interface InputRow {
  /** The number of the row. The first row is 1. The header row is not counted. */
  number: number;
  input: RowInput;
}

/** The error of a row that has no result. */
export type RowError = Pick<
  ErrorDocument['error'],
  'code' | 'message' | 'status' | 'api_code' | 'details'
>;

/** The result or error of a row, and the cost in lookups. */
export type RowAnswer = { result: unknown; cost: number } | { error: RowError; cost: number };

export interface AnsweredRow extends InputRow {
  answer: RowAnswer;
  /** The digest of the request. The digest is set only if other rows with the same request can share the result. */
  digest?: string | undefined;
}

/**
 * True if the service would send the same result for a repeated request. After a temporary error, the service might
 * send a different result.
 */
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
  /** The service responded with a result or an error. */
  | { kind: 'answered'; answer: RowAnswer }
  /**
   * The service did not look up the row, for a reason that does not depend on the row. If `nothingListens` is true, no
   * program is listening at the service's address.
   */
  | { kind: 'refused'; error: unknown; nothingListens?: boolean }
  /**
   * The request failed, possibly because of the row. If the row caused the failure, `answer` contains the error that
   * waypost stores for the row. If `inDoubt` is true, the service might have billed the request. If `again` is true,
   * another attempt might succeed.
   */
  | { kind: 'failed'; answer: RowAnswer; error: unknown; inDoubt: boolean; again: boolean }
  /** The batch must not send more requests. */
  | { kind: 'stop'; error: unknown };

/** The counts of the rows that have a result or an error, in this run and in earlier runs. */
export interface BatchCounts {
  succeeded: number;
  failed: number;
  lookups: number;
  /**
   * The number of requests that the service might have billed although waypost received no response. `lookups` does not
   * include these requests.
   */
  inDoubt: number;
  /** The number of rows for each outcome, such as `deliverable` or `not_found`. */
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

/** The possible outcomes of rows without a result. */
export const failures = ['invalid', 'not_found', 'rejected', 'unanswered'] as const;

/** Returns the number of failed rows for each outcome. */
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

/** Receives the results of the rows in any order, writes the results, and counts the rows. */
export interface BatchTarget {
  /** The counts so far, including the counts of earlier runs. */
  readonly counts: Readonly<BatchCounts>;
  /** The maximum number of requests that can be pending at the same time. This number is at least one. */
  readonly mostUnderway: number;
  /** Writes the text that precedes the first row. If this method throws, waypost does not send any requests. */
  begin(): Promise<void>;
  /**
   * Records that the request for a row is about to be sent. If this method throws `write_failed`, the caller must not
   * send the request.
   */
  sent(number: number): void;
  /** Records that the response to a request was lost and that the service might have billed the request. */
  lost(number: number): void;
  /** Records that the service certainly did not bill a request. */
  refused(number: number): void;
  /** Stores the result or error of a row. Resolves when the result or error is stored. */
  answered(row: AnsweredRow): Promise<void>;
  /**
   * Returns the result that this run or an earlier run stored for this request. Returns undefined if no run has stored
   * a result.
   */
  answerTo(digest: string): RowAnswer | undefined;
  /**
   * Ends the output. `complete` is true if all rows have a result or an error. Throws `write_failed` if writing fails.
   */
  end(complete: boolean): Promise<void>;
}
