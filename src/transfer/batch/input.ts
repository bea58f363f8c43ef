// The rows of a batch's file, one at a time: CSV records, NDJSON lines, or lines as they stand. A line that is blank is a row
// only where a file has a single column.
import { once } from 'node:events';
import { CsvError, parse } from 'csv-parse';
import { invalidInput } from '../../contract/errors';
import type { InputFormat } from './input-format';
import type { InputRow } from './row';

/** An opened input. */
export interface Input {
  format: InputFormat;
  /** Names of the columns; undefined for NDJSON, and for CSV without a header. */
  header: readonly string[] | undefined;
  /** What stands between the cells of CSV. */
  delimiter: string;
  rows: AsyncGenerator<InputRow, void>;
}

/** Longest row, in characters: a quote that is never closed must not take in a whole file. */
const longestRow = 1024 * 1024;

/**
 * Opens an input. Without a format, one that begins like a JSON object is NDJSON. Throws `invalid_input`,
 * at once or from a row on, for what is not text in UTF-8 or not of the format.
 */
export async function openInput(
  bytes: AsyncIterable<Uint8Array | string>,
  { format, hasHeader }: { format: InputFormat | undefined; hasHeader: boolean },
): Promise<Input> {
  const text = textOf(bytes);
  const { value: first = '' } = await text.next();
  const chosen = format ?? (/^\s*\{/.test(first) ? 'ndjson' : 'csv');
  const whole = withFirst(first, text);
  if (chosen === 'ndjson') {
    return { format: chosen, header: undefined, delimiter: ',', rows: lines(whole) };
  }
  if (chosen === 'lines') {
    return { format: chosen, header: ['line'], delimiter: ',', rows: singleCells(lines(whole)) };
  }
  const delimiter = delimiterOf(first);
  const cells = records(whole, delimiter);
  const header = hasHeader ? await firstOf(cells) : undefined;
  return { format: chosen, header, delimiter, rows: numbered(cells, header) };
}

/** The delimiter that stands most often in the first line: a comma, or what spreadsheets put in its place. */
function delimiterOf(text: string): string {
  const [line = ''] = text.replace(/"[^"]*"/g, '').split('\n');
  const counted = [',', ';', '\t'].map((delimiter) => ({
    delimiter,
    count: line.split(delimiter).length,
  }));
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).delimiter;
}

async function firstOf(cells: AsyncGenerator<string[], void>): Promise<readonly string[]> {
  const first = await cells.next();
  return first.done ? [] : first.value;
}

async function* numbered(
  cells: AsyncGenerator<string[], void>,
  header: readonly string[] | undefined,
): AsyncGenerator<InputRow, void> {
  let number = 0;
  for await (const kept of cells) {
    if (kept.length === 1 && kept[0] === '' && header !== undefined && header.length > 1) continue;
    number += 1;
    yield { number, kept };
  }
}

async function* records(
  text: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<string[], void> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: longestRow,
  });
  const fed = feed(text, parser);
  try {
    for await (const record of parser) yield record;
    await fed;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw invalidInput(
      `The file is no CSV from line ${error.lines ?? '?'} on: ${error.message}.`,
      'A cell that begins with a quote must end with one. Mend the row, then go on with --resume.',
    );
  } finally {
    parser.destroy();
  }
}

/** Hands the text over as fast as it is taken; what goes wrong there shows where it is read. */
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
    if (over.signal.aborted) return;
    parser.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

async function* singleCells(
  rows: AsyncGenerator<InputRow & { kept: string }, void>,
): AsyncGenerator<InputRow, void> {
  for await (const { number, kept } of rows) yield { number, kept: [kept] };
}

async function* lines(
  text: AsyncIterable<string>,
): AsyncGenerator<InputRow & { kept: string }, void> {
  let number = 0;
  let rest = '';
  for await (const piece of ended(text)) {
    const parts = (rest + piece).split('\n');
    rest = parts.pop() ?? '';
    if (rest.length > longestRow) {
      throw invalidInput(
        `Row ${number + parts.length + 1} is longer than ${longestRow} characters.`,
      );
    }
    for (const line of [...parts, ...(piece === '' ? [rest] : [])]) {
      const kept = line.trim();
      if (kept === '') continue;
      number += 1;
      yield { number, kept };
    }
  }
}

/** The pieces, and an empty one that says there are no more. */
async function* ended(text: AsyncIterable<string>): AsyncGenerator<string, void> {
  yield* text;
  yield '';
}

async function* withFirst(
  first: string,
  rest: AsyncIterable<string>,
): AsyncGenerator<string, void> {
  yield first;
  yield* rest;
}

async function* textOf(bytes: AsyncIterable<Uint8Array | string>): AsyncGenerator<string, void> {
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
    throw invalidInput('The file is not text in UTF-8.', 'Save it in UTF-8 first.');
  }
}
