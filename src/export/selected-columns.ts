// Writes only the columns in --fields, in the order in which the option lists them. Selecting columns is slower than
// copying the log, because this module creates an object for each row.
import type { LogColumn } from '../api/lookup-log';
import { cellText, csvRecord } from '../lib/csv-text';
import { isObject, parseJson } from '../lib/exact-json';
import { safeJson } from '../lib/safe-json';
import type { Sink } from '../lib/sink';
import { RowFormat } from './rows';

export type ColumnsKind = 'csv' | 'ndjson' | 'json';

interface ColumnsOptions {
  kind: ColumnsKind;
  columns: readonly LogColumn[];
  /** True to write the column names in the first row. Only CSV uses this value. */
  header: boolean;
}

export class SelectedColumns extends RowFormat {
  readonly #sink: ColumnsSink;

  constructor(sink: Sink, options: ColumnsOptions) {
    const columns = new ColumnsSink(sink, options);
    super(columns, 'ndjson');
    this.#sink = columns;
  }

  override finish(): Promise<void> {
    return this.#sink.finish();
  }
}

/** Receives rows as complete lines of JSON, and writes the selected columns. */
class ColumnsSink implements Sink {
  readonly #sink: Sink;
  readonly #options: ColumnsOptions;
  length = 0;

  constructor(sink: Sink, options: ColumnsOptions) {
    this.#sink = sink;
    this.#options = options;
  }

  async write(lines: Uint8Array): Promise<void> {
    this.length += lines.length;
    const texts = Buffer.from(lines.buffer, lines.byteOffset, lines.length).toString('utf8');
    const rows = texts.split('\n').slice(0, -1).map(parseJson);
    const isFirst = this.#sink.length === 0;
    await this.#sink.write(Buffer.from(this.#text(rows, isFirst)));
  }

  async finish(): Promise<void> {
    const end = this.#end(this.#sink.length === 0);
    if (end !== '') await this.#sink.write(Buffer.from(end));
  }

  /** Returns the text after the last row. */
  #end(isEmpty: boolean): string {
    if (this.#options.kind === 'json') return isEmpty ? '[]\n' : '\n]\n';
    return isEmpty ? this.#names() : '';
  }

  #text(rows: readonly unknown[], isFirst: boolean): string {
    const { kind, columns } = this.#options;
    if (kind === 'csv') {
      const records = rows.map((row) =>
        csvRecord(columns.map((column) => logCell(columnValue(row, column)))),
      );
      return `${isFirst ? this.#names() : ''}${records.join('')}`;
    }
    const objects = rows.map((row) =>
      safeJson(Object.fromEntries(columns.map((column) => [column, columnValue(row, column)]))),
    );
    if (kind === 'ndjson') return objects.map((object) => `${object}\n`).join('');
    return `${isFirst ? '[' : ',\n'}${objects.join(',\n')}`;
  }

  #names(): string {
    const { kind, columns, header } = this.#options;
    return header && kind === 'csv' ? csvRecord(columns) : '';
  }
}

function columnValue(row: unknown, column: LogColumn): unknown {
  return isObject(row) ? row[column] : undefined;
}

function logCell(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : cellText(value, String);
}
