// Types for the format of a result, and for the options that select the format.
import type { FieldPath } from '../../lib/field-path';

export type ResultFormat = 'table' | 'json' | 'ndjson' | 'csv';

export interface RequestedField {
  /** The field name as the user typed it. */
  name: string;
  path: FieldPath;
  /**
   * The object at which the path starts: the root of the JSON, or a row. Undefined if this object depends on the
   * result.
   */
  from: 'root' | 'row' | undefined;
}

export interface ResultShape {
  format: ResultFormat;
  header: boolean;
  /** The fields to print, or undefined to print all fields. */
  fields: readonly RequestedField[] | undefined;
  /** The path of the rows, or undefined if the output does not contain rows. */
  rows: FieldPath | undefined;
  /** The known fields of a row, in the order of the schema. */
  columns: readonly string[];
}

/** The options that change the format of a command's output. */
export interface ShapeOptions {
  fields?: string;
  format?: ResultFormat;
  header?: boolean;
  /**
   * The `--file` option of a lookup command. With this option, the command runs a batch, which formats its rows itself.
   */
  file?: string;
}
