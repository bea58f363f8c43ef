// Creates API responses. A JSON response is an envelope: `{ result, code, message }`, or `{ code, message }` with
// optional `errors` for an error. The error catalog (api/catalog.ts) contains the API codes of errors.
import {
  type CatalogCode,
  catalog,
  type Envelope,
  pendingCode,
  successCode,
} from '../../api/catalog';
import type { FieldError } from '../../lib/errors';

interface RefusalFacts {
  /** The response's message. Default: the message in the catalog. */
  message?: string;
  errors?: FieldError[];
  headers?: Readonly<Record<string, string>>;
}

/** The exception that a handler throws to respond with an error from the catalog. */
export class Refusal extends Error {
  constructor(
    readonly code: CatalogCode,
    readonly facts: RefusalFacts = {},
  ) {
    super(facts.message ?? catalog[code].message);
    this.name = 'Refusal';
  }

  get status(): number {
    return catalog[this.code].status;
  }
}

/** Returns a refusal that lists invalid fields. If the API code is 4000, the message names the first invalid field. */
export function invalidFields(code: CatalogCode, errors: FieldError[]): Refusal {
  const [first] = errors;
  return code === 4000 && first && first.path !== ''
    ? new Refusal(code, { message: `${first.path} ${first.message}`, errors })
    : new Refusal(code, { errors });
}

/**
 * The headers of every API response. The first two headers let web pages from any origin read a response and its
 * headers, because web applications can use an API key in a browser.
 */
export const commonHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Svc-Source-IP, WWW-Authenticate, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Sandbox-Fault',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

export type Headers = Readonly<Record<string, string>>;

const responseCodes = new WeakMap<Response, number>();

/** Returns the API code in a response, or null if the response is not an envelope. */
export const codeOf = (response: Response): number | null => responseCodes.get(response) ?? null;

function envelope(status: number, body: Envelope, headers: Headers = {}): Response {
  return jsonResponse(status, JSON.stringify(body), headers, body.code);
}

function jsonResponse(status: number, text: string, headers: Headers, code: number): Response {
  const response = new Response(text, {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...commonHeaders, ...headers },
  });
  responseCodes.set(response, code);
  return response;
}

export function success(result: unknown, headers: Headers = {}): Response {
  return envelope(200, { result, code: successCode, message: 'Success' }, headers);
}

/** Returns a response with status 200 whose body is the serialized envelope `text`. */
export function successText(text: string): Response {
  return jsonResponse(200, text, {}, successCode);
}

/** Returns the response with status 202 for a pending sign-up. */
export function pending(): Response {
  return envelope(202, { result: { status: 'pending' }, code: pendingCode, message: 'Pending' });
}

export function refusalResponse(refused: Refusal, headers: Headers = {}): Response {
  const { errors, headers: own } = refused.facts;
  return envelope(
    refused.status,
    { code: refused.code, message: refused.message, ...(errors ? { errors } : {}) },
    { ...own, ...headers },
  );
}

/**
 * Returns the response with API code 5001 for an internal sandbox error.
 * @param reason the cause of the error, if the user can correct the cause
 */
export function sandboxFailure(reason?: string): Response {
  const { status, message } = catalog[5001];
  const fullMessage = reason === undefined ? message : `${message}: ${reason}`;
  return envelope(status, { code: 5001, message: fullMessage });
}

/**
 * Returns a response without a body, for OPTIONS requests, for requests over the rate limit, and for the `503` fault.
 */
export function emptyResponse(status: number, headers: Headers = {}): Response {
  return new Response(null, { status, headers: { ...commonHeaders, ...headers } });
}
