// Compares a response with the expected response of a row. Describes each difference in one line.
import { isIP } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020';
import { parse as parseCsv } from 'csv-parse/sync';
import codes from './codes.json';
import type { Expectation } from './rows';
import shapes from './shapes.json';

/** A response of the service. */
export interface ServiceResponse {
  status: number;
  /** The header values, by header name in lower case. */
  headers: Record<string, string>;
  text: string;
}

const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false });
ajv.addSchema(shapes, 'shapes');

/** Returns the differences between a value and the schema with this name in shapes.json. */
function checkShape(name: string, value: unknown): string[] {
  const validate = ajv.getSchema(`shapes#/$defs/${name}`);
  if (validate === undefined) throw new Error(`shapes.json has no ${name}`);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${name}${instancePath} ${message}`,
  );
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

function differs(where: string, expected: unknown, actual: unknown): string[] {
  return [`${where}: expected ${shown(expected)}, got ${shown(actual)}`];
}

/** Compares the expected fields with those of a value. The value can have other fields. */
function checkFields(where: string, expected: unknown, actual: unknown): string[] {
  if (typeof expected === 'string' && /^\/.+\/$/.test(expected)) {
    const form = new RegExp(expected.slice(1, -1), 'u');
    const fits = typeof actual === 'string' && form.test(actual);
    return fits ? [] : differs(where, expected, actual);
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) {
      return differs(where, expected, actual);
    }
    return expected.flatMap((one, index) => checkFields(`${where}/${index}`, one, actual[index]));
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return differs(where, expected, actual);
    return Object.entries(expected).flatMap(([name, one]) =>
      checkFields(`${where}/${name}`, one, Object(actual)[name]),
    );
  }
  return Object.is(expected, actual) ? [] : differs(where, expected, actual);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checkHeaders({ headers: expected = {} }: Expectation, actual: ServiceResponse['headers']) {
  return Object.entries(expected).flatMap(([name, form]) => {
    const value = actual[name.toLowerCase()];
    if (form === null) return value === undefined ? [] : differs(`header ${name}`, null, value);
    const fits = value !== undefined && new RegExp(form).test(value);
    return fits ? [] : differs(`header ${name}`, form, value);
  });
}

/**
 * Checks that a response contains the IP address of the client. Every response of the service contains this address.
 */
function checkSourceAddress({ headers }: ServiceResponse): string[] {
  const address = headers['svc-source-ip'];
  const isAddress = address !== undefined && isIP(address) !== 0;
  return isAddress ? [] : differs('header Svc-Source-IP', 'an IP address', address);
}

function checkCode(code: number, { status }: Expectation, expectedMessage: string | undefined) {
  const known = codes.codes.find((one) => one.code === code);
  if (known === undefined) throw new Error(`codes.json has no ${code}`);
  if (known.status !== status) throw new Error(`API code ${code} has status ${known.status}`);
  return expectedMessage ?? known.message;
}

/** Checks the envelope of a JSON response: the fields, the API code and the message. */
function checkEnvelope(expected: Expectation, { headers, text }: ServiceResponse): string[] {
  const { code = 0, shape, result, errors } = expected;
  const message = checkCode(code, expected, expected.message);
  const type = headers['content-type'] ?? '';
  const problems = /^application\/json\b/.test(type)
    ? []
    : differs('header Content-Type', 'application/json', type);
  const body = parsed(text);
  if (typeof body !== 'object' || body === null) {
    return [...problems, ...differs('body', 'a JSON object', text)];
  }
  const actual = Object(body);
  const envelope = code === 2000 || code === 2020 ? 'SuccessEnvelope' : 'ErrorEnvelope';
  problems.push(...checkShape(envelope, body));
  problems.push(...checkFields('code', code, actual.code));
  if (!String(actual.message).includes(message)) {
    problems.push(...differs('message', message, actual.message));
  }
  if (shape !== undefined) problems.push(...checkShape(shape, actual.result));
  if (result !== undefined) problems.push(...checkFields('result', result, actual.result));
  if (errors !== undefined) {
    const paths = Array.isArray(actual.errors)
      ? actual.errors.map((error: { path?: unknown }) => error.path)
      : actual.errors;
    problems.push(...checkFields('errors', errors, paths));
  }
  return [...problems, ...checkHits(expected, actual.result?.hits)];
}

/** Checks the hits of a search against `first`, `every` and `distinct`. */
function checkHits({ first, every, distinct }: Expectation, given: unknown): string[] {
  const hits: unknown[] = Array.isArray(given) ? given : [];
  const problems: string[] = [];
  if (first !== undefined) problems.push(...checkFields('first hit', first, hits[0]));
  if (every !== undefined) {
    if (hits.length === 0) problems.push(...differs('hits', 'at least one', given));
    hits.forEach((hit, index) => {
      problems.push(...checkFields(`hit ${index + 1}`, every, hit));
    });
  }
  if (distinct !== undefined) {
    const values = hits.map((hit) => Object(hit)[distinct]);
    if (new Set(values).size !== values.length) {
      problems.push(...differs(`${distinct} of the hits`, 'each value once', values));
    }
  }
  return problems;
}

function checkCsv(expected: Record<string, string>[], text: string): string[] {
  let rows: string[][];
  try {
    rows = parseCsv(text);
  } catch (error) {
    return [`body: not CSV: ${String(error)}`];
  }
  if (rows.length !== expected.length) {
    return differs('rows of the CSV', expected.length, rows.length);
  }
  return expected.flatMap((columns, index) => {
    const row = rows[index] ?? [];
    const where = `row ${index + 1}`;
    const problems = row.length === 9 ? [] : differs(`columns of ${where}`, 9, row.length);
    const wrong = Object.entries(columns).flatMap(([column, form]) => {
      const value = row[Number(column) - 1];
      const fits = value !== undefined && new RegExp(form, 'u').test(value);
      return fits ? [] : differs(`column ${column} of ${where}`, form, value);
    });
    return [...problems, ...wrong];
  });
}

function checkBody(expected: Expectation, response: ServiceResponse): string[] {
  const { code, empty, csv, json } = expected;
  const problems: string[] = [];
  if (code !== undefined) problems.push(...checkEnvelope(expected, response));
  if (csv !== undefined) problems.push(...checkCsv(csv, response.text));
  if (json !== undefined) problems.push(...checkFields('body', json, parsed(response.text)));
  if (empty && response.text !== '') problems.push(...differs('body', '', response.text));
  return problems;
}

/** Returns the differences between a response and the expected response. */
export function checkResponse(expected: Expectation, response: ServiceResponse): string[] {
  return [
    ...(response.status === expected.status
      ? []
      : differs('status', expected.status, response.status)),
    ...checkHeaders(expected, response.headers),
    ...checkBody(expected, response),
  ];
}

/** Like `checkResponse`, and also checks the header that every response of the service has. */
export function checkServiceResponse(expected: Expectation, response: ServiceResponse): string[] {
  return [...checkResponse(expected, response), ...checkSourceAddress(response)];
}
