// A batch's file as text: decoded, inspected, and cut into lines or into records of CSV with any delimiter that
// spreadsheets write, and any line ends. Uses csv-parse: the export's kernel only knows the nine columns of the log.
import { once } from 'node:events';
import { CsvError, parse } from 'csv-parse';
import { batchRefused } from './reasons';
import { maxRowLength } from './row';

export interface Dialect {
  delimiter: string;
  lineEndings: readonly string[];
}

export function dialectOf(beginning: string): Dialect {
  const plain = withoutQuoted(beginning).trimStart();
  return {
    delimiter: delimiterOf(plain),
    // A carriage return inside a cell does not count, unless lines have no other end.
    lineEndings: plain.includes('\n') || !plain.includes('\r') ? ['\r\n', '\n'] : ['\r'],
  };
}

/** The most frequent delimiter in the first line: a comma, or a substitute of spreadsheets. */
function delimiterOf(plain: string): string {
  const [line = ''] = plain.split(/[\r\n]/);
  const counted = [',', ';', '\t'].map((delimiter) => ({
    delimiter,
    count: line.split(delimiter).length,
  }));
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).delimiter;
}

/** A record or line, and the bytes of the text up to its end. */
export interface ReadText<Content> {
  content: Content;
  end: number;
}

/** The records; a blank line is a record of one empty cell. Throws `invalid_input` at the first invalid one. */
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
    // An unclosed quote must not take the whole file into memory.
    max_record_size: maxRowLength,
  });
  const fed = feed(text, parser);
  try {
    for await (const { record, info } of parser) yield { content: record, end: info.bytes };
    await fed;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = error.lines ?? '?';
    const message = `The file is not CSV from line ${line} on: ${error.message}.`;
    throw batchRefused('csv_invalid', csvErrors[error.code] ?? message);
  } finally {
    parser.destroy();
  }
}

const csvErrors: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote in the file is never closed.',
  CSV_MAX_RECORD_SIZE: 'A row of the file is longer than 1 MiB: a quote may be unclosed.',
};

/** Writes the text to the parser at its pace; errors are thrown where the records are read. */
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

/** Characters that are enough to detect the format of a file. */
const maxBeginning = 64 * 1024;

/**
 * The text of bytes, piece by piece, without a byte order mark. Throws `invalid_input` if it is not UTF-8.
 */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array | string>,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of bytes) {
      const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
      if (text !== '') yield text;
    }
    const last = decoder.decode();
    if (last !== '') yield last;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw batchRefused('no_utf8', 'The file is not text in UTF-8.');
  }
}

/** A text with its beginning: enough to contain a line that is not blank, and its end. */
export async function beginningOf(
  pieces: AsyncGenerator<string, void>,
): Promise<{ beginning: string; whole: AsyncGenerator<string, void> }> {
  let beginning = '';
  for (let isEnough = false; !isEnough && beginning.length < maxBeginning; ) {
    const piece = await pieces.next();
    if (piece.done) break;
    beginning += piece.value;
    isEnough = piece.value.includes('\n') && /\S[^\n]*\n/.test(withoutQuoted(beginning));
  }
  return { beginning, whole: beginning === '' ? pieces : startingWith(beginning, pieces) };
}

/** The text without its quoted parts, in which delimiters and line ends do not count. */
function withoutQuoted(text: string): string {
  return text.replace(/"[^"]*(?:"|$)/g, '"');
}

export async function* startingWith<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T, void> {
  yield first;
  yield* rest;
}

/** The lines. Throws `invalid_input` for one that has no end. */
export async function* textLines(
  text: AsyncIterable<string>,
): AsyncGenerator<ReadText<string>, void> {
  let number = 1;
  let rest = '';
  let read = 0;
  const ended = (line: string): ReadText<string> => {
    number += 1;
    read += Buffer.byteLength(line) + 1;
    return { content: line.endsWith('\r') ? line.slice(0, -1) : line, end: read };
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
      const message = `Line ${number} is longer than ${maxRowLength} characters.`;
      throw batchRefused('line_too_long', message);
    }
  }
  if (rest !== '') yield ended(rest);
}
