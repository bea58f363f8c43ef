// Opens the format of an export.
import { CsvFormat } from '../../../../export/csv';
import type { Format } from '../../../../export/format';
import type { Sink } from '../../../../lib/sink';
import { safeJson } from '../../../output/json-text';
import type { Output } from '../../../output/output';
import type { Shape } from './export-options';

/** The format on a sink; `warn` is called with what the format omits. */
export async function openFormat(
  { format, header, safeCells, fields }: Shape,
  sink: Sink,
  warn: (text: string) => void,
): Promise<Format> {
  if (fields !== undefined && format !== 'parquet') {
    const { ChosenColumns } = await import('../../../../export/chosen-columns');
    return new ChosenColumns(sink, { kind: format, columns: fields, header, json: safeJson });
  }
  if (format === 'csv' && !safeCells) return new CsvFormat(sink, header);
  if (format === 'parquet') {
    const { ParquetFormat } = await import('../../../../export/parquet');
    return new ParquetFormat(sink, wideRowsWarning(warn));
  }
  const { RowFormat } = await import('../../../../export/rows');
  return new RowFormat(sink, format === 'csv' ? 'escaped-csv' : format, header);
}

/** Warns on standard error of irregular rows. */
export async function warnOfIrregularRows(output: Output, { irregular }: Format): Promise<void> {
  const text = irregular.describe();
  if (text !== undefined) await output.warn(text);
}

/** Warns of rows with more columns than Parquet keeps. */
export function wideRowsWarning(warn: (text: string) => void): (rows: number) => void {
  return (rows) =>
    warn(
      `${rows} rows have more than the nine columns of the log. Parquet keeps nine; csv, ndjson and json keep all.`,
    );
}
