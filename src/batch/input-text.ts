// Splits the text of an input file into lines or CSV records. Accepts the delimiters and line endings that spreadsheet
// programs write. Uses csv-parse, because the CSV code of the export command (`src/export/kernel`) can read only the
// nine columns of the lookup log.
import { once } from 'node:events';
import { CsvError, parse } from 'csv-parse';
import type { LineEnding } from '../lib/csv-text';
import { batchRefused } from './reasons';
import { maxRowLength } from './row';

export const byteOrderMark = '\ufeff';

export interface Dialect {
  delimiter: string;
  lineEndings: readonly string[];
}

export function dialectOf(beginning: string): Dialect {
  const plain = withoutQuoted(beginning).trimStart();
  return {
    delimiter: delimiterOf(plain),
    // A carriage return alone is a line ending only if the text has no line feeds. In text with line feeds, a carriage
    // return alone is part of a cell.
    lineEndings: plain.includes('\n') || !plain.includes('\r') ? ['\r\n', '\n'] : ['\r'],
  };
}

/** Returns CRLF if the first line ends in CRLF. Otherwise, returns a line feed. */
export function lineEndingOf(beginning: string): LineEnding {
  return /^[^\n]*\r\n/.test(withoutQuoted(beginning).trimStart()) ? '\r\n' : '\n';
}

/** Returns the most frequent delimiter in the first line: a comma, a semicolon or a tab. */
function delimiterOf(plain: string): string {
  const [line = ''] = plain.split(/[\r\n]/);
  const counted = [',', ';', '\t'].map((delimiter) => ({
    delimiter,
    count: line.split(delimiter).length,
  }));
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).delimiter;
}

/** A record or line of the text, with its position. */
export interface ReadText<Content> {
  content: Content;
  /** The number of bytes from the start of the text to the end of this record or line. */
  end: number;
  /** The number of the line in which the record begins. The first line is 1. */
  line: number;
}

/**
 * Reads CSV records. A blank line is a record with one empty cell. Throws `invalid_input` at the first invalid record.
 */
export async function* csvRecords(
  text: AsyncIterable<string>,
  { delimiter, lineEndings }: Dialect,
): AsyncGenerator<ReadText<readonly string[]>, void> {
  const parser = parse({
    delimiter,
    record_delimiter: [...lineEndings],
    relax_column_count: true,
    relax_quotes: true,
    info: true,
    // Without this limit, an unclosed quote would make the parser read the complete file into memory.
    max_record_size: maxRowLength,
  });
  const fed = feed(text, parser);
  let line = 1;
  try {
    for await (const { record, info } of parser) {
      yield { content: record, end: info.bytes, line };
      line += 1 + innerLineFeeds(record);
    }
    await fed;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = error.lines ?? '?';
    const message = `The file is not valid CSV after line ${line}: ${error.message}.`;
    throw batchRefused('csv_invalid', csvErrors[error.code] ?? message);
  } finally {
    parser.destroy();
  }
}

/** Counts the line feeds inside the cells of a record. */
function innerLineFeeds(record: readonly string[]): number {
  return record.reduce(
    (sum, cell) => (cell.includes('\n') ? sum + cell.split('\n').length - 1 : sum),
    0,
  );
}

const csvErrors: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote in the file is never closed.',
  CSV_MAX_RECORD_SIZE: 'A row of the file is longer than 1 MiB. A closing quote might be missing.',
};

/**
 * Writes the text to the parser as fast as the parser reads it. The parser passes errors to the reader of the records.
 */
async function feed(text: AsyncIterable<string>, parser: ReturnType<typeof parse>): Promise<void> {
  const over = new AbortController();
  parser.once('close', () => over.abort());
  try {
    for await (const piece of text) {
      if (parser.destroyed) return;
      if (!parser.write(piece)) await once(parser, 'drain', { signal: over.signal });
    }
    parser.end();
  } catch (error) {
    parser.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

/** The approximate maximum number of characters that waypost reads to detect the format of a file. */
const maxBeginning = 64 * 1024;

export interface BegunText {
  /** The beginning of the text, which contains at least the first line that is not blank. */
  beginning: string;
  /** The complete text, without a byte order mark. */
  whole: AsyncGenerator<string, void>;
  hasByteOrderMark: boolean;
}

export async function beginningOf(pieces: AsyncGenerator<string, void>): Promise<BegunText> {
  let beginning = '';
  for (let isEnough = false; !isEnough && beginning.length < maxBeginning; ) {
    const piece = await pieces.next();
    if (piece.done) break;
    beginning += piece.value;
    isEnough = piece.value.includes('\n') && /\S[^\n]*\n/.test(withoutQuoted(beginning));
  }
  const hasByteOrderMark = beginning.startsWith(byteOrderMark);
  if (hasByteOrderMark) beginning = beginning.slice(byteOrderMark.length);
  const whole = beginning === '' ? pieces : startingWith(beginning, pieces);
  return { beginning, whole, hasByteOrderMark };
}

/** Removes quoted parts of the text, because delimiters and line endings inside quotes are part of a cell. */
function withoutQuoted(text: string): string {
  return text.replace(/"[^"]*(?:"|$)/g, '"');
}

export async function* startingWith<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T, void> {
  yield first;
  yield* rest;
}

/** Reads lines. Throws `invalid_input` if a line is too long. */
export async function* textLines(
  text: AsyncIterable<string>,
): AsyncGenerator<ReadText<string>, void> {
  let number = 1;
  let rest = '';
  let read = 0;
  const ended = (line: string): ReadText<string> => {
    read += Buffer.byteLength(line) + 1;
    const content = line.endsWith('\r') ? line.slice(0, -1) : line;
    const readLine = { content, end: read, line: number };
    number += 1;
    return readLine;
  };
  for await (const piece of text) {
    const [end = '', ...lines] = piece.split('\n');
    rest += end;
    const last = lines.pop();
    if (last !== undefined) {
      yield ended(rest);
      for (const line of lines) yield ended(line);
      rest = last;
    }
    if (rest.length > maxRowLength) {
      const message = `Line ${number} is longer than ${maxRowLength.toLocaleString('en')} characters.`;
      throw batchRefused('line_too_long', message);
    }
  }
  if (rest !== '') yield ended(rest);
}
