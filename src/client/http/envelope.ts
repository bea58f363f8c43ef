// From an answer to a result or an error: status first, then the envelope's code, never the message
// text.

import { pendingCode, successCode } from '../../api/catalogue';
import type { Envelope } from '../../api/types';
import { type ErrorCode, type FieldError, WaypostError } from '../../lib/errors';
import { failed } from '../reasons';
import type { Answer } from './failure';
import { parseBody } from './json-body';

/** A successful answer: `result` as the service sent it, the envelope's code, and the answer's head. */
export interface Success {
  result: unknown;
  code: number;
  status: number;
  headers: Answer['headers'];
}

/**
 * Reads an answer. Throws the WaypostError that its status and code mean;
 * `invalid_response` where a success or an unnamed error is not the service's envelope.
 */
export function readAnswer(answer: Answer): Success {
  const envelope = parseEnvelope(answer.body);
  const ok = answer.status >= 200 && answer.status < 300;
  if (!ok) throw errorOf(answer, envelope);
  if (envelope === undefined) throw notTheService(answer);
  if (envelope.code !== successCode && envelope.code !== pendingCode)
    throw errorOf(answer, envelope);
  if (!('result' in envelope)) {
    throw failed('invalid_response', 'not_the_service', 'The answer has no result.', {
      status: answer.status,
      apiCode: envelope.code,
    });
  }
  const { status, headers } = answer;
  return { result: envelope.result, code: envelope.code, status, headers };
}

/**
 * The error that an answer is; undefined where it is none. Unlike `readAnswer` this asks nothing of a
 * success, whose body may be anything. `bodiless` says that no body was to come, as after a HEAD.
 */
export function refusalOf(answer: Answer, bodiless: boolean): WaypostError | undefined {
  const envelope = parseEnvelope(answer.body);
  if (answer.status >= 400) return errorOf(answer, envelope, bodiless);
  const { code = successCode } = envelope ?? {};
  return code === successCode || code === pendingCode ? undefined : errorOf(answer, envelope);
}

/** The envelope a body holds; undefined where it is none. */
function parseEnvelope(body: Buffer): Envelope | undefined {
  let value: unknown;
  try {
    value = parseBody(body);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('code' in value)) return undefined;
  const { code } = value;
  if (typeof code !== 'number' || !Number.isInteger(code)) return undefined;
  const message = 'message' in value && typeof value.message === 'string' ? value.message : '';
  return {
    ...('result' in value ? { result: value.result } : {}),
    code,
    message,
    ...('errors' in value ? { errors: fieldErrors(value.errors) } : {}),
  };
}

function fieldErrors(value: unknown): FieldError[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || !('path' in entry)) return [];
    const path = Array.isArray(entry.path) ? entry.path.join('.') : entry.path;
    const message = 'message' in entry && typeof entry.message === 'string' ? entry.message : '';
    return typeof path === 'string' ? [{ path, message }] : [];
  });
}

function errorOf(answer: Answer, envelope: Envelope | undefined, bodiless = false): WaypostError {
  const { status } = answer;
  if (status >= 300 && status < 400 && answer.headers.location !== undefined) {
    return notFollowed(status, String(answer.headers.location));
  }
  const code = errorCodeOf(status, envelope, bodiless);
  if (code === 'invalid_response') return notTheService(answer);
  return new WaypostError(code, envelope?.message || unnamed(status), {
    status,
    apiCode: envelope?.code,
    details: envelope?.errors,
  });
}

/** What an answer without a message says. */
function unnamed(status: number): string {
  if (status === 429 || status === 503) return 'The service takes no more requests for now.';
  return `The service answered with status ${status}.`;
}

function errorCodeOf(status: number, envelope: Envelope | undefined, bodiless: boolean): ErrorCode {
  if (status === 401) return 'auth_failed';
  if (status === 429 || status === 503) return 'rate_limited';
  if (status >= 500) return 'service_unavailable';
  if (envelope === undefined) return bodiless ? 'api_error' : 'invalid_response';
  if (status === 404 && (envelope.code === 4041 || envelope.code === 4042)) return 'auth_failed';
  return 'api_error';
}

/** A redirect that is not followed, because keys travel along. */
export function notFollowed(status: number, location: string): WaypostError {
  const message = `The service redirects to ${location}; that is not followed.`;
  return failed('invalid_response', 'redirect', message, { status });
}

/** The error of an answer that the service would not give. */
export function notTheService(answer: Answer): WaypostError {
  const { status } = answer;
  const message = `The answer (status ${status}) is ${describe(answer)}, not an answer of the service.`;
  return failed('invalid_response', 'not_the_service', message, { status });
}

function describe({ body, headers }: Answer): string {
  const text = body.subarray(0, 256).toString('utf8').trimStart();
  if (text === '') return 'empty';
  if (text.startsWith('<') || String(headers['content-type']).includes('html')) return 'a web page';
  if (text.startsWith('{') || text.startsWith('['))
    return 'JSON of another shape, too deep, or cut off';
  return 'something else';
}
