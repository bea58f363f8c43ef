// The rows of a batch's file, one at a time: CSV records, NDJSON lines, or plain lines.
import { extname } from 'node:path';
import {
  beginningOf,
  type CsvRecord,
  decoded,
  dialectOf,
  type Line,
  lines,
  records,
} from './input-text';
import { batchRefused } from './reasons';
import type { InputRow, Kept } from './row';

/** A row as it was read. */
export interface ReadRow extends InputRow {
  /** Bytes of the input that it took, with skipped ones before it. */
  size: number;
}

/** An opened input. */
export interface Input {
  format: InputFormat;
  /** Names of the columns; undefined for NDJSON, and for CSV without a header. */
  header: readonly string[] | undefined;
  /** Cells of the header or of the first row; undefined for NDJSON, and if there is no row. */
  width: number | undefined;
  /** The delimiter of CSV. */
  delimiter: string;
  rows: AsyncGenerator<ReadRow, void>;
}

/** How an input is opened. */
export interface Opening {
  /** Undefined: NDJSON if the file begins like a JSON object, else CSV. */
  format: InputFormat | undefined;
  /** Whether the first row of CSV names the columns. */
  hasHeader: boolean;
}

/**
 * Opens an input. Throws `invalid_input`, at once or at a later row, for text that is not UTF-8 or not of the
 * format.
 */
export async function openInput(
  bytes: AsyncIterable<Uint8Array | string>,
  { format, hasHeader }: Opening,
): Promise<Input> {
  const { beginning, whole } = await beginningOf(decoded(bytes));
  const chosen = format ?? (/^\s*\{/.test(beginning) ? 'ndjson' : 'csv');
  if (chosen === 'ndjson') {
    const rows = numbered(trimmed(lines(whole)), (line) => line !== '');
    return { format: chosen, header: undefined, width: undefined, delimiter: ',', rows };
  }
  if (chosen === 'lines') {
    const rows = numbered(singleCells(lines(whole)));
    return { format: chosen, header: ['line'], width: 1, delimiter: ',', rows };
  }
  const dialect = dialectOf(beginning);
  const { delimiter } = dialect;
  const all = cells(records(whole, dialect));
  if (hasHeader) {
    const header = await headerOf(all);
    const width = header.length;
    return { format: chosen, header, width, delimiter, rows: numbered(all, isRowOf(width)) };
  }
  const { width, pieces } = await withWidth(all);
  const rows = numbered(pieces, isRowOf(width));
  return { format: chosen, header: undefined, width, delimiter, rows };
}

async function headerOf(all: AsyncGenerator<Piece<readonly string[]>>): Promise<readonly string[]> {
  const first = await firstRecord(all);
  if (first !== undefined) return first.kept;
  throw batchRefused('empty_file', 'The file is empty.');
}

/** The first record that is not a blank line. */
async function firstRecord(
  all: AsyncGenerator<Piece<readonly string[]>>,
): Promise<Piece<readonly string[]> | undefined> {
  for (let next = await all.next(); !next.done; next = await all.next()) {
    if (!isBlank(next.value.kept)) return next.value;
  }
  return undefined;
}

/** The same records, and the number of cells of the first that is not blank. */
async function withWidth(all: AsyncGenerator<Piece<readonly string[]>>): Promise<{
  width: number | undefined;
  pieces: AsyncGenerator<Piece<readonly string[]>>;
}> {
  const first = await firstRecord(all);
  async function* pieces() {
    if (first === undefined) return;
    yield first;
    yield* all;
  }
  return { width: first?.kept.length, pieces: pieces() };
}

/** A blank line is a row only if rows have a single cell. */
function isRowOf(width: number | undefined): (kept: readonly string[]) => boolean {
  return (kept) => width === 1 || !isBlank(kept);
}

function isBlank(cells: readonly string[]): boolean {
  return cells.length === 1 && cells[0] === '';
}

/** A possible row. */
interface Piece<Row extends Kept> {
  kept: Row;
  end: number;
}

async function* numbered<Row extends Kept>(
  all: AsyncIterable<Piece<Row>>,
  isRow: (row: Row) => boolean = () => true,
): AsyncGenerator<ReadRow, void> {
  let number = 0;
  let before = 0;
  for await (const { kept, end } of all) {
    if (!isRow(kept)) continue;
    number += 1;
    yield { number, kept, size: end - before };
    before = end;
  }
}

async function* cells(all: AsyncIterable<CsvRecord>): AsyncGenerator<Piece<readonly string[]>> {
  for await (const { cells: kept, end } of all) yield { kept, end };
}

async function* trimmed(all: AsyncIterable<Line>): AsyncGenerator<Piece<string>> {
  for await (const { line, end } of all) yield { kept: line.trim(), end };
}

async function* singleCells(all: AsyncIterable<Line>): AsyncGenerator<Piece<readonly string[]>> {
  for await (const { line, end } of all) yield { kept: [line], end };
}

/** How a file is read; with `lines` each line is a row of one cell. */
export type InputFormat = 'csv' | 'ndjson' | 'lines';

const byExtension: Readonly<Record<string, InputFormat>> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.txt': 'lines',
};

/** The format of a path's ending, if any. */
export function formatByName(path: string): InputFormat | undefined {
  return byExtension[extname(path).toLowerCase()];
}
