// Reads and writes the lines of a journal. Each line ends with its checksum. A line might be cut off if the process was
// killed or the disk was full. The reader skips an incomplete line at the end of a run. If a line was changed after
// waypost wrote the line, the reader throws an error.
import { constants, createReadStream, readSync } from 'node:fs';
import type { WaypostError } from '../lib/errors';
import { isObject, jsonText, parseJson } from '../lib/exact-json';
import { checksumOf } from '../lib/sealed-state';
import { openStateFile } from '../lib/small-file';
import { systemReason } from '../lib/system-error';
import { isDigest } from './digest-table';
import { batchRefused } from './reasons';
import type { AnsweredRow, RowAnswer, RowError, RowInput } from './row';

/** The version of the journal format. waypost does not read other versions. */
export const journalVersion = 2;

/**
 * All values that determine the results. A resumed run must have the same identity as the first run. The identity does
 * not contain secrets.
 */
export type BatchIdentity = Readonly<Record<string, string | readonly string[]>>;

/** The first line of a journal. */
export interface JournalHead {
  identity: BatchIdentity;
  /** The names of the input's columns. Undefined if the input has no column names. */
  header: readonly string[] | undefined;
}

/**
 * A line of a journal. The first line is the head. The other lines record the start of a later run, the sending of a
 * row's request, the outcome of a row, or the end of the batch.
 */
export type JournalLine =
  | { kind: 'head'; head: JournalHead }
  | { kind: 'run' }
  /** Marks that the previous line might be cut off. */
  | { kind: 'torn' }
  | { kind: 'sent'; number: number }
  | { kind: 'lost'; number: number }
  | { kind: 'refused'; number: number }
  /** `at` is the position of the line in bytes. */
  | { kind: 'answered'; row: AnsweredRow; at: number }
  | { kind: 'complete' };

export function journalLine(fields: object): string {
  const text = jsonText(fields);
  return `${text} ${checksumOf(text)}\n`;
}

/**
 * Opens an earlier run's journal. `flags` are the flags for `openSync`. Throws `invalid_input` if the journal cannot be
 * opened or if another user could have written to the journal.
 */
export function openJournal(path: string, flags: number): number {
  try {
    return openStateFile(path, flags);
  } catch (error) {
    const message = `waypost cannot use the earlier run's results in ${path}: ${systemReason(error)}.`;
    throw batchRefused('journal_unusable', message, { details: { path } });
  }
}

/**
 * Reads a journal from its beginning. If `handle` is set, reads this open file. Otherwise, opens the journal by its
 * path. Throws `invalid_input` if another version of waypost wrote the journal or if a line was changed. Never changes
 * the file, because the file contains billed results.
 */
export async function* readJournal(
  path: string,
  handle?: number,
): AsyncGenerator<JournalLine, void> {
  let number = 0;
  /**
   * The number of the first line in the current series of unreadable lines. Undefined if the previous line was
   * readable.
   */
  let unreadable: number | undefined;
  for await (const { text, at, isWhole } of textLines(path, handle)) {
    number += 1;
    if (number === 1 && isWhole && isOtherVersion(text)) throw otherVersion(path);
    if (text === '') continue;
    const line = parseLine(text, at);
    if (line === 'changed') throw changedLine(path, number);
    if (line === undefined) {
      // The last line is incomplete, because the process was killed while it was writing the line.
      if (!isWhole) return;
      unreadable ??= number;
      continue;
    }
    if (unreadable !== undefined && line.kind !== 'run' && line.kind !== 'torn') break;
    unreadable = undefined;
    if (number === 1 && line.kind !== 'head') throw changedLine(path, number);
    if (line.kind !== 'torn') yield line;
  }
  if (unreadable !== undefined) throw changedLine(path, unreadable);
}

/** Returns the result in a line of a journal, or undefined if the line has no result or was changed. */
export function answerIn(text: string): RowAnswer | undefined {
  const line = parseLine(text, 0);
  return typeof line === 'object' && line.kind === 'answered' ? line.row.answer : undefined;
}

interface TextLine {
  text: string;
  /** The position of the line in the file, in bytes. */
  at: number;
  /** True if the line ends with a line feed. */
  isWhole: boolean;
}

async function* textLines(path: string, handle?: number): AsyncGenerator<TextLine, void> {
  let at = 0;
  let parts: Buffer[] = [];
  const taken = (isWhole: boolean): TextLine => {
    const bytes = Buffer.concat(parts);
    const line = { text: bytes.toString(), at, isWhole };
    at += bytes.length + 1;
    parts = [];
    return line;
  };
  const fd = handle ?? openJournal(path, constants.O_RDONLY);
  const reading = { fd, start: 0, autoClose: handle === undefined, highWaterMark: 256 * 1024 };
  for await (const chunk of createReadStream(path, reading)) {
    let rest: Buffer = chunk;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      parts.push(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      yield taken(true);
    }
    if (rest.length > 0) parts.push(rest);
  }
  if (parts.length > 0) yield taken(false);
}

function isOtherVersion(text: string): boolean {
  return text.startsWith('{"waypost":') && !text.includes(`"version":${journalVersion},`);
}

function otherVersion(path: string): WaypostError {
  const message = `A different version of waypost wrote the results in ${path}.`;
  return batchRefused('journal_version', message, { details: { path } });
}

function changedLine(path: string, line: number): WaypostError {
  const message = `Line ${line} of the results in ${path} was changed after waypost wrote the line.`;
  return batchRefused('journal_changed', message, { details: { path, line } });
}

/** Parses a line. Returns undefined if the line is cut off, and `changed` if the line does not match its checksum. */
function parseLine(text: string, at: number): JournalLine | 'changed' | undefined {
  const [json, checksum] = [text.slice(0, -17), text.slice(-17)];
  if (!/^ [0-9a-f]{16}$/.test(checksum)) return undefined;
  const line = checksum.trim() === checksumOf(json) ? parseObject(json) : undefined;
  if (line === undefined) return 'changed';
  if (line.waypost !== undefined) return parseHead(line) ?? 'changed';
  if (line.run !== undefined) return { kind: 'run' };
  if (line.torn !== undefined) return { kind: 'torn' };
  if (line.complete !== undefined) return { kind: 'complete' };
  if (isRowNumber(line.s)) return { kind: 'sent', number: line.s };
  if (isRowNumber(line.l)) return { kind: 'lost', number: line.l };
  if (isRowNumber(line.r)) return { kind: 'refused', number: line.r };
  const { n: number, k: input, q: digest, cost, result, error } = line;
  if (!isRowNumber(number) || !isCost(cost) || !isRowInput(input)) return 'changed';
  if (digest !== undefined && !isDigest(digest)) return 'changed';
  if (error !== undefined && !isRowError(error)) return 'changed';
  const answer = error === undefined ? { result, cost } : { error, cost };
  return { kind: 'answered', row: { number, input, answer, digest }, at };
}

function isRowNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

function isCost(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function parseHead({ identity, header }: Record<string, unknown>): JournalLine | undefined {
  if (!isObject(identity) || (header !== undefined && !isCells(header))) return undefined;
  return { kind: 'head', head: { identity: identity as BatchIdentity, header } };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = parseJson(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isCells(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((cell) => typeof cell === 'string');
}

function isRowInput(value: unknown): value is RowInput {
  return typeof value === 'string' || isCells(value);
}

function isRowError(value: unknown): value is RowError {
  const { code, message } = Object(value);
  return typeof code === 'string' && typeof message === 'string';
}

const firstLength = 4096;

/**
 * Returns the line that begins at this byte, without its line feed. Returns an empty string if the line has no line
 * feed.
 */
export function lineAt(file: number, at: number): string {
  for (let length = firstLength; ; length *= 4) {
    const bytes = Buffer.allocUnsafe(length);
    const read = readSync(file, bytes, 0, length, at);
    const end = bytes.subarray(0, read).indexOf(10);
    if (end !== -1) return bytes.toString('utf8', 0, end);
    if (read < length) return '';
  }
}
