// How a result is to look, where that was asked for.
import type { MemberPath } from '../../lib/member-path';

/** The forms of output, by name. */
export const shapeFormats = ['table', 'json', 'ndjson', 'csv'] as const;

/** A form of output. */
export type ShapeFormat = (typeof shapeFormats)[number];

/** A member that was asked for. */
export interface Field {
  /** As it was typed. */
  name: string;
  path: MemberPath;
  /** Whether the path begins at the root of the JSON or at a row; undefined where only the answer tells. */
  from: 'root' | 'row' | undefined;
}

/** How a result is to look. */
export interface Shape {
  format: ShapeFormat;
  /** Whether CSV has the names of the columns in its first row. */
  header: boolean;
  /** Undefined: all there is. */
  fields: readonly Field[] | undefined;
  /** Where the rows are; undefined for an output that has none. */
  rows: MemberPath | undefined;
  /** Members of a row that are known beforehand, in order. */
  columns: readonly string[];
}
