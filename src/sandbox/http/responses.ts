// The form of answers: every JSON answer is the envelope { result, code, message }; a refusal is a row of the
// error catalog.
import {
  type CatalogCode,
  catalog,
  type Envelope,
  pendingCode,
  successCode,
} from '../../api/catalog';
import type { FieldError } from '../../lib/errors';

interface RefusalFacts {
  message?: string;
  errors?: FieldError[];
  headers?: Readonly<Record<string, string>>;
}

/** An error of the catalog, thrown by a handler. */
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

/** A refusal with the invalid members; the message of a 4000 names the first. */
export function invalidFields(code: CatalogCode, errors: FieldError[]): Refusal {
  const [first] = errors;
  return code === 4000 && first && first.path !== ''
    ? new Refusal(code, { message: `${first.path} ${first.message}`, errors })
    : new Refusal(code, { errors });
}

/**
 * Headers of every answer. An API key may be used in a browser, so pages of any origin may read answers and
 * their headers.
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

/** The code of an answer; null where it is no envelope. */
export const codeOf = (answer: Response): number | null => responseCodes.get(answer) ?? null;

function envelope(status: number, body: Envelope, headers: Headers = {}): Response {
  return document(status, JSON.stringify(body), headers, body.code);
}

function document(status: number, text: string, headers: Headers, code: number): Response {
  const answer = new Response(text, {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...commonHeaders, ...headers },
  });
  responseCodes.set(answer, code);
  return answer;
}

export function success(result: unknown, headers: Headers = {}): Response {
  return envelope(200, { result, code: successCode, message: 'Success' }, headers);
}

/** 200 with an envelope that is serialized already. */
export function successText(text: string): Response {
  return document(200, text, {}, successCode);
}

/** 202: the sign-up is not complete yet. */
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

/** A failure of the sandbox itself: the catalog's 5001, with the reason if a person can do something about it. */
export function sandboxFailure(reason?: string): Response {
  const { status, message } = catalog[5001];
  const told = reason === undefined ? message : `${message}: ${reason}`;
  return envelope(status, { code: 5001, message: told });
}

/** An answer without a body or code: the rate limit's 503, the answer to OPTIONS. */
export function emptyResponse(status: number, headers: Headers = {}): Response {
  return new Response(null, { status, headers: { ...commonHeaders, ...headers } });
}
