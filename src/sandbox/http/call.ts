// A request as the rules see it, without the framework.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** Hono's context of a route, with Node's own request and response. */
export type RouteContext = Context<{ Bindings: HttpBindings }>;

export interface Call {
  /** The method as it was sent. HEAD is handled like GET, but consumes nothing. */
  readonly method: string;
  /** The path without the query, decoded. */
  readonly path: string;
  /** The URL as it was sent, not decoded. */
  readonly target: string;
  readonly query: URLSearchParams;
  /** The client's IP address. */
  readonly address: string;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Returns a path parameter, decoded. */
  param(name: string): string;
  /** Returns a request header, trimmed; undefined if it is absent or empty. */
  header(name: string): string | undefined;
}

/** True if a request can consume lookups, limits and claims. HEAD and OPTIONS consume nothing. */
export const consumes = (call: Call): boolean =>
  call.method !== 'HEAD' && call.method !== 'OPTIONS';

/**
 * Returns an IP address in its shortest form, so that different spellings are equal. IPv6 becomes lowercase without
 * leading zeros, and an IPv4 address on an IPv6 socket becomes IPv4. Any other text is returned unchanged.
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
 * Returns percent-decoded text; undefined if an escape is incomplete or not UTF-8. It returns the text even to callers
 * that only test it, because the bundler removes a decoding whose value is not used.
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
// The older form: credentials in double quotes, separated by a comma or a space, after any scheme word.
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
 * Reads the credentials of a request. The query takes precedence over the header. A Bearer token is the API key or the
 * management key, whichever the operation requires. A token that starts with `ak_` or `sl_` is never a management key,
 * and a token that starts with `uk_` is never an API key.
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
