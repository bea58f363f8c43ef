// A row of a batch: its input, the outcome of its request, its answer, and the counts of all rows.
import type { ErrorDocument, WaypostError } from '../lib/errors';

/** The input of a row: the cells of a CSV record, or a line of NDJSON as text. */
export type RowInput = readonly string[] | string;

/** Longest row that is read, in characters. */
export const maxRowLength = 1024 * 1024;

export interface InputRow {
  /** From 1, without the header. */
  number: number;
  input: RowInput;
}

/** The error with which a row is answered in place of a result. */
export type RowError = Pick<
  ErrorDocument['error'],
  'code' | 'message' | 'status' | 'api_code' | 'details'
>;

/** The answer of a row, and the lookups that it consumed. */
export type RowAnswer = { result: unknown; cost: number } | { error: RowError; cost: number };

export interface AnsweredRow extends InputRow {
  answer: RowAnswer;
  /** Digest of the request, if the answer is the same for every row with this request. */
  digest?: string | undefined;
}

/**
 * Whether the service would answer the same request the same way again: temporary errors are no such answer.
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
  return JSON.parse(JSON.stringify(details), (_, member: unknown) =>
    typeof member === 'string' ? masked(member) : member,
  );
}

export type Outcome =
  /** The service answered, with a result or with an error. */
  | { kind: 'answered'; answer: RowAnswer }
  /** The service did not look the row up, for reasons other than the row; perhaps no program listens there. */
  | { kind: 'refused'; error: unknown; nothingListens?: boolean }
  /**
   * There is no answer, perhaps because of the row: then it is answered with this error. `inDoubt` if it may
   * have been looked up and billed; `again` if another attempt is useful.
   */
  | { kind: 'failed'; answer: RowAnswer; error: unknown; inDoubt: boolean; again: boolean }
  /** No more requests can be sent. */
  | { kind: 'stop'; error: unknown };

/** Counts of answered rows, including earlier runs. */
export interface Counts {
  succeeded: number;
  failed: number;
  lookups: number;
  /** Requests without an answer: each may have consumed a lookup besides. */
  inDoubt: number;
  /** Answered rows by what the answer says, such as `deliverable`, or by why there is none. */
  outcomes: Record<string, number>;
}

export function noCounts(): Counts {
  return { succeeded: 0, failed: 0, lookups: 0, inDoubt: 0, outcomes: {} };
}

export type Judge = (result: unknown) => string;

export function countRow(counts: Counts, { answer }: AnsweredRow, judge: Judge): void {
  if ('error' in answer) counts.failed += 1;
  else counts.succeeded += 1;
  counts.lookups += answer.cost;
  const outcome = 'error' in answer ? failureName(answer.error) : judge(answer.result);
  counts.outcomes[outcome] = (counts.outcomes[outcome] ?? 0) + 1;
}

/** Why a row has no result: it cannot be right, the service refused it, or did not answer. */
export const failures = ['invalid', 'not_found', 'rejected', 'unanswered'] as const;

/** Failed rows by the reason. */
export function failedRows({ outcomes }: Readonly<Counts>): Record<string, number> {
  return Object.fromEntries(failures.map((reason) => [reason, outcomes[reason] ?? 0]));
}

function failureName({ code }: RowError): (typeof failures)[number] {
  if (code === 'invalid_input') return 'invalid';
  if (code === 'not_found') return code;
  if (code === 'api_error') return 'rejected';
  return 'unanswered';
}

export function answeredRows({ succeeded, failed }: Readonly<Counts>): number {
  return succeeded + failed;
}

/** Takes answered rows in any order, and counts them. */
export interface BatchTarget {
  /** The counts so far, including earlier runs. */
  readonly counts: Readonly<Counts>;
  /** Most requests that may be under way at the same time, at least one. */
  readonly mostUnderway: number;
  /** Writes what comes before the first answer. Throws where nothing can be written; then nothing is sent. */
  begin(): Promise<void>;
  /**
   * Notes that a request for a row is about to be sent. Throws `write_failed`; then it must not be sent.
   */
  sent(number: number): void;
  /** Notes that it may have been billed, and no answer came. */
  lost(number: number): void;
  /** Notes that it was provably not billed. */
  refused(number: number): void;
  /** Resolves when the row is stored. */
  answered(row: AnsweredRow): Promise<void>;
  /** The answer to a request, from this run or an earlier one; undefined if there is none. */
  answerTo(digest: string): RowAnswer | undefined;
  /** No more rows follow; `complete` says whether all are answered. Throws `write_failed`. */
  end(complete: boolean): Promise<void>;
}
