// The rows of a batch's file, one at a time: CSV records, NDJSON lines, or plain lines.
import { extname } from 'node:path';
import type { LineEnding } from '../lib/csv-text';
import {
  beginningOf,
  csvRecords,
  dialectOf,
  lineEndingOf,
  type ReadText,
  startingWith,
  textLines,
} from './input-text';
import { batchRefused } from './reasons';
import type { InputRow, RowInput } from './row';
import { decodeUtf8 } from './utf8-text';

/** A row as it was read. */
export interface ReadRow extends InputRow {
  /** The line of the file on which it begins, from 1. */
  line: number;
  /** Bytes of the input that it took, with skipped ones before it. */
  size: number;
}

export interface Input {
  format: InputFormat;
  /** Names of the columns; undefined for NDJSON, and for CSV without a header. */
  header: readonly string[] | undefined;
  /** Cells of the header or of the first row; undefined for NDJSON, and if there is no row. */
  width: number | undefined;
  delimiter: string;
  hasByteOrderMark: boolean;
  /** The line ending of the first line. */
  lineEnding: LineEnding;
  rows: AsyncGenerator<ReadRow, void>;
}

export interface Opening {
  /** Undefined: NDJSON if the file begins like a JSON object, else CSV. */
  format: InputFormat | undefined;
  /** Whether the first row of CSV names the columns. */
  hasHeader: boolean;
  /** The name of the file, for hints; undefined for standard input. */
  file?: string | undefined;
}

/**
 * Opens an input. Throws `invalid_input`, at once or at a later row, for text that is not UTF-8 or not of the
 * format.
 */
export async function openInput(
  bytes: AsyncIterable<Uint8Array | string>,
  { format, hasHeader, file }: Opening,
): Promise<Input> {
  const { beginning, whole, hasByteOrderMark } = await beginningOf(decodeUtf8(bytes, file));
  const read = format ?? (/^\s*\{/.test(beginning) ? 'ndjson' : 'csv');
  const text = { format: read, hasByteOrderMark, lineEnding: lineEndingOf(beginning) };
  if (read === 'ndjson') {
    const rows = numbered(textLines(whole), (line) => line.trim() || undefined);
    return { ...text, header: undefined, width: undefined, delimiter: ',', rows };
  }
  if (read === 'lines') {
    const rows = numbered(textLines(whole), (line) => [line]);
    return { ...text, header: ['line'], width: 1, delimiter: ',', rows };
  }
  const dialect = dialectOf(beginning);
  const all = csvRecords(whole, dialect);
  const first = await firstRecord(all);
  if (first === undefined && hasHeader) throw batchRefused('empty_file', 'The file is empty.');
  const width = first?.content.length;
  return {
    ...text,
    header: hasHeader ? first?.content : undefined,
    width,
    delimiter: dialect.delimiter,
    // A blank line is a row only if rows have a single cell.
    rows: numbered(hasHeader || first === undefined ? all : startingWith(first, all), (cells) =>
      width === 1 || !isBlankRecord(cells) ? cells : undefined,
    ),
  };
}

async function firstRecord(all: ReturnType<typeof csvRecords>) {
  for (let next = await all.next(); !next.done; next = await all.next()) {
    if (!isBlankRecord(next.value.content)) return next.value;
  }
  return undefined;
}

function isBlankRecord(cells: readonly string[]): boolean {
  return cells.length === 1 && cells[0] === '';
}

/** The rows, as `rowOf` makes them; it returns undefined for what is none. */
async function* numbered<Content>(
  all: AsyncIterable<ReadText<Content>>,
  rowOf: (content: Content) => RowInput | undefined,
): AsyncGenerator<ReadRow, void> {
  let number = 0;
  let before = 0;
  for await (const { content, end, line } of all) {
    const input = rowOf(content);
    if (input === undefined) continue;
    number += 1;
    yield { number, line, input, size: end - before };
    before = end;
  }
}

/** How a file is read; with `lines` each line is a row of one cell. */
export type InputFormat = 'csv' | 'ndjson' | 'lines';

const formatByExtension: Readonly<Record<string, InputFormat>> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.txt': 'lines',
};

export function formatByName(path: string): InputFormat | undefined {
  return formatByExtension[extname(path).toLowerCase()];
}
