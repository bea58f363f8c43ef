// The form in which a result is printed, and the options that ask for it.
import type { FieldPath } from '../../lib/field-path';

export type ResultFormat = 'table' | 'json' | 'ndjson' | 'csv';

export interface RequestedField {
  /** As the user gave it. */
  name: string;
  path: FieldPath;
  /** Whether the path begins at the root of the JSON or at a row; undefined if only the answer tells. */
  from: 'root' | 'row' | undefined;
}

export interface ResultShape {
  format: ResultFormat;
  header: boolean;
  /** Undefined: all members. */
  fields: readonly RequestedField[] | undefined;
  /** Path of the rows; undefined for an output without rows. */
  rows: FieldPath | undefined;
  /** Known members of a row, in order. */
  columns: readonly string[];
}

/** The options that shape what a command prints. */
export interface ShapeOptions {
  fields?: string;
  format?: ResultFormat;
  header?: boolean;
  /** Of a lookup command: a batch shapes its rows itself. */
  file?: string;
}
