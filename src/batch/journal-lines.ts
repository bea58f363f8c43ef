// A journal's lines as they are read back. One that a kill cut off is no line.

import { open } from 'node:fs/promises';
import { invalidInput, type WaypostError } from '../lib/errors';
import { parseJson } from '../lib/exact-json';
import type { AnsweredRow, Kept, RowError } from './row';

/** Version of a journal's lines; of another one nothing is understood. */
export const journalVersion = 1;

/** What a run must have in common with the one it goes on from. No secrets. */
export type BatchIdentity = Readonly<Record<string, string | readonly string[]>>;

/** First line: what the answers are answers to. */
export interface JournalHead {
  identity: BatchIdentity;
  /** Names of the input's columns, where it has any. */
  header: readonly string[] | undefined;
}

/** A line of a journal: its first, the beginning of a further run, what became of a row, or the end. */
export type JournalLine =
  | { kind: 'head'; head: JournalHead }
  | { kind: 'run' }
  | { kind: 'sent'; number: number }
  | { kind: 'lost'; number: number }
  | { kind: 'refused'; number: number }
  | { kind: 'answered'; row: AnsweredRow }
  | { kind: 'complete' };

/**
 * Reads a journal from its beginning. Lines that a kill cut off are passed over. Throws `invalid_input`
 * where it holds answers, and not in a way that is known: they were paid for.
 */
export async function* readJournal(path: string): AsyncGenerator<JournalLine, void> {
  const file = await open(path, 'r');
  let hasHead = false;
  try {
    for await (const text of file.readLines()) {
      const line = lineOf(text);
      if (line === undefined) continue;
      hasHead ||= line.kind === 'head';
      if (!hasHead) throw notUnderstood(path);
      yield line;
    }
  } finally {
    await file.close();
  }
}

function notUnderstood(path: string): WaypostError {
  return invalidInput(
    `The answers of an earlier run in ${path} cannot be understood.`,
    'Go on with the version of waypost that wrote them, or begin again with --force and without --resume.',
  );
}

function lineOf(text: string): JournalLine | undefined {
  const line = membersOf(text);
  if (line === undefined) return undefined;
  if (line.waypost !== undefined) return headOf(line) ?? { kind: 'run' };
  if (line.run !== undefined) return { kind: 'run' };
  if (line.complete !== undefined) return { kind: 'complete' };
  if (typeof line.s === 'number') return { kind: 'sent', number: line.s };
  if (typeof line.l === 'number') return { kind: 'lost', number: line.l };
  if (typeof line.r === 'number') return { kind: 'refused', number: line.r };
  const { n: number, k: kept, cost, result, error } = line;
  if (typeof number !== 'number' || typeof cost !== 'number' || !isKept(kept)) return undefined;
  const answer = isRowError(error) ? { error, cost } : { result, cost };
  return { kind: 'answered', row: { number, kept, answer } };
}

function headOf({
  waypost,
  version,
  identity,
  header,
}: Record<string, unknown>): JournalLine | undefined {
  if (waypost !== 'batch' || version !== journalVersion) return undefined;
  if (typeof identity !== 'object' || identity === null) return undefined;
  if (header !== undefined && !isCells(header)) return undefined;
  return { kind: 'head', head: { identity: Object.fromEntries(Object.entries(identity)), header } };
}

function membersOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = parseJson(text);
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value))
      : undefined;
  } catch {
    return undefined;
  }
}

function isCells(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((cell) => typeof cell === 'string');
}

function isKept(value: unknown): value is Kept {
  return typeof value === 'string' || isCells(value);
}

function isRowError(value: unknown): value is RowError {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value;
}
