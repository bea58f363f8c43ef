// How the service speaks: every JSON answer is the envelope { result, code, message }.
import { catalogue, pendingCode, successCode } from '../../api/catalogue';
import type { Envelope } from '../../api/types';
import type { Refusal } from './refusal';

/**
 * On every answer of the service. An API key may be used in a browser, so pages of any origin may read answers and the headers that matter to them.
 */
export const commonHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Svc-Source-IP, WWW-Authenticate, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Sandbox-Fault',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

/** Further headers of an answer. */
export type Headers = Readonly<Record<string, string>>;

function envelope(status: number, body: Envelope, headers: Headers): Response {
  return document(status, JSON.stringify(body), headers);
}

function document(status: number, text: string, headers: Headers): Response {
  return new Response(text, {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...commonHeaders, ...headers },
  });
}

/** 200 with a result. */
export function success(result: unknown, headers: Headers = {}): Response {
  return envelope(200, { result, code: successCode, message: 'Success' }, headers);
}

/** 200 with an envelope that was written before. */
export function successText(text: string): Response {
  return document(200, text, {});
}

/** 202: the sign-up is not complete yet. */
export function pending(): Response {
  return envelope(
    202,
    { result: { status: 'pending' }, code: pendingCode, message: 'Pending' },
    {},
  );
}

/** An answer of the error catalogue. */
export function refusal(refused: Refusal, headers: Headers = {}): Response {
  const { errors, headers: own } = refused.facts;
  return envelope(
    refused.status,
    { code: refused.code, message: refused.message, ...(errors ? { errors } : {}) },
    { ...own, ...headers },
  );
}

/** A failure of the sandbox itself: the catalogue's 5001, without a word about the inside. */
export function uncatalogued(): Response {
  const { status, message } = catalogue[5001];
  return envelope(status, { code: 5001, message }, {});
}

/** An answer without a body or a body code: the rate limit's 503, the answer to OPTIONS. */
export function bare(status: number, headers: Headers = {}): Response {
  return new Response(null, { status, headers: { ...commonHeaders, ...headers } });
}
