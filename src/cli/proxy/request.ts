// A request to the proxy: its credentials, and the rest of the request without them.
import type { IncomingMessage } from 'node:http';
import { type RequestRule, ruleFor } from '../../client/http/request-rule';
import { urlWithin } from '../../client/http/url';

/** The parts of a request. */
export interface ProxyRequest {
  method: string;
  /** Path below the base URL, without its query. */
  path: string;
  /** The query without credentials, with its question mark; empty for none. */
  query: string;
  rule: RequestRule;
  /** Every value that was sent as a key. */
  credentials: string[];
}

const credentialNames = new Set(['api_key', 'user_token']);

/** Reads a request; undefined if its path is not below the base path, such as of another origin. */
export function readRequest(
  { method = 'GET', url = '', headers }: IncomingMessage,
  basePath: string,
): ProxyRequest | undefined {
  if (!url.startsWith(`${basePath}/`)) return undefined;
  const [path = '', ...rest] = url.slice(basePath.length).split('?');
  const parts = rest.length === 0 ? [] : rest.join('?').split('&');
  const isCredential = (part: string) => credentialNames.has(decoded(part.split('=')[0] ?? ''));
  const kept = parts.filter((part) => !isCredential(part));
  const [, resource, key] = path.split('/');
  return {
    method,
    path,
    query: kept.length === 0 ? '' : `?${kept.join('&')}`,
    rule: ruleFor(method, path),
    credentials: [
      ...parts.filter(isCredential).map((part) => decoded(part.slice(part.indexOf('=') + 1))),
      ...inHeader(headers.authorization),
      ...(resource === 'keys' && key !== undefined ? [decoded(key)] : []),
    ],
  };
}

/**
 * The target of a request, with the real key in place of a token in its path. Throws `invalid_input` for a
 * path that could leave the base URL.
 */
export function targetOf({ path, query }: ProxyRequest, baseUrl: URL, apiKey: string): URL {
  const [start = '', resource = '', , ...rest] = path.split('/');
  const own =
    resource === 'keys' ? [start, resource, encodeURIComponent(apiKey), ...rest].join('/') : path;
  return urlWithin(baseUrl, `${own}${query}`);
}

/** The path without the key in it, for the log and for messages. */
export function pathForLog({ path, query }: ProxyRequest): string {
  return `${path.replace(/^\/keys\/[^/]*/, '/keys/{key}')}${query}`;
}

/** Both forms of the header; any other content is an unknown credential. */
function inHeader(header: string | undefined): string[] {
  if (header === undefined || header.trim() === '') return [];
  const [, bearer] = /^bearer\s+(\S+)$/i.exec(header.trim()) ?? [];
  if (bearer !== undefined) return [bearer];
  const members = [...header.matchAll(/(?:^|[\s,])(?:api_key|user_token)\s*=\s*"([^"]*)"/gi)];
  return members.length === 0 ? [header] : members.map(([, value = '']) => value);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
