// Represents requests independently of the HTTP framework: handlers and rules receive each request as a `Call`.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** The Hono context of a route, with the Node.js request and response objects. */
export type RouteContext = Context<{ Bindings: HttpBindings }>;

export interface Call {
  /** The request's HTTP method. The sandbox handles HEAD like GET, but HEAD requests never cost lookups. */
  readonly method: string;
  /** The decoded path without the query. */
  readonly path: string;
  /** The path and query from the request, not decoded. */
  readonly target: string;
  readonly query: URLSearchParams;
  /** The client's IP address. */
  readonly address: string;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Returns a decoded path parameter. */
  param(name: string): string;
  /** Returns a request header without surrounding spaces, or undefined if the header is missing or empty. */
  header(name: string): string | undefined;
}

/**
 * True if a request can cost lookups, count toward limits, or claim a sign-up. HEAD and OPTIONS requests never have
 * these effects.
 */
export const consumes = (call: Call): boolean =>
  call.method !== 'HEAD' && call.method !== 'OPTIONS';

/**
 * Returns an IP address in its shortest form, so that different notations of an address become equal. The shortest form
 * of an IPv6 address is lowercase, without leading zeros. An IPv4-mapped IPv6 address becomes an IPv4 address. Removes
 * a zone ID such as `%eth0`, even from text that is not an IP address. Does not change such text in any other way.
 */
export function plainAddress(address: string | undefined): string {
  const plain = (address ?? '').replace(/%.*$/, '');
  if (isIP(plain) !== 6) return plain;
  const shortest = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(shortest);
  if (mapped === null) return shortest;
  const [high, low] = [Number(`0x${mapped[1]}`), Number(`0x${mapped[2]}`)];
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

export function readCall({ env, req }: RouteContext): Call {
  const { incoming, outgoing } = env;
  const { url, path } = req;
  const start = url.indexOf('?');
  let query: URLSearchParams | undefined;
  return {
    method: incoming.method ?? 'GET',
    path,
    target: incoming.url ?? '/',
    get query() {
      query ??= new URLSearchParams(start === -1 ? '' : url.slice(start + 1));
      return query;
    },
    address: plainAddress(incoming.socket.remoteAddress),
    incoming,
    outgoing,
    param: (name) => req.param(name) ?? '',
    header: (name) => {
      const value = incoming.headers[name.toLowerCase()];
      const text = (Array.isArray(value) ? value.join(', ') : value)?.trim();
      return text === '' ? undefined : text;
    },
  };
}

/**
 * Decodes percent-encoded text. Returns undefined if an escape is incomplete or is not valid UTF-8. This function
 * returns the text and not a boolean, because the bundler would remove a call to `decodeURIComponent` whose result is
 * not used.
 */
export function decodedText(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** True if every escape in a URL is complete and valid UTF-8. */
export function isWellEncoded(target: string): boolean {
  return !target.includes('%') || decodedText(target) !== undefined;
}

export interface Credentials {
  apiKey: string | undefined;
  managementKey: string | undefined;
  licensee: string | undefined;
}

const bearerForm = /^bearer\s+([^\s,"]+)$/i;
// Matches one credential in the older format of the Authorization header. In this format, the header contains
// credentials such as `api_key="ak_1"`, separated by commas or spaces. An authentication scheme can precede the
// credentials.
const quotedForm = /(?:^|[\s,])(api_key|user_token|licensee)\s*=\s*"([^"]*)"/gi;

export function bearerToken(call: Pick<Call, 'header'>): string | undefined {
  return bearerForm.exec(call.header('authorization') ?? '')?.[1];
}

function oldForm(call: Pick<Call, 'header'>): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', value = ''] of (call.header('authorization') ?? '').matchAll(
    quotedForm,
  )) {
    if (value !== '') found.set(name.toLowerCase(), value);
  }
  return found;
}

/**
 * Reads the credentials in a request. The query takes precedence over the header. A Bearer token can be the API key or
 * the management key, depending on the operation. Therefore, `apiKey` and `managementKey` can contain the same token. A
 * token that starts with `ak_` or `sl_` is never a management key, and a token that starts with `uk_` is never an API
 * key.
 */
export function readCredentials(call: Pick<Call, 'header' | 'query'>): Credentials {
  const bearer = bearerToken(call);
  const old = oldForm(call);
  const fromQuery = (name: string): string | undefined => call.query.get(name)?.trim() || undefined;
  return {
    apiKey:
      fromQuery('api_key') ??
      old.get('api_key') ??
      (bearer?.startsWith('uk_') ? undefined : bearer),
    managementKey:
      fromQuery('user_token') ??
      old.get('user_token') ??
      (bearer && /^(?:ak|sl)_/.test(bearer) ? undefined : bearer),
    licensee: fromQuery('licensee') ?? old.get('licensee'),
  };
}
