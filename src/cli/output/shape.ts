// Implements --fields, --format and --header. Before a command runs, this module checks these options against the
// schema of the command's output. After the command has run, this module formats the result as JSON, NDJSON, CSV, or a
// table of selected fields.
import { cellText, csvRecord } from '../../lib/csv-text';
import { invalidInput, type WaypostError } from '../../lib/errors';
import { isObject } from '../../lib/exact-json';
import { type FieldPath, fieldAt, isIndex, isUnknown, pickFields } from '../../lib/field-path';
import { safeJson } from '../../lib/safe-json';
import type { Colors } from './color';
import { chunksOf, inChunks, jsonBeginning, jsonLines } from './json-text';
import type { Schema } from './outputs';
import { printable } from './printable';
import type { RequestedField, ResultShape, ShapeOptions } from './result-shape';
import { card, table } from './table';
import { labelOf } from './words';

/**
 * Returns the format that the options select. `json` is true if --json or the `output` setting selects JSON. Throws
 * `invalid_input` if the options cannot be combined, or if the output never contains a requested field.
 */
export function readShape(
  options: ShapeOptions,
  { rows }: { rows?: string | undefined },
  output: Schema,
  json: boolean,
): ResultShape {
  const { format = json ? 'json' : 'table' } = options;
  const known = withoutOptions(output);
  if (json && format !== 'json') {
    throw invalidInput(
      `--json cannot be combined with --format ${format}.`,
      'Remove --json or --format.',
    );
  }
  if (options.header === false && format !== 'csv') {
    throw invalidInput(
      '--no-header requires --format csv.',
      'Add --format csv, or remove --no-header.',
    );
  }
  const path = rows === undefined ? undefined : rows.split('.').filter((name) => name !== '');
  const row = path === undefined ? undefined : schemaAt(known, path);
  return {
    format,
    header: options.header !== false,
    fields: options.fields === undefined ? undefined : readFields(options.fields, known, row, path),
    rows: path,
    columns: row === undefined ? [] : fieldNames(row),
  };
}

/**
 * Returns the alternative in `anyOf` that has the title `with --<option>`, or the complete schema if there is no such
 * alternative.
 */
export function formWith(output: Schema, option: string): Schema {
  return output.anyOf?.find(({ title }) => title === `with --${option}`) ?? output;
}

/**
 * Returns the alternative in `anyOf` that describes the output without --file and --by. The rows of the other
 * alternatives have different fields. Returns the complete schema if several alternatives remain.
 */
function withoutOptions(output: Schema): Schema {
  const forms = (output.anyOf ?? []).filter(({ title = '' }) => !/^with --(?:file|by)/.test(title));
  const [only] = forms;
  return forms.length === 1 && only !== undefined ? only : output;
}

function readFields(
  text: string,
  output: Schema,
  row: Schema | undefined,
  rows: FieldPath | undefined,
): RequestedField[] {
  const names = [...new Set(text.split(',').flatMap((name) => name.trim() || []))];
  if (names.length === 0) throw invalidInput('--fields is empty.', knownHint(output, row));
  return names.map((name) => readField(name, output, row, rows));
}

function readField(
  name: string,
  output: Schema,
  row: Schema | undefined,
  rows: FieldPath = [],
): RequestedField {
  const path = name.split('.');
  // A path that begins with the path of the rows selects a field of each row.
  const isThrough = rows.length > 0 && rows.every((name, index) => path[index] === name);
  const below = path[rows.length];
  // If a number follows the path of the rows, the path selects a field of one row, and begins at the root.
  if (isThrough && below !== undefined && !isIndex(below) && row !== undefined) {
    return { ...readField(path.slice(rows.length).join('.'), row, row), name, from: 'row' };
  }
  const inRoot = presenceOf(output, path);
  if (inRoot === 'always') return { name, path, from: 'root' };
  const inRow = row === undefined ? inRoot : presenceOf(row, path);
  if (inRow === 'always') return { name, path, from: 'row' };
  if (inRoot === 'maybe' || inRow === 'maybe') return { name, path, from: undefined };
  throw invalidInput(`The output has no field ${name}.`, knownHint(output, row));
}

function knownHint(output: Schema, row: Schema | undefined): string {
  const names = new Set([...fieldNames(output), ...(row === undefined ? [] : fieldNames(row))]);
  return `Set --fields to one or more of: ${[...names].join(', ')}.`;
}

type Presence = 'always' | 'maybe' | 'never';

/**
 * Returns `always`, `maybe` or `never`, depending on whether results with this schema have a field at this path. If the
 * schema contains `anyOf`, returns `always` if one alternative always has the field, and `maybe` if one alternative
 * might have the field.
 */
function presenceOf(schema: Schema, path: FieldPath): Presence {
  const [name, ...rest] = path;
  if (name === undefined) return 'always';
  if (schema.anyOf !== undefined) {
    const found = schema.anyOf.map((form) => presenceOf(form, path));
    if (found.includes('always')) return 'always';
    return found.includes('maybe') ? 'maybe' : 'never';
  }
  if (schema.items !== undefined) return presenceOf(schema.items, isIndex(name) ? rest : path);
  const { properties = {} } = schema;
  const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (member !== undefined) return presenceOf(member, rest);
  return allowsOthers(schema) ? 'maybe' : 'never';
}

/** Returns the names of the known fields. For a list, returns the fields of an item. */
function fieldNames(schema: Schema): string[] {
  const forms = schema.anyOf ?? (schema.items === undefined ? [] : [schema.items]);
  const names = [...forms.flatMap(fieldNames), ...Object.keys(schema.properties ?? {})];
  return [...new Set(names)];
}

/**
 * Returns the schema at a path. If the schema contains `anyOf`, uses the first alternative that contains the path. For
 * a list, returns the schema of an item.
 */
function schemaAt(schema: Schema, path: FieldPath): Schema {
  const [name, ...rest] = path;
  if (name === undefined) return schema.items ?? schema;
  const forms = schema.anyOf ?? [schema];
  const found = forms.flatMap(({ properties = {} }) => properties[name] ?? []);
  return found[0] === undefined ? {} : schemaAt(found[0], rest);
}

/** True if the schema allows fields that it does not describe. */
function allowsOthers({ type, properties, additionalProperties, enum: values, ...rest }: Schema) {
  if (additionalProperties !== undefined) return true;
  if (values !== undefined || 'const' in rest || properties !== undefined) return false;
  return type === undefined || type === 'object';
}

/** A requested field, with the start of its path: the root of the JSON or a row. */
interface LocatedField extends RequestedField {
  from: 'root' | 'row';
}

/** The display settings, and the command's own text for the result. */
interface Display {
  color: Colors;
  /** The width of the terminal in columns, or undefined if there is no terminal. */
  width: number | undefined;
  /** Returns the command's own text for the result. */
  view: () => string;
}

/**
 * Returns the result as text. If the result does not have a requested field, returns the complete result together with
 * an error, so that no billed result is lost. If a requested field is missing and the format is JSON, throws the error
 * instead. The error's details then contain the complete result.
 */
export function shaped(
  value: unknown,
  shape: ResultShape,
  surface: Display,
): { chunks: Iterable<string>; error?: WaypostError } {
  const { format, rows } = shape;
  const fields = shape.fields?.map((field) => locateField(field, value, rows));
  const unknown = fields?.flatMap((field) => (typeof field === 'string' ? field : [])) ?? [];
  if (unknown.length > 0) {
    const error = unknownFields(unknown, value, shape);
    if (format === 'json') throw error.with({ revealed: { answer: value } });
    return { chunks: formatResult(value, shape, undefined, surface), error };
  }
  const found = fields?.flatMap((field) => (typeof field === 'string' ? [] : field));
  return { chunks: formatResult(value, shape, found, surface) };
}

function formatResult(
  value: unknown,
  shape: ResultShape,
  fields: readonly LocatedField[] | undefined,
  surface: Display,
): Iterable<string> {
  const { format, rows = [] } = shape;
  if (format === 'json') {
    if (fields === undefined) return jsonLines([value]);
    const paths = fields.map(({ from, path }) => (from === 'row' ? [...rows, ...path] : path));
    return jsonLines([pickFields(value, paths)]);
  }
  if (format === 'table' && fields === undefined) return printableText(surface.view());
  const entries = rowsIn(value, shape, fields);
  if (format === 'ndjson') {
    return jsonLines(entries.map((entry) => rowObject(value, entry, fields)));
  }
  const names = fields?.map(({ name }) => name) ?? columnNames(entries, shape.columns);
  const cellsOf = (entry: unknown, json = safeJson) =>
    (fields ?? names.map(ownField)).map((field) => cellText(fieldValue(value, entry, field), json));
  if (format === 'csv') {
    const records = entries.map((entry) => csvRecord(cellsOf(entry)));
    return inChunks([...(shape.header ? [csvRecord(names)] : []), ...records]);
  }
  const { color, width } = surface;
  const [first] = entries;
  if (shape.rows === undefined && entries.length === 1) {
    const cells = cellsOf(first, jsonBeginning);
    const rows = names.map((label, index) => ({ label, value: cells[index] ?? '' }));
    return printableText(card(rows, color, width).join('\n'));
  }
  const columns = names.map((name) => ({ title: labelOf(name).toUpperCase(), minWidth: 12 }));
  const cells = entries.map((entry) => cellsOf(entry, jsonBeginning));
  return printableText(table(columns, cells, color, width).join('\n'));
}

/**
 * Returns the text in chunks, with a line feed at the end. If the text is empty, the result does not contain any
 * chunks.
 */
function printableText(text: string): Iterable<string> {
  return text === '' ? [] : chunksOf(printable(`${text}\n`));
}

/**
 * Decides whether a field's path begins at the root or at a row. Returns the field's name if the result does not have
 * the field.
 */
function locateField(
  field: RequestedField,
  value: unknown,
  rows: ResultShape['rows'],
): LocatedField | string {
  const { name, path, from } = field;
  if (from !== undefined) return { ...field, from };
  if (!isUnknown(value, path)) return { ...field, from: 'root' };
  return rows === undefined || isUnknown(value, [...rows, ...path])
    ? name
    : { ...field, from: 'row' };
}

/**
 * Returns the entries to print as rows. If no requested field belongs to a row, returns the complete result as the only
 * row. If the path of the rows does not lead to a list, returns the value at this path, or the complete result if there
 * is no value.
 */
function rowsIn(
  value: unknown,
  { rows }: ResultShape,
  fields: readonly LocatedField[] | undefined,
): readonly unknown[] {
  if (fields?.every((field) => isOfWhole(value, field)) === true) return [value];
  const list = rows === undefined ? value : fieldAt(value, rows);
  return Array.isArray(list) ? list : [list ?? value];
}

/**
 * True if the field belongs to the complete result, so that all rows show the same value. If the result is a list, only
 * a path that begins with an index belongs to the complete result.
 */
function isOfWhole(value: unknown, { from, path: [first = ''] }: LocatedField): boolean {
  return from === 'root' && (!Array.isArray(value) || isIndex(first));
}

function fieldValue(value: unknown, entry: unknown, field: LocatedField): unknown {
  return fieldAt(isOfWhole(value, field) ? value : entry, field.path);
}

/** Returns a row with only the selected fields, each at its original path. */
function rowObject(
  value: unknown,
  entry: unknown,
  fields: readonly LocatedField[] | undefined,
): unknown {
  if (fields === undefined) return entry;
  if (entry === value) {
    return pickFields(
      value,
      fields.map(({ path }) => path),
    );
  }
  const paths = (wanted: LocatedField['from']) =>
    fields.filter(({ from }) => from === wanted).map(({ path }) => path);
  const ofRoot = pickFields(Array.isArray(value) ? entry : value, paths('root'));
  const ofRow = pickFields(entry, paths('row'));
  return isObject(ofRoot) && isObject(ofRow) ? { ...ofRoot, ...ofRow } : ofRow;
}

/** Returns the column names: first the known names, then all other names in the rows. */
function columnNames(entries: readonly unknown[], known: readonly string[]): string[] {
  const names = entries.flatMap((entry) =>
    isObject(entry) || Array.isArray(entry) ? Object.keys(entry) : [],
  );
  if (names.length === 0 && entries.length > 0) return ['value'];
  return [...new Set([...known, ...names])];
}

function ownField(name: string): LocatedField {
  return { name, path: [name], from: 'row' };
}

function unknownFields(names: readonly string[], value: unknown, shape: ResultShape): WaypostError {
  const entries = rowsIn(value, shape, undefined);
  const known = new Set(
    [value, ...entries].flatMap((one) => (isObject(one) ? Object.keys(one) : [])),
  );
  const where =
    shape.format === 'json'
      ? 'The complete result is in details.answer'
      : 'waypost printed the complete result';
  return invalidInput(
    `The result has no field ${names.join(' and no ')}.`,
    `${where}. The result's fields are: ${[...known].join(', ')}.`,
  );
}
