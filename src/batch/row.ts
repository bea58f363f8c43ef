// A row of a batch: what stood in the file, what was asked for it, and what came back.
import type { ErrorDocument } from '../lib/errors';

/** A row as it stood in the file: the cells of a CSV record, or a line of NDJSON as text. */
export type Kept = readonly string[] | string;

/** Longest row that is read, in characters. */
export const longestRow = 1024 * 1024;

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
}
