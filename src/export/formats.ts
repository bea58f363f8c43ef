// The formats of an export, in one table: the parser, help, completion and tests read it. Every start of waypost loads
// the table, so a format loads its code when it is opened.
import type { LogColumn } from '../api/lookup-log';
import type { Sink } from '../lib/sink';
import type { Format } from './format';
import type { RowFormatKind } from './rows';
import type { ColumnsKind } from './selected-columns';

/** The options of `lookups export` that only some formats allow. */
export type FormatOption = 'header' | 'safe-cells' | 'fields' | 'partition-by';

/** The values of those options that change what a format writes. */
interface FormatSettings {
  /** Whether the first row has the names of the columns. */
  header: boolean;
  /** Whether cells that a spreadsheet would run as formulas are escaped. */
  safeCells: boolean;
  /** The columns to write; undefined for all. */
  fields: readonly LogColumn[] | undefined;
}

interface ExportFormat {
  /** The value of --format. */
  name: string;
  /** The name in a sentence. */
  title: string;
  /** The extensions of its files, the usual one first. */
  extensions: readonly string[];
  /** Opens it on a sink; `warn` takes warnings about rows that it cannot write in full. */
  open(sink: Sink, settings: FormatSettings, warn: (text: string) => void): Promise<Format>;
  /** The options that it can be combined with; waypost refuses the others. */
  allows: readonly FormatOption[];
  /** What a terminal shows: nothing, because the format is binary; the text; or the text without control characters. */
  onTerminal: 'nothing' | 'text' | 'text_without_controls';
}

export const exportFormats = [
  {
    name: 'csv',
    title: 'CSV',
    extensions: ['.csv'],
    async open(sink, { header, safeCells, fields }) {
      if (fields !== undefined) return openColumns(sink, 'csv', fields, header);
      if (safeCells) return openRows(sink, 'escaped-csv', header);
      const { CsvFormat } = await import('./csv');
      return new CsvFormat(sink, header);
    },
    allows: ['header', 'safe-cells', 'fields'],
    onTerminal: 'text_without_controls',
  },
  {
    name: 'ndjson',
    title: 'NDJSON',
    extensions: ['.ndjson', '.jsonl'],
    open: (sink, { fields }) =>
      fields === undefined ? openRows(sink, 'ndjson') : openColumns(sink, 'ndjson', fields),
    allows: ['fields'],
    onTerminal: 'text',
  },
  {
    name: 'json',
    title: 'JSON',
    extensions: ['.json'],
    open: (sink, { fields }) =>
      fields === undefined ? openRows(sink, 'json') : openColumns(sink, 'json', fields),
    allows: ['fields'],
    onTerminal: 'text',
  },
  {
    name: 'parquet',
    title: 'Parquet',
    extensions: ['.parquet'],
    async open(sink, _settings, warn) {
      const { ParquetFormat, wideRowsWarning } = await import('./parquet');
      return new ParquetFormat(sink, (rows) => warn(wideRowsWarning(rows)));
    },
    allows: ['partition-by'],
    onTerminal: 'nothing',
  },
] as const satisfies readonly ExportFormat[];

export type FormatName = (typeof exportFormats)[number]['name'];

export const formatNames: readonly FormatName[] = exportFormats.map(({ name }) => name);

/** What an export writes, and how. */
export interface ExportShape extends FormatSettings {
  format: FormatName;
  /** Whether it is a directory with a file for each day. */
  byDay: boolean;
}

export function exportFormat(wanted: FormatName): ExportFormat {
  const found = exportFormats.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`There is no format ${wanted}.`);
  return found;
}

/** The names of the formats that can be combined with an option. */
export function formatsAllowing(option: FormatOption): FormatName[] {
  const formats: readonly (ExportFormat & { name: FormatName })[] = exportFormats;
  return formats.filter(({ allows }) => allows.includes(option)).map(({ name }) => name);
}

async function openRows(sink: Sink, kind: RowFormatKind, header = false): Promise<Format> {
  const { RowFormat } = await import('./rows');
  return new RowFormat(sink, kind, header);
}

async function openColumns(
  sink: Sink,
  kind: ColumnsKind,
  columns: readonly LogColumn[],
  header = false,
): Promise<Format> {
  const { SelectedColumns } = await import('./selected-columns');
  return new SelectedColumns(sink, { kind, columns, header });
}
