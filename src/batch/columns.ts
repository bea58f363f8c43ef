// Which column of a file provides which parameter of an operation.
import { invalidInput, type WaypostError } from '../lib/errors';
import { isNumber, parseJson } from '../lib/exact-json';
import type { Input } from './input';
import { batchRefused } from './reasons';
import type { Kept } from './row';

/** Parameters of an operation; the first required one is the text that is looked up. */
export interface Parameters {
  required: readonly string[];
  optional: readonly string[];
}

/** Reads the parameters of a row. Throws `invalid_input` for a row that cannot be read. */
export type RowReader = (kept: Kept) => Record<string, string>;

/** A parameter and its column. */
interface Feed {
  parameter: string;
  column: string;
}

/**
 * Reads `--column` options: `name` for the text that is looked up, `parameter=name` for another parameter.
 * Required parameters without an option come from the columns with their names, or from the only column.
 * Throws `invalid_input` if there is no such column.
 */
export function rowReader(
  parameters: Parameters,
  wanted: readonly string[],
  { format, header, width }: Pick<Input, 'format' | 'header' | 'width'>,
): RowReader {
  const named = wanted.map((text) => feedOf(parameters, text));
  const missing = parameters.required.filter(
    (name) => !named.some(({ parameter }) => parameter === name),
  );
  if (format === 'ndjson') {
    return fromLine([...named, ...missing.map((name) => ({ parameter: name, column: name }))]);
  }
  const only = missing.length === 1 && (width ?? 1) === 1;
  if (header === undefined && missing.length > 0 && !only) throw whichColumn(missing, width);
  if (only && header !== undefined) checkName(header[0] ?? '');
  const places = [
    ...named.map(({ parameter, column }) => ({ parameter, at: indexOf(column, header) })),
    ...missing.map((parameter) => ({
      parameter,
      at: only ? 0 : indexOf(parameter, header, named.length === 0),
    })),
  ];
  return (kept) => {
    const cells = typeof kept === 'string' ? [] : kept;
    if (header !== undefined && cells.length > header.length) {
      throw invalidInput(
        `The row has ${cells.length} cells where the header has ${header.length}: a comma may need quotes.`,
      );
    }
    return Object.fromEntries(places.map(({ parameter, at }) => [parameter, cells[at] ?? '']));
  };
}

function whichColumn(missing: readonly string[], width: number | undefined): WaypostError {
  const parameters = missing.length === 1 ? '' : missing.join(',');
  return batchRefused(
    'columns_unnamed',
    `The rows have ${width ?? 0} cells and no header: the column of the ${missing.join(' and the ')} is not known.`,
    { about: { parameters } },
  );
}

/** The first row of a file without a header must not be used as one: it would not be looked up. */
function checkName(name: string): void {
  if (!/@|\d{4}/.test(name)) return;
  throw batchRefused(
    'header_missing',
    `The first row, ${name}, looks like something to look up, and not like the name of a column.`,
  );
}

function feedOf({ required, optional }: Parameters, text: string): Feed {
  const [before = '', ...behind] = text.split('=');
  const parameter = before.trim().replaceAll('-', '_');
  if (behind.length > 0 && [...required, ...optional].includes(parameter)) {
    return { parameter, column: behind.join('=').trim() };
  }
  const [main = '', ...others] = required;
  if (others.length === 0) return { parameter: main, column: text.trim() };
  throw batchRefused(
    'column_unassigned',
    `The column ${text} is for none of the parameters ${required.join(', ')}.`,
    { about: { parameters: required.join(',') } },
  );
}

function indexOf(column: string, header: readonly string[] | undefined, isDefault = false): number {
  const same = (name: string) => name.trim().toLowerCase() === column.toLowerCase();
  const found = header === undefined ? -1 : header.findIndex(same);
  if (found !== -1) return found;
  // Columns have numbers too, from 1.
  const number = /^[1-9]\d{0,4}$/.test(column) ? Number(column) : 0;
  if (number > 0 && (header === undefined || number <= header.length)) return number - 1;
  const message = `The file has no column ${column}.`;
  if (header === undefined) throw batchRefused('column_number', message);
  throw batchRefused(isDefault ? 'column_by_name' : 'column_by_number', message, {
    about: { header: header.join(', ') },
  });
}

function fromLine(feeds: readonly Feed[]): RowReader {
  return (kept) => {
    const value = parsedLine(kept);
    if (typeof value === 'string' && feeds.length === 1)
      return { [feeds[0]?.parameter ?? '']: value };
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw invalidInput('The line is not a JSON object.');
    }
    const members = new Map(Object.entries(value));
    const lower = new Map(Object.keys(value).map((name) => [name.toLowerCase(), name]));
    return Object.fromEntries(
      feeds.map(({ parameter, column }) => {
        const name = members.has(column) ? column : lower.get(column.toLowerCase());
        if (name === undefined) throw invalidInput(`The line has no member ${column}.`);
        return [parameter, textOf(members.get(name), name)];
      }),
    );
  };
}

function parsedLine(kept: Kept): unknown {
  try {
    return typeof kept === 'string' ? parseJson(kept) : undefined;
  } catch {
    return undefined;
  }
}

function textOf(value: unknown, column: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object' && !isNumber(value))
    throw invalidInput(`The member ${column} is not text.`);
  return String(value);
}
