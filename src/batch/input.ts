// Reads the rows of an input file one at a time. A row is a CSV record, an NDJSON line, or a line of plain text.
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

/** A row with its position in the file. */
export interface ReadRow extends InputRow {
  /** The number of the line in which the row begins. The first line is 1. */
  line: number;
  /** The size of the row in bytes, including skipped lines before the row. */
  size: number;
}

export interface Input {
  format: InputFormat;
  /**
   * The names of the columns. Undefined if the format is NDJSON, or if the format is CSV and the file has no header.
   */
  header: readonly string[] | undefined;
  /**
   * The number of cells in the header, or in the first row if there is no header. Undefined if the format is NDJSON, or
   * if there are no rows.
   */
  width: number | undefined;
  delimiter: string;
  hasByteOrderMark: boolean;
  /** The line ending of the first line. */
  lineEnding: LineEnding;
  rows: AsyncGenerator<ReadRow, void>;
}

export interface Opening {
  /** The format, or undefined to detect the format: NDJSON if the file begins like a JSON object, and CSV otherwise. */
  format: InputFormat | undefined;
  /** True if the first CSV row contains the names of the columns. */
  hasHeader: boolean;
  /** The name of the file, for use in hints. Undefined for standard input. */
  file?: string | undefined;
}

/**
 * Opens the input of a batch. Throws `invalid_input` if the text is not UTF-8 or does not match the format. If a later
 * row is invalid, throws the error when that row is read.
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
    // A blank line counts as a row only if rows have a single cell.
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

/**
 * Numbers the rows that `rowOf` returns. Skips the lines for which `rowOf` returns undefined, because these lines are
 * not rows.
 */
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

/** The format of an input file. If the format is `lines`, each line is a row with a single cell. */
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
