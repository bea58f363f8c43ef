// The requested format of a result.
import type { MemberPath } from '../../../lib/member-path';

/** The output formats, by name. */
export const shapeFormats = ['table', 'json', 'ndjson', 'csv'] as const;

/** A form of output. */
export type ShapeFormat = (typeof shapeFormats)[number];

/** A requested member. */
export interface Field {
  /** As the user gave it. */
  name: string;
  path: MemberPath;
  /** Whether the path begins at the root of the JSON or at a row; undefined if only the answer tells. */
  from: 'root' | 'row' | undefined;
}

/** The format of a result. */
export interface Shape {
  format: ShapeFormat;
  /** Whether CSV has a header row. */
  header: boolean;
  /** Undefined: all members. */
  fields: readonly Field[] | undefined;
  /** Path of the rows; undefined for an output without rows. */
  rows: MemberPath | undefined;
  /** Known members of a row, in order. */
  columns: readonly string[];
}
