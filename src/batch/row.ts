// A row of a batch: what stood in the file, what was asked for it, and what came back.
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
