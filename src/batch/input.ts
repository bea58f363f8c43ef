// The rows of a batch's file, one at a time: CSV records, NDJSON lines, or lines as they stand.
import { invalidInput } from '../lib/errors';
import { type CsvRecord, dialectOf, records } from './csv-rows';
import type { InputFormat } from './input-format';
import { type Line, lines } from './line-rows';
import type { InputRow, Kept } from './row';
import { beginningOf, decoded } from './text-in';

/** A row as it was read. */
export interface ReadRow extends InputRow {
  /** Bytes of the input up to its end. */
  end: number;
}

/** An opened input. */
export interface Input {
  format: InputFormat;
  /** Names of the columns; undefined for NDJSON, and for CSV without a header. */
  header: readonly string[] | undefined;
  /** What stands between the cells of CSV. */
  delimiter: string;
  rows: AsyncGenerator<ReadRow, void>;
}

/** How an input is opened. */
export interface Opening {
  /** Undefined: NDJSON where it begins like a JSON object, else CSV. */
  format: InputFormat | undefined;
  /** Whether the first row of CSV names the columns. */
  hasHeader: boolean;
}

/**
 * Opens an input. Throws `invalid_input`, at once or from a row on, for what is not text in UTF-8 or not of
 * the format.
 */
export async function openInput(
  bytes: AsyncIterable<Uint8Array | string>,
  { format, hasHeader }: Opening,
): Promise<Input> {
  const { beginning, whole } = await beginningOf(decoded(bytes));
  const chosen = format ?? (/^\s*\{/.test(beginning) ? 'ndjson' : 'csv');
  if (chosen === 'ndjson') {
    const rows = numbered(trimmed(lines(whole)), (line) => line !== '');
    return { format: chosen, header: undefined, delimiter: ',', rows };
  }
  if (chosen === 'lines') {
    const rows = numbered(singleCells(lines(whole)));
    return { format: chosen, header: ['line'], delimiter: ',', rows };
  }
  const dialect = dialectOf(beginning);
  const all = cells(records(whole, dialect));
  const header = hasHeader ? await headerOf(all) : undefined;
  const rows = numbered(all, isRowOf(header?.length));
  return { format: chosen, header, delimiter: dialect.delimiter, rows };
}

async function headerOf(all: AsyncGenerator<Piece<readonly string[]>>): Promise<readonly string[]> {
  for (let next = await all.next(); !next.done; next = await all.next()) {
    if (!isBlank(next.value.kept)) return next.value.kept;
  }
  throw invalidInput(
    'The file is empty.',
    'Its first row names the columns; with --no-header it is a row like the others.',
  );
}

/** A blank line is a row only where a row has a single cell, as the header has or the first row. */
function isRowOf(width: number | undefined): (kept: readonly string[]) => boolean {
  let known = width;
  return (kept) => {
    if (!isBlank(kept)) known ??= kept.length;
    return known === 1 || !isBlank(kept);
  };
}

function isBlank(cells: readonly string[]): boolean {
  return cells.length === 1 && cells[0] === '';
}

/** What may become a row. */
interface Piece<Row extends Kept> {
  kept: Row;
  end: number;
}

async function* numbered<Row extends Kept>(
  all: AsyncIterable<Piece<Row>>,
  isRow: (row: Row) => boolean = () => true,
): AsyncGenerator<ReadRow, void> {
  let number = 0;
  for await (const { kept, end } of all) {
    if (!isRow(kept)) continue;
    number += 1;
    yield { number, kept, end };
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
