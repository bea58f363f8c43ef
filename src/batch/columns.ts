// Which column of a file provides which parameter of an operation.

import { invalidInput, type WaypostError } from '../lib/errors';
import { isNumber, isObject, parseJson } from '../lib/exact-json';
import { addressTemplates } from './address-parts';
import { columnTemplate, filledTemplate } from './column-template';
import type { Input } from './input';
import { batchRefused } from './reasons';
import type { RowInput } from './row';

/** Parameters of an operation; the first required one is the text that is looked up. */
export interface Parameters {
  required: readonly string[];
  optional: readonly string[];
  /** Whether that text is an address, which a file can have in several columns. */
  takesAddress?: boolean;
}

/** Reads the parameters of a row. Throws `invalid_input` for a row that cannot be read. */
export type RowReader = (input: RowInput) => Record<string, string>;

export interface ColumnReader {
  read: RowReader;
  /** The column of each parameter, as `--column` names it. For NDJSON it is known once a row was read. */
  columns: Readonly<Record<string, string>>;
}

interface ParameterColumn {
  parameter: string;
  /** Undefined: the one that is usual for the parameter. */
  column?: string;
}

/** Where the value of a parameter is in a record of CSV. */
interface CellSource {
  parameter: string;
  column: string;
  value(cells: readonly string[]): string;
}

/**
 * Reads `--column` options: `name` or a template of names for the text that is looked up, `parameter=name` for another
 * parameter. Required parameters without an option come from the columns with their names or usual ones for them, or
 * from the only column. Throws `invalid_input` if there is no such column.
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
        `The row has ${cells.length} cells where the header has ${header.length}: a comma may need quotes.`,
      );
    }
    return Object.fromEntries(sources.map(({ parameter, value }) => [parameter, value(cells)]));
  };
  return { read, columns };
}

/** The column of this index. */
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

/** The column, or the columns of a template, that `--column` names. */
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
  const message = `The rows have ${width ?? 0} cells and no header: the column of the ${missing.join(' and the ')} is not known.`;
  return batchRefused('columns_unnamed', message, { about: { parameters } });
}

/** The first row of a file without a header must not be used as one: it would not be looked up. */
function checkHeaderName(name: string): void {
  if (!/@|\d{4}/.test(name)) return;
  const message = `The first row, ${name}, looks like something to look up, and not like the name of a column.`;
  throw batchRefused('header_missing', message);
}

function parseColumnOption(
  { required, optional }: Parameters,
  text: string,
  header: readonly string[] | undefined,
): Required<ParameterColumn> {
  const [before = '', ...behind] = text.split('=');
  const parameter = before.trim().replaceAll('-', '_');
  const all = [...required, ...optional];
  const column = behind.join('=').trim();
  if (behind.length > 0 && all.includes(parameter)) return { parameter, column };
  const isColumn = header?.includes(text.trim()) === true || text.trimStart().startsWith('{');
  if (behind.length > 0 && !isColumn) {
    const meant = parameterMeant(parameter, all);
    throw batchRefused('column_parameter', `This command has no parameter ${before.trim()}.`, {
      about: { parameters: all.join(', '), ...(meant === undefined ? {} : { meant, column }) },
    });
  }
  const [main = '', ...others] = required;
  if (others.length === 0) return { parameter: main, column: text.trim() };
  const message = `The column ${text} is for none of the parameters ${required.join(', ')}.`;
  throw batchRefused('column_unassigned', message, { about: { parameters: required.join(',') } });
}

function indexFor(
  parameter: string,
  header: readonly string[],
  { takesAddress = false }: Parameters,
): number {
  const templates = takesAddress ? addressTemplates(header) : [];
  const matching = matchingColumns(parameter, header);
  // Beside the parts of an address, a column such as Location is something else.
  const columns =
    templates.length === 0
      ? matching
      : matching.filter((column) => wholeAddresses.has(plainName(column)));
  const [first] = columns;
  if (first !== undefined && columns.length === 1) return header.indexOf(first);
  if (first === undefined && templates.length > 0) {
    throw batchRefused('address_in_parts', 'The file has each address in several columns.', {
      about: { templates: templates.join('\n') },
    });
  }
  const message =
    first === undefined
      ? `The file has no column ${parameter}.`
      : `The ${parameter} may be in several columns: ${columns.join(', ')}.`;
  throw batchRefused('column_by_name', message, {
    about: { header: header.join(', '), parameter },
  });
}

function indexOf(column: string, header: readonly string[] | undefined): number {
  const exact =
    header?.findIndex((name) => name.trim().toLowerCase() === column.toLowerCase()) ?? -1;
  if (exact !== -1) return exact;
  const alike = header?.filter((name) => plainName(name) === plainName(column)) ?? [];
  if (header !== undefined && alike.length === 1) return header.indexOf(alike[0] ?? '');
  // Columns have numbers too, from 1.
  const number = /^[1-9]\d{0,4}$/.test(column) ? Number(column) : 0;
  if (number > 0 && (header === undefined || number <= header.length)) return number - 1;
  const message = `The file has no column ${column}.`;
  if (header === undefined) throw batchRefused('column_number', message);
  throw batchRefused('column_by_number', message, {
    about: { header: header.join(', ') },
  });
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
    const line = new LineMembers(value);
    return Object.fromEntries(
      wanted.map(({ parameter, column = line.usualMember(parameter) }) => {
        columns[parameter] ??= column;
        const template = line.has(column) ? undefined : columnTemplate(column);
        if (template === undefined) return [parameter, line.text(column)];
        // Rows often leave out what is empty; a row without any of the members is another mistake.
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

/** The members of a line of NDJSON. Their names are found in any case. */
class LineMembers {
  readonly #members: ReadonlyMap<string, unknown>;
  readonly #names: ReadonlyMap<string, string>;

  constructor(line: Record<string, unknown>) {
    this.#members = new Map(Object.entries(line));
    this.#names = new Map(Object.keys(line).map((name) => [name.toLowerCase(), name]));
  }

  has(name: string): boolean {
    return this.#nameOf(name) !== undefined;
  }

  /** Throws `invalid_input` if there is no such member, or if it is not text. */
  text(wanted: string): string {
    const name = this.#nameOf(wanted);
    if (name === undefined) throw invalidInput(`The line has no member ${wanted}.`);
    return memberText(this.#members.get(name), name);
  }

  /** The name that the parameter usually has; the parameter's own if there is none, or if there are several. */
  usualMember(parameter: string): string {
    const usual = matchingColumns(parameter, [...this.#members.keys()]);
    return (usual.length === 1 ? usual[0] : undefined) ?? parameter;
  }

  #nameOf(name: string): string | undefined {
    return this.#members.has(name) ? name : this.#names.get(name.toLowerCase());
  }
}

function parsedLine(input: RowInput): unknown {
  try {
    return typeof input === 'string' ? parseJson(input) : undefined;
  } catch {
    return undefined;
  }
}

function memberText(value: unknown, column: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object' && !isNumber(value))
    throw invalidInput(`The member ${column} is not text.`);
  return String(value);
}

/** Names of a column for each parameter, in lower case and without blanks and punctuation. */
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
  postcode: ['postcode', 'postalcode', 'zip', 'zipcode', 'plz'],
  post_town: ['posttown', 'town', 'city', 'cityname', 'locality'],
  county: ['county', 'countyname'],
  country: ['country', 'countrycode', 'countryiso', 'iso', 'iso2', 'iso3'],
  country_iso: ['countryiso', 'country', 'countrycode', 'iso', 'iso3'],
  context: ['context', 'country', 'countrycode', 'countryiso'],
};

/** Columns that hold a part of an address: beside one of them, the column `address` is no whole one. */
const addressParts = new Set([
  ...(usualNames.postcode ?? []),
  ...(usualNames.post_town ?? []),
  'state',
  'province',
  'street',
  'housenumber',
]);

/** Columns that hold a complete address, even in a file that also has its parts. */
const wholeAddresses = new Set(['query', 'q', 'fulladdress']);

/** A name without what people write differently: `E-Mail`, `e_mail` and `Email` are one. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** The columns that may hold a parameter by their names: the one of its own name, else each with a usual one. */
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
 * The columns that optional parameters without a `--column` could be read from, by their names, as `parameter=column`:
 * a batch does not use them.
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

/** The parameter of a `--column` option: `post_town` of `post-town=city`. */
function parameterOf(text: string): string {
  return (text.split('=')[0] ?? '').trim().replaceAll('-', '_');
}

/** The one of these parameters that a usual name means; undefined if none. */
function parameterMeant(name: string, parameters: readonly string[]): string | undefined {
  const plain = plainName(name);
  return parameters.find((parameter) => usualNames[parameter]?.includes(plain) === true);
}
