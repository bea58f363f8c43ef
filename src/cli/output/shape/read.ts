// Reads --fields, --format and --header, checked against the command's known output, before it runs.
import { invalidInput } from '../../../lib/errors';
import { isIndex, type MemberPath } from '../../../lib/member-path';
import type { CommandSpec } from '../../line/command';
import type { JsonSchema } from '../json-schema';
import type { ShapeOptions } from './options';
import { type Field, type Shape, type ShapeFormat, shapeFormats } from './print';

/**
 * Reads the options. `json` says that --json was given. Throws `invalid_input` for invalid values, and for a
 * field that the output never has.
 */
export function shapeOf(
  options: ShapeOptions,
  { rows }: Pick<CommandSpec, 'rows'>,
  output: JsonSchema,
  json: boolean,
): Shape {
  const format = formatOf(options.format, json);
  const known = withoutFile(output);
  if (options.header === false && format !== 'csv') {
    throw invalidInput(
      '--no-header goes with --format csv.',
      'Add --format csv, or omit --no-header.',
    );
  }
  const path = rows === undefined ? undefined : rows.split('.').filter((name) => name !== '');
  const row = path === undefined ? undefined : schemaAt(known, path);
  return {
    format,
    header: options.header !== false,
    fields: options.fields === undefined ? undefined : fieldsOf(options.fields, known, row, path),
    rows: path,
    columns: row === undefined ? [] : namesIn(row),
  };
}

/** The forms of an output except those of a batch, which has its own rows. */
function withoutFile(output: JsonSchema): JsonSchema {
  const forms = (output.anyOf ?? []).filter(({ title = '' }) => !title.startsWith('with --file'));
  const [only] = forms;
  return forms.length === 1 && only !== undefined ? only : output;
}

function formatOf(text: string | undefined, json: boolean): ShapeFormat {
  if (text === undefined) return json ? 'json' : 'table';
  const format = shapeFormats.find((name) => name === text);
  if (format === undefined) throw invalidInput(`--format takes ${shapeFormats.join(', ')}.`);
  if (json && format !== 'json') {
    throw invalidInput('--json is --format json.', 'Omit one of the two.');
  }
  return format;
}

function fieldsOf(
  text: string,
  output: JsonSchema,
  row: JsonSchema | undefined,
  rows: MemberPath | undefined,
): Field[] {
  const names = [...new Set(text.split(',').flatMap((name) => name.trim() || []))];
  if (names.length === 0) {
    throw invalidInput('--fields is empty.', knownHint(output, row));
  }
  return names.map((name) => fieldOf(name, output, row, rows));
}

function fieldOf(
  name: string,
  output: JsonSchema,
  row: JsonSchema | undefined,
  rows: MemberPath = [],
): Field {
  const path = name.split('.');
  // A path through the rows is one of each row.
  const isThrough = rows.length > 0 && rows.length < path.length && startsWith(path, rows);
  if (isThrough && row !== undefined) {
    return { ...fieldOf(path.slice(rows.length).join('.'), row, row), name, from: 'row' };
  }
  const root = knowledgeOf(output, path);
  if (root.state === 'known') return { name, path, from: 'root' };
  const inRow = row === undefined ? root : knowledgeOf(row, path);
  if (inRow.state === 'known') return { name, path, from: 'row' };
  if (root.state === 'open' || inRow.state === 'open') return { name, path, from: undefined };
  throw invalidInput(`The output has no member ${name}.`, knownHint(output, row));
}

function startsWith(path: MemberPath, start: MemberPath): boolean {
  return start.every((name, index) => path[index] === name);
}

function knownHint(output: JsonSchema, row: JsonSchema | undefined): string {
  const names = new Set([...namesIn(output), ...(row === undefined ? [] : namesIn(row))]);
  return `Give --fields some of: ${[...names].join(', ')}.`;
}

/** A member is always there, never there, or the service may send it. */
interface Knowledge {
  state: 'known' | 'open' | 'unknown';
}

/** Whether the member at a path exists, by the schema. */
function knowledgeOf(schema: JsonSchema, path: MemberPath): Knowledge {
  const [name, ...rest] = path;
  if (name === undefined) return { state: 'known' };
  if (schema.anyOf !== undefined) return best(schema.anyOf.map((form) => knowledgeOf(form, path)));
  if (schema.items !== undefined) return knowledgeOf(schema.items, isIndex(name) ? rest : path);
  const member = Object.hasOwn(schema.properties ?? {}, name)
    ? schema.properties?.[name]
    : undefined;
  if (member !== undefined) return knowledgeOf(member, rest);
  return { state: isOpen(schema) ? 'open' : 'unknown' };
}

/** The names of the known members, of an entry if it is a list. */
function namesIn(schema: JsonSchema): string[] {
  const forms = schema.anyOf ?? (schema.items === undefined ? [] : [schema.items]);
  const names = [...forms.flatMap(namesIn), ...Object.keys(schema.properties ?? {})];
  return [...new Set(names)];
}

/** The schema at a path, of the first form that has it; of an entry if it is a list. */
function schemaAt(schema: JsonSchema, path: MemberPath): JsonSchema {
  const [name, ...rest] = path;
  if (name === undefined) return schema.items ?? schema;
  const forms = schema.anyOf ?? [schema];
  const members = forms.flatMap(({ properties = {} }) => properties[name] ?? []);
  return members[0] === undefined ? {} : schemaAt(members[0], rest);
}

/** Whether there may be members without a name in the schema. */
function isOpen({ type, properties, additionalProperties, enum: values, ...rest }: JsonSchema) {
  if (additionalProperties !== undefined) return true;
  if (values !== undefined || 'const' in rest || properties !== undefined) return false;
  return type === undefined || type === 'object';
}

function best(all: readonly Knowledge[]): Knowledge {
  const states = all.map(({ state }) => state);
  if (states.includes('known')) return { state: 'known' };
  return { state: states.includes('open') ? 'open' : 'unknown' };
}
