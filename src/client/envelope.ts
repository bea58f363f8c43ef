// Turns a response into a result or an error. The error code depends on the HTTP status and the API code, but not on
// the message.

import { type Envelope, pendingCode, successCode } from '../api/catalog';
import { isSessionLimit } from '../api/session-limit';
import type { ErrorCode } from '../lib/error-codes';
import { type FieldError, WaypostError } from '../lib/errors';
import { isObject, jsonText, parseJson } from '../lib/exact-json';
import { errorCodeFor } from './error-codes';
import type { HttpResponse } from './http/exchange';
import { failed } from './reasons';

/** A successful response: the `result` and `code` of the envelope, and the HTTP status and headers. */
export interface Success {
  result: unknown;
  code: number;
  status: number;
  headers: HttpResponse['headers'];
}

/**
 * Reads a response. If the status or the API code reports an error, throws the matching WaypostError. Throws
 * `invalid_response` if a successful response has no `result`, or if the body is not the service's JSON envelope and no
 * other error code applies.
 */
export function readResponse(response: HttpResponse): Success {
  const envelope = parseEnvelope(response.body);
  const ok = response.status >= 200 && response.status < 300;
  if (!ok) throw errorIn(response, envelope);
  if (envelope === undefined) throw notTheService(response);
  if (envelope.code !== successCode && envelope.code !== pendingCode) {
    throw errorIn(response, envelope);
  }
  if (!('result' in envelope)) {
    throw failed('invalid_response', 'not_the_service', 'The response has no result.', {
      status: response.status,
      apiCode: envelope.code,
    });
  }
  const { status, headers } = response;
  return { result: envelope.result, code: envelope.code, status, headers };
}

/**
 * Returns the error in a response, or undefined if the response is successful. Unlike `readResponse`, this function
 * accepts a successful response whose body is not the service's JSON envelope. Set `bodiless` if the response has no
 * body, for example after a HEAD request.
 */
export function refusalOf(response: HttpResponse, bodiless: boolean): WaypostError | undefined {
  const envelope = parseEnvelope(response.body);
  // A redirect that waypost did not follow is an error. Status 304 is a normal response to a conditional request.
  if (response.status >= 300 && response.status !== 304)
    return errorIn(response, envelope, bodiless);
  const { code = successCode } = envelope ?? {};
  return code === successCode || code === pendingCode ? undefined : errorIn(response, envelope);
}

function parseEnvelope(body: Buffer): Envelope | undefined {
  let value: unknown;
  try {
    value = parseBody(body);
  } catch {
    // The body is not JSON or is too large, so it is not an envelope.
  }
  if (!isObject(value)) return undefined;
  const { code } = value;
  if (typeof code !== 'number' || !Number.isInteger(code)) return undefined;
  return {
    ...('result' in value ? { result: value.result } : {}),
    code,
    message: shortText(value.message),
    ...('errors' in value ? { errors: readFieldErrors(value.errors) } : {}),
    ...(isSessionLimit(value.session_limit) ? { session_limit: value.session_limit } : {}),
  };
}

function readFieldErrors(value: unknown): FieldError[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, maxFieldErrors).flatMap((entry: unknown) => {
    if (!isObject(entry)) return [];
    const path = Array.isArray(entry.path) ? entry.path.map(pathStep).join('.') : entry.path;
    if (typeof path !== 'string') return [];
    return [{ path: shortText(path), message: shortText(entry.message) }];
  });
}

/** Returns one element of a field error's path as text. Formats any value other than a string as JSON. */
function pathStep(step: unknown): string {
  return typeof step === 'string' ? step : jsonText(step);
}

/**
 * The maximum length of an error message in characters, and the maximum number of field errors that waypost keeps.
 * Errors from the service stay far below these limits.
 */
const maxErrorText = 4096;
const maxFieldErrors = 200;

function shortText(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value.length > maxErrorText ? `${value.slice(0, maxErrorText)}…` : value;
}

function errorIn(
  response: HttpResponse,
  envelope: Envelope | undefined,
  bodiless = false,
): WaypostError {
  const { status } = response;
  if (status >= 300 && status < 400 && response.headers.location !== undefined) {
    return notFollowed(status, String(response.headers.location));
  }
  if (envelope?.session_limit !== undefined) {
    const { code, message, session_limit } = envelope;
    return failed('session_refused', `session_${session_limit}`, message, {
      status,
      apiCode: code,
      details: { session_limit },
    });
  }
  const code = errorCodeOf(status, envelope, bodiless);
  if (code === 'invalid_response') return notTheService(response);
  return new WaypostError(code, envelope?.message || defaultMessage(status), {
    status,
    apiCode: envelope?.code,
    details: envelope?.errors,
  });
}

/** Returns the error message for a response that contains no message. */
function defaultMessage(status: number): string {
  if (status === 429 || status === 503)
    return 'The service does not accept more requests at the moment.';
  return `The service responded with status ${status}.`;
}

function errorCodeOf(status: number, envelope: Envelope | undefined, bodiless: boolean): ErrorCode {
  const code = errorCodeFor(status, envelope?.code);
  return envelope === undefined && !bodiless && code === 'api_error' ? 'invalid_response' : code;
}

/**
 * Returns the error for a redirect that waypost does not follow. `Service` in http/service.ts documents which redirects
 * waypost follows.
 */
export function notFollowed(status: number, location: string): WaypostError {
  const message = `The service redirects to ${location}. waypost does not follow this redirect.`;
  return failed('invalid_response', 'redirect', message, { status });
}

function notTheService(response: HttpResponse): WaypostError {
  const { status } = response;
  const message = `The response (status ${status}) is ${describeBody(response)}, not a response from the service.`;
  return failed('invalid_response', 'not_the_service', message, { status });
}

function describeBody({ body, headers }: HttpResponse): string {
  const text = body.subarray(0, 256).toString('utf8').trimStart();
  if (text === '') return 'empty';
  if (text.startsWith('<') || String(headers['content-type']).includes('html')) return 'a web page';
  if (text.startsWith('{') || text.startsWith('[')) {
    return 'JSON that is truncated, too large, nested too deeply or in an unknown format';
  }
  return 'data in an unknown format';
}

/**
 * The maximum number of values in one JSON document. Ten MiB of JSON can contain five million values, which can need a
 * hundred times as much memory as the JSON text. The service's responses contain far fewer values.
 */
const maxValues = 50_000;

/** Caches parsed bodies, because `waypost api` reads each body twice: to find an error, and to read the content. */
const parsedBodies = new WeakMap<Buffer, unknown>();

/** Parses a body. Throws SyntaxError if the body is not JSON, and RangeError if the body contains too many values. */
function parseBody(body: Buffer): unknown {
  if (parsedBodies.has(body)) return parsedBodies.get(body);
  // Each value takes at least one byte, so a short body cannot contain too many values.
  if (body.length > maxValues && countValues(body) > maxValues) throw new RangeError();
  const value = parseJson(body.toString('utf8'));
  parsedBodies.set(body, value);
  return value;
}

/**
 * Estimates the number of values in a JSON text. Counts commas, opening brackets and opening braces outside strings.
 */
export function countValues(body: Buffer): number {
  let values = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === quote) at = stringEnd(body, at + 1);
    else if (byte === comma || byte === bracket || byte === brace) values += 1;
  }
  return values;
}

/** Returns the position of the quote that ends a string, or the body's length if the string does not end. */
function stringEnd(body: Buffer, start: number): number {
  for (let at = start; at < body.length; at += 1) {
    if (body[at] === backslash) at += 1;
    else if (body[at] === quote) return at;
  }
  return body.length;
}

const quote = 0x22;
const comma = 0x2c;
const bracket = 0x5b;
const backslash = 0x5c;
const brace = 0x7b;

/** The body of a successful response: no body, a JSON document, or other text such as the lookup log in CSV format. */
export type Content = { kind: 'none' } | { kind: 'json'; value: unknown } | { kind: 'text' };

/**
 * Reads the body of a successful response according to its media type. Set `bodiless` if the response should have no
 * body, for example after a HEAD request. Throws `invalid_response` if the body is a web page or invalid JSON, because
 * such a body comes from a proxy or gateway and not from the service.
 */
export function contentOf(response: HttpResponse, bodiless: boolean): Content {
  const type = String(response.headers['content-type'] ?? '');
  const isJson = /[/+]json\b/i.test(type);
  const mayLack = bodiless || type === '' || bodilessStatuses.has(response.status);
  if (response.body.length === 0 && mayLack) return { kind: 'none' };
  if (!isJson) {
    const isPage = type === '' ? response.body[0] === lessThan : /\bhtml\b/i.test(type);
    if (isPage) throw notTheService(response);
    return { kind: 'text' };
  }
  try {
    return { kind: 'json', value: parseBody(response.body) };
  } catch {
    throw notTheService(response);
  }
}

/** The statuses of responses without a body (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5). */
const bodilessStatuses = new Set([204, 205, 304]);
const lessThan = 0x3c;
