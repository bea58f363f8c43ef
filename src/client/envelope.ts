// Turns an answer into a result or an error: by the status first, then by the envelope's code, never by the
// message.

import { type Envelope, pendingCode, successCode } from '../api/catalog';
import { isSessionLimit } from '../api/session-limit';
import type { ErrorCode } from '../lib/error-codes';
import { type FieldError, WaypostError } from '../lib/errors';
import { isObject, parseJson } from '../lib/exact-json';
import { errorCodeFor } from './error-codes';
import type { HttpResponse } from './http/exchange';
import { failed } from './reasons';

/** A successful answer: `result` as the service sent it, the envelope's code, and the answer's head. */
export interface Success {
  result: unknown;
  code: number;
  status: number;
  headers: HttpResponse['headers'];
}

/**
 * Reads an answer. Throws the WaypostError that its status and code mean;
 * `invalid_response` where a success or an unnamed error is not the service's envelope.
 */
export function readResponse(response: HttpResponse): Success {
  const envelope = parseEnvelope(response.body);
  const ok = response.status >= 200 && response.status < 300;
  if (!ok) throw errorIn(response, envelope);
  if (envelope === undefined) throw notTheService(response);
  if (envelope.code !== successCode && envelope.code !== pendingCode)
    throw errorIn(response, envelope);
  if (!('result' in envelope)) {
    throw failed('invalid_response', 'not_the_service', 'The answer has no result.', {
      status: response.status,
      apiCode: envelope.code,
    });
  }
  const { status, headers } = response;
  return { result: envelope.result, code: envelope.code, status, headers };
}

/**
 * The error of an answer; undefined if it is a success. Unlike `readResponse` this does not check the body of a
 * success. `bodiless` says that the answer has no body, as after a HEAD.
 */
export function refusalOf(response: HttpResponse, bodiless: boolean): WaypostError | undefined {
  const envelope = parseEnvelope(response.body);
  // A redirect of any kind that was not followed; 304 answers a request that asked for it.
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
    // No JSON, or too much of it: no envelope.
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
    const path = Array.isArray(entry.path) ? entry.path.join('.') : entry.path;
    if (typeof path !== 'string') return [];
    return [{ path: shortText(path), message: shortText(entry.message) }];
  });
}

/** Longest text of an error, in characters, and most fields of one. No error of the service comes near. */
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

/** The message for an answer without one. */
function defaultMessage(status: number): string {
  if (status === 429 || status === 503) return 'The service accepts no more requests for now.';
  return `The service answered with status ${status}.`;
}

function errorCodeOf(status: number, envelope: Envelope | undefined, bodiless: boolean): ErrorCode {
  const code = errorCodeFor(status, envelope?.code);
  return envelope === undefined && !bodiless && code === 'api_error' ? 'invalid_response' : code;
}

/** A redirect is not followed, because keys are sent with the request. */
export function notFollowed(status: number, location: string): WaypostError {
  const message = `The service redirects to ${location}, which is not followed.`;
  return failed('invalid_response', 'redirect', message, { status });
}

function notTheService(response: HttpResponse): WaypostError {
  const { status } = response;
  const message = `The answer (status ${status}) is ${describeBody(response)}, not an answer of the service.`;
  return failed('invalid_response', 'not_the_service', message, { status });
}

function describeBody({ body, headers }: HttpResponse): string {
  const text = body.subarray(0, 256).toString('utf8').trimStart();
  if (text === '') return 'empty';
  if (text.startsWith('<') || String(headers['content-type']).includes('html')) return 'a web page';
  if (text.startsWith('{') || text.startsWith('['))
    return 'JSON of another shape, too deep, of too many values, or cut off';
  return 'something else';
}

// JSON of a body. Ten MiB of it may hold five million values, which need up to a hundred times as much memory as their
// text. No answer of the service comes near this limit.

/** More values than this in one document are refused. */
const maxValues = 50_000;

/** Bodies that were read: an answer is asked for its error first, and then for its content. */
const parsedBodies = new WeakMap<Buffer, unknown>();

/** Reads a body as JSON. Throws SyntaxError if it is no JSON, RangeError if it holds too many values. */
function parseBody(body: Buffer): unknown {
  if (parsedBodies.has(body)) return parsedBodies.get(body);
  // Each value takes at least a byte.
  if (body.length > maxValues && countValues(body) > maxValues) throw new RangeError();
  const value = parseJson(body.toString('utf8'));
  parsedBodies.set(body, value);
  return value;
}

/** About how many values a JSON text holds: commas and opening brackets outside strings. */
export function countValues(body: Buffer): number {
  let values = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === quote) at = stringEnd(body, at + 1);
    else if (byte === comma || byte === bracket || byte === brace) values += 1;
  }
  return values;
}

/** The position of the quote that ends a string, or the end of the body. */
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

// The body of a success. Every type is allowed that the service may send; a web page or truncated JSON is the
// work of a proxy or gateway.

/** No body, a JSON document, or text of another type such as the log's CSV. */
export type Content = { kind: 'none' } | { kind: 'json'; value: unknown } | { kind: 'text' };

/**
 * Reads a body by its media type. `bodiless` says that none was expected. Throws `invalid_response` for a web
 * page, and for invalid JSON.
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

/** RFC 9110, 15.3.5, 15.3.6 and 15.4.5. */
const bodilessStatuses = new Set([204, 205, 304]);
const lessThan = 0x3c;
