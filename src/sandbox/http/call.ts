// One request for the rules: its parts and its origin, without the framework.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** The context of a route: Hono's, on Node's own request and response. */
export type RouteContext = Context<{ Bindings: HttpBindings }>;

export interface Call {
  /** The method as sent: HEAD is answered like GET, but consumes nothing. */
  readonly method: string;
  /** Path without the query, decoded. */
  readonly path: string;
  /** The URL as it was sent, with whatever encoding it has. */
  readonly target: string;
  readonly query: URLSearchParams;
  /** Address of the connection. */
  readonly address: string;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** A path parameter, decoded. */
  param(name: string): string;
  /** A request header, trimmed; undefined if it is absent or empty. */
  header(name: string): string | undefined;
}

/** Whether a request reads or changes something: not HEAD or OPTIONS, which consume nothing. */
export const consumes = (call: Call): boolean =>
  call.method !== 'HEAD' && call.method !== 'OPTIONS';

/**
 * An address in its plain form, so that two spellings are one address: IPv6 is lowercase with its zeros left out, and an
 * IPv4 address on an IPv6 socket becomes IPv4. Another text is returned as it is.
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
 * A text without its escapes; undefined if an escape is incomplete or not UTF-8. The decoded text is returned
 * because the bundler drops a decoding whose value is not used, with its exception.
 */
export function decodedText(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Whether every escape of a URL is complete and valid UTF-8. */
export function isWellEncoded(target: string): boolean {
  return !target.includes('%') || decodedText(target) !== undefined;
}

export interface Credentials {
  apiKey: string | undefined;
  managementKey: string | undefined;
  licensee: string | undefined;
}

const bearerForm = /^bearer\s+([^\s,"]+)$/i;
// The older form: members in double quotes, a comma or space between, any scheme word in front.
const memberForm = /(?:^|[\s,])(api_key|user_token|licensee)\s*=\s*"([^"]*)"/gi;

export function bearerToken(call: Pick<Call, 'header'>): string | undefined {
  return bearerForm.exec(call.header('authorization') ?? '')?.[1];
}

function oldForm(call: Pick<Call, 'header'>): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', value = ''] of (call.header('authorization') ?? '').matchAll(
    memberForm,
  )) {
    if (value !== '') found.set(name.toLowerCase(), value);
  }
  return found;
}

/**
 * Reads the credentials of a request. The query string overrides the header. A Bearer token is an API key or
 * a management key, as the operation needs; one that begins `ak_` or `sl_` is never a management key, one
 * that begins `uk_` never an API key.
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
