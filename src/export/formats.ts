// The table of export formats, which the parser, help, completion and the tests use. waypost loads this table at every
// start. To start quickly, waypost loads the code of a format only when an export uses the format.
import type { LogColumn } from '../api/lookup-log';
import type { Sink } from '../lib/sink';
import type { Format } from './format';
import type { RowFormatKind } from './rows';
import type { ColumnsKind } from './selected-columns';

/** The options of `lookups export` that only some formats allow. */
export type FormatOption = 'header' | 'safe-cells' | 'fields' | 'partition-by';

/** The values of the options that change the output of a format. */
interface FormatSettings {
  /** True to write the column names in the first row. */
  header: boolean;
  /** True to escape cells that a spreadsheet would run as formulas. */
  safeCells: boolean;
  /** The columns to write, or undefined for all columns. */
  fields: readonly LogColumn[] | undefined;
}

interface ExportFormat {
  /** The value of --format. */
  name: string;
  /** The name of the format for use in sentences. */
  title: string;
  /** The file extensions of the format. The most common extension is first. */
  extensions: readonly string[];
  /** Creates a `Format` that writes to the sink. Calls `warn` about rows that the format cannot write completely. */
  open(sink: Sink, settings: FormatSettings, warn: (text: string) => void): Promise<Format>;
  /** The options that can be combined with the format. waypost rejects all other format options. */
  allows: readonly FormatOption[];
  /**
   * The output at a terminal: nothing for a binary format, the unchanged text, or the text without control characters.
   */
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

/** An export's format, and the format's settings. */
export interface ExportShape extends FormatSettings {
  format: FormatName;
  /** True to write a directory that contains a file for each day. */
  byDay: boolean;
}

export function exportFormat(wanted: FormatName): ExportFormat {
  const found = exportFormats.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`Unknown format: ${wanted}.`);
  return found;
}

/** Returns the names of the formats that can be combined with an option. */
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
