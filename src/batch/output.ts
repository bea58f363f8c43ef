// Formats the output of a batch. Each row of the output contains the input row, and the result or the error.
import { cellText, csvRecord, type LineEnding } from '../lib/csv-text';
import { parseJson } from '../lib/exact-json';
import { fieldAt } from '../lib/field-path';
import { byteOrderMark } from './input-text';
import type { AnsweredRow, RowInput } from './row';

export type OutputFormat = 'csv' | 'ndjson' | 'json';

interface RowTextOptions {
  /** The names of the input's columns. Undefined if the input has no column names. */
  header: readonly string[] | undefined;
  delimiter: string;
  /** True to start CSV output with a byte order mark. */
  hasByteOrderMark: boolean;
  /** The line ending of CSV output. */
  lineEnding: LineEnding;
  /** The result fields to write as CSV columns. Each field is a path such as `hits.0.id`. */
  fields: readonly string[];
  /** Formats a value as JSON on one line. */
  json: (value: unknown) => string;
}

/** Formats the output one row at a time. */
export interface RowText {
  begin(): string;
  row(row: AnsweredRow): string;
  end(): string;
}

/**
 * Returns the functions that format rows. In NDJSON and JSON, a row is an object with the fields `row`, `input`, and
 * `result` or `error`.
 */
export function rowText(format: OutputFormat, options: RowTextOptions): RowText {
  if (format === 'csv') return csvText(options);
  const object = objectText(options);
  if (format === 'ndjson') {
    return { begin: () => '', row: (row) => `${object(row)}\n`, end: () => '' };
  }
  let separator = '';
  return {
    begin: () => '[',
    row(row) {
      const text = `${separator}${object(row)}`;
      separator = ',\n';
      return text;
    },
    end: () => ']\n',
  };
}

function objectText({ header, json }: RowTextOptions): (row: AnsweredRow) => string {
  const names = header === undefined ? undefined : distinct(header);
  return ({ number, input, answer }) => {
    const outcome = 'error' in answer ? { error: answer.error } : { result: answer.result };
    return json({ row: number, input: inputOf(input, names), ...outcome });
  };
}

function inputOf(input: RowInput, names: readonly string[] | undefined): unknown {
  if (typeof input === 'string') return lineValue(input);
  if (names === undefined) return input;
  return Object.fromEntries(
    input.map((cell, index) => [names[index] ?? numberedName(index, new Set(names)), cell]),
  );
}

/** Parses a line of NDJSON. Returns the line itself if the line is not valid JSON. */
function lineValue(line: string): unknown {
  try {
    return parseJson(line);
  } catch {
    return line;
  }
}

/** Makes column names unique. If a name is empty or equals an earlier name, the column's number replaces the name. */
function distinct(header: readonly string[]): string[] {
  const taken = new Set(header);
  return header.map((name, index) => {
    if (name !== '' && header.indexOf(name) === index) return name;
    return numberedName(index, taken);
  });
}

/** Returns a name that consists of the column's number. If another column already has this name, adds underscores. */
function numberedName(index: number, taken: ReadonlySet<string>): string {
  let own = String(index + 1);
  while (taken.has(own)) own += '_';
  return own;
}

function csvText(options: RowTextOptions): RowText {
  const { header, delimiter, hasByteOrderMark, lineEnding, fields, json } = options;
  const record = (cells: readonly string[]) => csvRecord(cells, delimiter, lineEnding);
  const paths = fields.map((field) => field.split('.'));
  const added = ['error.code', 'error.message', ...fields.map((field) => `result.${field}`)];
  let width = header?.length;
  return {
    begin() {
      const mark = hasByteOrderMark ? byteOrderMark : '';
      return header === undefined ? mark : `${mark}${record([...header, ...added])}`;
    },
    row({ input, answer }) {
      const cells = typeof input === 'string' ? [input] : input;
      // If the input has no header, the first row determines the number of input columns. The result columns follow the
      // input columns. If a later row has more cells, the additional cells come last.
      width ??= cells.length;
      const missing = Array.from({ length: Math.max(0, width - cells.length) }, () => '');
      const error = 'error' in answer ? answer.error : undefined;
      const result = 'result' in answer ? answer.result : undefined;
      return record([
        ...cells.slice(0, width),
        ...missing,
        error?.code ?? '',
        error?.message ?? '',
        ...paths.map((path) => cellText(fieldAt(result, path), json)),
        ...cells.slice(width),
      ]);
    },
    end: () => '',
  };
}
