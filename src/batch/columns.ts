// Finds the input column for each of an operation's parameters.

import { invalidInput, type WaypostError } from '../lib/errors';
import { isNumber, isObject, parseJson } from '../lib/exact-json';
import { addressTemplates } from './address-parts';
import { columnTemplate, filledTemplate } from './column-template';
import type { Input } from './input';
import { batchRefused } from './reasons';
import type { RowInput } from './row';

/**
 * The names of an operation's parameters. If only one parameter is required, that parameter contains the value to look
 * up.
 */
export interface Parameters {
  required: readonly string[];
  optional: readonly string[];
  /** True if the value to look up is an address. The parts of an address can be in several columns. */
  takesAddress?: boolean;
}

/** Reads the operation's parameters from a row. Throws `invalid_input` if the row cannot be read. */
export type RowReader = (input: RowInput) => Record<string, string>;

export interface ColumnReader {
  read: RowReader;
  /**
   * The column for each parameter: a name, a number or a template. If the format is NDJSON, this object is empty until
   * the first row is read.
   */
  columns: Readonly<Record<string, string>>;
}

interface ParameterColumn {
  parameter: string;
  /**
   * The name, number or template from `--column`, or undefined to use a column with a common name for the parameter.
   */
  column?: string;
}

/** Reads the value of a parameter from a CSV record. */
interface CellSource {
  parameter: string;
  column: string;
  value(cells: readonly string[]): string;
}

/**
 * Parses `--column` options. An option selects a column by name or number, or combines several columns in a template.
 * If the option has a prefix such as `postcode=`, the option applies to that parameter. Otherwise, the option applies
 * to the only required parameter. If no option applies to a required parameter, waypost reads the parameter from the
 * file's only column, from the column with the parameter's name, or from a column with a common name for the parameter.
 * Throws `invalid_input` if an option is invalid, or if no column or several columns match a parameter.
 */
export function rowReader(
  parameters: Parameters,
  wanted: readonly string[],
  { format, header, width }: Pick<Input, 'format' | 'header' | 'width'>,
): ColumnReader {
  const named = wanted.map((text) => parseColumnOption(parameters, text, header));
  const missing = parameters.required.filter(
    (name) => !named.some(({ parameter }) => parameter === name),
  );
  if (format === 'ndjson') {
    return lineReader([...named, ...missing.map((parameter) => ({ parameter }))]);
  }
  const only = missing.length === 1 && (width ?? 1) === 1;
  if (header === undefined && missing.length > 0 && !only) throw columnsUnnamed(missing, width);
  if (only && header !== undefined) checkHeaderName(header[0] ?? '');
  const sources: CellSource[] = [
    ...named.map(({ parameter, column }) => namedSource(parameter, column, header)),
    ...missing.map((parameter) =>
      cellSource(parameter, only ? 0 : indexFor(parameter, header ?? [], parameters), header),
    ),
  ];
  const columns = Object.fromEntries(sources.map(({ parameter, column }) => [parameter, column]));
  const read: RowReader = (input) => {
    const cells = typeof input === 'string' ? [] : input;
    if (header !== undefined && cells.length > header.length) {
      throw invalidInput(
        `The row has ${cells.length} cells, but the header has ${header.length}. A cell that contains a comma might need quotes.`,
      );
    }
    return Object.fromEntries(sources.map(({ parameter, value }) => [parameter, value(cells)]));
  };
  return { read, columns };
}

/** Returns a source that reads the column with this index. */
function cellSource(
  parameter: string,
  index: number,
  header: readonly string[] | undefined,
): CellSource {
  return {
    parameter,
    column: header?.[index]?.trim() || String(index + 1),
    value: (cells) => cells[index] ?? '',
  };
}

/** Returns a source for the `column` in a `--column` option: a column's name or number, or a template. */
function namedSource(
  parameter: string,
  column: string,
  header: readonly string[] | undefined,
): CellSource {
  const template = header?.includes(column) ? undefined : columnTemplate(column);
  if (template === undefined) return cellSource(parameter, indexOf(column, header), header);
  const indexes = template.names.map((name) => indexOf(name, header));
  return {
    parameter,
    column,
    value: (cells) =>
      filledTemplate(
        template,
        indexes.map((index) => cells[index] ?? ''),
      ),
  };
}

function columnsUnnamed(missing: readonly string[], width: number | undefined): WaypostError {
  const parameters = missing.length === 1 ? '' : missing.join(',');
  const which = missing.length === 1 ? 'column contains' : 'columns contain';
  const message = `The file has ${width ?? 0} columns and no header, so waypost cannot determine which ${which} the ${missing.join(' and the ')}.`;
  return batchRefused('columns_unnamed', message, { about: { parameters } });
}

/**
 * Throws `invalid_input` if the first row seems to contain a value to look up. Without this check, waypost would treat
 * this row as the header, and would not look up the value.
 */
function checkHeaderName(name: string): void {
  if (!/@|\d{4}/.test(name)) return;
  const message = `The first row, ${name}, looks like a value to look up, not like a column name.`;
  throw batchRefused('header_missing', message);
}

function parseColumnOption(
  { required, optional }: Parameters,
  text: string,
  header: readonly string[] | undefined,
): Required<ParameterColumn> {
  const [before = '', ...behind] = text.split('=');
  const parameter = parameterOf(text);
  const all = [...required, ...optional];
  const column = behind.join('=').trim();
  if (behind.length > 0 && all.includes(parameter)) return { parameter, column };
  const isColumn = header?.includes(text.trim()) === true || text.trimStart().startsWith('{');
  if (behind.length > 0 && !isColumn) {
    const meant = parameterMeant(parameter, all);
    throw batchRefused(
      'column_parameter',
      `--column sets the parameter ${before.trim()}, which this command does not have.`,
      {
        about: { parameters: all.join(', '), ...(meant === undefined ? {} : { meant, column }) },
      },
    );
  }
  const [main = '', ...others] = required;
  if (others.length === 0) return { parameter: main, column: text.trim() };
  const message = `The column ${text} is not assigned to a parameter (${required.join(' or ')}).`;
  throw batchRefused('column_unassigned', message, { about: { parameters: required.join(',') } });
}

function indexFor(
  parameter: string,
  header: readonly string[],
  { takesAddress = false }: Parameters,
): number {
  const templates = takesAddress ? addressTemplates(header) : [];
  const matching = matchingColumns(parameter, header);
  // If a file has columns for the parts of an address, only the columns in `wholeAddresses` match. A column such as
  // `location` probably does not contain the complete address.
  const columns =
    templates.length === 0
      ? matching
      : matching.filter((column) => wholeAddresses.has(plainName(column)));
  const [first, ...others] = columns;
  if (first !== undefined && others.length === 0) return header.indexOf(first);
  if (first === undefined && templates.length > 0) {
    throw batchRefused(
      'address_in_parts',
      'Each address is split across several columns of the file.',
      {
        about: { templates: templates.join('\n') },
      },
    );
  }
  const message =
    first === undefined
      ? `The file has no column ${parameter}.`
      : `Several columns could contain the ${parameter}: ${columns.join(', ')}.`;
  throw batchRefused('column_by_name', message, {
    about: {
      header: header.join(', '),
      parameter,
      ...(takesAddress ? { combines: 'address' } : {}),
    },
  });
}

function indexOf(column: string, header: readonly string[] | undefined): number {
  const named = header === undefined ? -1 : indexOfName(column, header);
  if (named !== -1) return named;
  // The user can also choose a column by its number. The number of the first column is 1.
  const number = /^[1-9]\d{0,4}$/.test(column) ? Number(column) : 0;
  if (number > 0 && (header === undefined || number <= header.length)) return number - 1;
  const message = `The file has no column ${column}.`;
  if (header === undefined) throw batchRefused('column_number', message);
  throw batchRefused('column_by_number', message, {
    about: { header: header.join(', ') },
  });
}

/**
 * Returns the index of the column with this name, or of the only column with a similar name. Returns -1 if no column
 * matches.
 */
function indexOfName(column: string, header: readonly string[]): number {
  const exact = header.findIndex((name) => name.trim().toLowerCase() === column.toLowerCase());
  if (exact !== -1) return exact;
  const isAlike = (name: string) => plainName(name) === plainName(column);
  return header.filter(isAlike).length === 1 ? header.findIndex(isAlike) : -1;
}

function lineReader(wanted: readonly ParameterColumn[]): ColumnReader {
  const columns: Record<string, string> = {};
  const read: RowReader = (input) => {
    const value = parsedLine(input);
    const [only] = wanted;
    if (typeof value === 'string' && only !== undefined && wanted.length === 1) {
      return { [only.parameter]: value };
    }
    if (!isObject(value)) throw invalidInput('The line is not a JSON object.');
    const line = new LineFields(value);
    return Object.fromEntries(
      wanted.map(({ parameter, column = line.usualField(parameter) }) => {
        columns[parameter] ??= column;
        const template = line.has(column) ? undefined : columnTemplate(column);
        if (template === undefined) return [parameter, line.text(column)];
        // A missing field counts as empty, because NDJSON rows often omit empty fields. If a row has none of the
        // template's fields, the template is probably wrong, and the row is invalid.
        const known = template.names.some((name) => line.has(name));
        const values = template.names.map((name) =>
          known && !line.has(name) ? '' : line.text(name),
        );
        return [parameter, filledTemplate(template, values)];
      }),
    );
  };
  return { read, columns };
}

/** The fields of one NDJSON line. Field names are not case-sensitive. */
class LineFields {
  readonly #fields: ReadonlyMap<string, unknown>;
  readonly #names: ReadonlyMap<string, string>;

  constructor(line: Record<string, unknown>) {
    this.#fields = new Map(Object.entries(line));
    this.#names = new Map(Object.keys(line).map((name) => [name.toLowerCase(), name]));
  }

  has(name: string): boolean {
    return this.#nameOf(name) !== undefined;
  }

  /**
   * Returns the value of a field as a string. Throws `invalid_input` if the field does not exist or contains a list or
   * an object.
   */
  text(wanted: string): string {
    const name = this.#nameOf(wanted);
    if (name === undefined) throw invalidInput(`The line has no field ${wanted}.`);
    return fieldText(this.#fields.get(name), name);
  }

  /**
   * Returns the name of the field that contains a parameter, such as `zip` for `postcode`. If no field or several
   * fields have a common name for the parameter, returns the parameter's name.
   */
  usualField(parameter: string): string {
    const usual = matchingColumns(parameter, [...this.#fields.keys()]);
    return (usual.length === 1 ? usual[0] : undefined) ?? parameter;
  }

  #nameOf(name: string): string | undefined {
    return this.#fields.has(name) ? name : this.#names.get(name.toLowerCase());
  }
}

function parsedLine(input: RowInput): unknown {
  try {
    return typeof input === 'string' ? parseJson(input) : undefined;
  } catch {
    return undefined;
  }
}

function fieldText(value: unknown, column: string): string {
  if (value === null) return '';
  if (typeof value === 'object' && !isNumber(value)) {
    throw invalidInput(`The field ${column} contains an array or an object instead of text.`);
  }
  return String(value);
}

const postcodeNames = ['postcode', 'postalcode', 'zip', 'zipcode', 'plz'];
const townNames = ['posttown', 'town', 'city', 'cityname', 'locality'];

/** The common column names for each parameter, in lower case and without spaces and punctuation. */
const usualNames: Readonly<Record<string, readonly string[]>> = {
  email: ['email', 'emailaddress', 'emailaddr', 'mail', 'mailaddress', 'useremail', 'contactemail'],
  phone: [
    'phone',
    'phonenumber',
    'phoneno',
    'telephone',
    'telephonenumber',
    'tel',
    'telno',
    'telnumber',
    'mobile',
    'mobilenumber',
    'mobilephone',
    'cell',
    'cellphone',
    'contactnumber',
  ],
  id: ['id', 'placeid', 'addressid', 'geonamesid'],
  query: [
    'query',
    'q',
    'search',
    'searchterm',
    'text',
    'address',
    'fulladdress',
    'addressline',
    'place',
    'placename',
    'location',
  ],
  lon: ['lon', 'lng', 'long', 'longitude'],
  lat: ['lat', 'latitude'],
  postcode: postcodeNames,
  post_town: townNames,
  county: ['county', 'countyname'],
  country: ['country', 'countrycode', 'countryiso', 'iso', 'iso2', 'iso3'],
  country_iso: ['countryiso', 'country', 'countrycode', 'iso', 'iso3'],
  context: ['context', 'country', 'countrycode', 'countryiso'],
};

/**
 * The common names of columns that contain a part of an address. If a file has one of these columns, waypost assumes
 * that the file's `address` column does not contain a complete address.
 */
const addressParts = new Set([
  ...postcodeNames,
  ...townNames,
  'state',
  'province',
  'street',
  'housenumber',
]);

/**
 * The names of columns that contain a complete address even if the file also has columns for the parts of an address.
 */
const wholeAddresses = new Set(['query', 'q', 'fulladdress']);

/** Normalizes a name, so that `E-Mail`, `e_mail` and `Email` are equal. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Returns the column with the parameter's name. If that column does not exist, returns all columns with a common name
 * for the parameter.
 */
function matchingColumns(parameter: string, columns: readonly string[]): string[] {
  const own = columns.find((column) => column.trim().toLowerCase() === parameter);
  if (own !== undefined) return [own];
  const usual = usualNames[parameter] ?? [];
  const hasParts = columns.some((column) => addressParts.has(plainName(column)));
  return columns.filter((column) => {
    const plain = plainName(column);
    return usual.includes(plain) && !(hasParts && plain.startsWith('address'));
  });
}

/**
 * Returns the columns that could fill optional parameters but are not used, because no `--column` option names them.
 * Each item has the form `parameter=column`.
 */
export function unusedColumns(
  { required, optional }: Parameters,
  wanted: readonly string[],
  header: readonly string[] = [],
): string[] {
  const isUsed = (column: string) =>
    wanted.some((text) => text.toLowerCase().includes(column.trim().toLowerCase())) ||
    required.some((parameter) => matchingColumns(parameter, header).includes(column));
  return optional.flatMap((parameter) => {
    const isFed = wanted.some((text) => parameterOf(text) === parameter);
    const [column] = isFed ? [] : matchingColumns(parameter, header);
    return column === undefined || isUsed(column) ? [] : [`${parameter}=${column.trim()}`];
  });
}

/** Returns the parameter that a `--column` option names, such as `post_town` for `post-town=city`. */
function parameterOf(text: string): string {
  return text.replace(/=.*/s, '').trim().replaceAll('-', '_');
}

/** Returns the parameter that has this common name, or undefined if no parameter has this name. */
function parameterMeant(name: string, parameters: readonly string[]): string | undefined {
  const plain = plainName(name);
  return parameters.find((parameter) => usualNames[parameter]?.includes(plain) === true);
}
