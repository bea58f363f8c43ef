// The format in which a result is printed, and the options that select it.
import type { FieldPath } from '../../lib/field-path';

export type ResultFormat = 'table' | 'json' | 'ndjson' | 'csv';

export interface RequestedField {
  /** The name as the user typed it. */
  name: string;
  path: FieldPath;
  /** Whether the path begins at the root of the JSON or at a row. Undefined if only the result shows this. */
  from: 'root' | 'row' | undefined;
}

export interface ResultShape {
  format: ResultFormat;
  header: boolean;
  /** The fields to print, or undefined for all fields. */
  fields: readonly RequestedField[] | undefined;
  /** The path of the rows, or undefined for an output without rows. */
  rows: FieldPath | undefined;
  /** The known fields of a row, in order. */
  columns: readonly string[];
}

/** The options that change the format of what a command prints. */
export interface ShapeOptions {
  fields?: string;
  format?: ResultFormat;
  header?: boolean;
  /** The `--file` option of a lookup command. A batch formats its rows itself. */
  file?: string;
}
