// Prints a result in the requested format: JSON, NDJSON, CSV, or a table of chosen members.
import { cellText, csvRecord } from '../../../lib/csv-text';
import { invalidInput, type WaypostError } from '../../../lib/errors';
import { isObject } from '../../../lib/exact-json';
import type { MemberPath } from '../../../lib/member-path';
import { isUnknown, memberAt, pick } from '../../../lib/member-path';
import type { Colours } from '../colour';
import { joined, jsonBeginning, jsonLines, piecesOf, safeJson } from '../json-text';
import { printable } from '../printable';
import { card, table } from '../table';
import { labelOf } from '../words';

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

/** A field, and its path in an answer. */
interface Located extends Field {
  from: 'root' | 'row';
}

/** The text in pieces, with the last line feed if there is any text, and the error that follows it. */
interface Shaped {
  pieces: Iterable<string>;
  error?: WaypostError;
}

/** How a person reads the result. */
interface Surface {
  colour: Colours;
  /** Columns of the terminal; undefined where there is none. */
  width: number | undefined;
  /** The result as the command itself shows it. */
  view: () => string;
}

const minColumnWidth = 12;

/**
 * The result as text. A field that the answer lacks is an error: the answer is complete in the text then, or with
 * JSON in the details of the error, so that no billed or changed result is lost.
 */
export function shaped(value: unknown, shape: Shape, surface: Surface): Shaped {
  const { format, rows } = shape;
  const fields = shape.fields?.map((field) => located(field, value, rows));
  const unknown = fields?.flatMap((field) => (typeof field === 'string' ? field : [])) ?? [];
  if (unknown.length > 0) {
    const error = unknownFields(unknown, value, shape);
    if (format === 'json') throw error.with({ revealed: { answer: value } });
    return { pieces: written(value, { ...shape, fields: undefined }, undefined, surface), error };
  }
  const found = fields?.flatMap((field) => (typeof field === 'string' ? [] : field));
  return { pieces: written(value, shape, found, surface) };
}

function written(
  value: unknown,
  shape: Shape,
  fields: readonly Located[] | undefined,
  surface: Surface,
): Iterable<string> {
  const { format, rows = [] } = shape;
  if (format === 'json') {
    if (fields === undefined) return jsonLines([value]);
    const paths = fields.map(({ from, path }) => (from === 'row' ? [...rows, ...path] : path));
    return jsonLines([pick(value, paths)]);
  }
  if (format === 'table' && fields === undefined) return lines(surface.view());
  const entries = rowsIn(value, shape, fields);
  if (format === 'ndjson') {
    return jsonLines(entries.map((entry) => rowObject(value, entry, fields)));
  }
  const names = fields?.map(({ name }) => name) ?? columnsOf(entries, shape.columns);
  const cellsOf = (entry: unknown, json = safeJson) =>
    (fields ?? names.map(ownField)).map((field) => cellText(at(value, entry, field), json));
  if (format === 'csv') {
    const records = entries.map((entry) => csvRecord(cellsOf(entry)));
    return joined([...(shape.header ? [csvRecord(names)] : []), ...records]);
  }
  const { colour, width } = surface;
  const [first] = entries;
  if (shape.rows === undefined && entries.length === 1) {
    const cells = cellsOf(first, jsonBeginning);
    const rows = names.map((label, index) => ({ label, value: cells[index] ?? '' }));
    return lines(card(rows, colour, width).join('\n'));
  }
  const columns = names.map((name) => ({
    title: labelOf(name).toUpperCase(),
    minWidth: minColumnWidth,
  }));
  const cells = entries.map((entry) => cellsOf(entry, jsonBeginning));
  return lines(table(columns, cells, colour, width).join('\n'));
}

/** The text with a line feed; nothing for no text. */
function lines(text: string): Iterable<string> {
  return text === '' ? [] : piecesOf(printable(`${text}\n`));
}

/** The path of a field; its name if the answer shows that there is none. */
function located(field: Field, value: unknown, rows: Shape['rows']): Located | string {
  const { name, path, from } = field;
  if (from !== undefined) return { ...field, from };
  if (!isUnknown(value, path)) return { ...field, from: 'root' };
  return rows === undefined || isUnknown(value, [...rows, ...path])
    ? name
    : { ...field, from: 'row' };
}

/**
 * The entries that are rows; the whole as one row if there is no list, or no member of a row is requested.
 */
function rowsIn(
  value: unknown,
  { rows }: Shape,
  fields: readonly Located[] | undefined,
): readonly unknown[] {
  const isOfRoot = fields?.every(({ from }) => from === 'root') === true;
  const list =
    rows === undefined || (isOfRoot && !Array.isArray(value)) ? value : memberAt(value, rows);
  return Array.isArray(list) ? list : [list ?? value];
}

function at(value: unknown, entry: unknown, { from, path }: Located): unknown {
  return memberAt(from === 'row' || Array.isArray(value) ? entry : value, path);
}

/** A row with its chosen members, each in its place. */
function rowObject(
  value: unknown,
  entry: unknown,
  fields: readonly Located[] | undefined,
): unknown {
  if (fields === undefined) return entry;
  const paths = (wanted: Located['from']) =>
    fields.filter(({ from }) => from === wanted).map(({ path }) => path);
  const ofRoot = pick(Array.isArray(value) ? entry : value, paths('root'));
  const ofRow = pick(entry, paths('row'));
  return isObject(ofRoot) && isObject(ofRow) ? { ...ofRoot, ...ofRow } : ofRow;
}

/** The names of the columns: the known ones, then all others of the rows. */
function columnsOf(entries: readonly unknown[], known: readonly string[]): string[] {
  const names = entries.flatMap((entry) =>
    isObject(entry) || Array.isArray(entry) ? Object.keys(entry) : [],
  );
  if (names.length === 0 && entries.length > 0) return ['value'];
  return [...new Set([...known, ...names])];
}

function ownField(name: string): Located {
  return { name, path: [name], from: 'row' };
}

function unknownFields(names: readonly string[], value: unknown, shape: Shape): WaypostError {
  const entries = rowsIn(value, shape, undefined);
  const known = new Set(
    [value, ...entries].flatMap((one) => (isObject(one) ? Object.keys(one) : [])),
  );
  const where =
    shape.format === 'json'
      ? 'The whole answer is in details.answer'
      : 'The whole answer was printed';
  return invalidInput(
    `The answer has no member ${names.join(' and no ')}.`,
    `${where}. Its members are: ${[...known].join(', ')}.`,
  );
}
