// A request to the proxy. Its path is decoded once; what is judged is also what is sent.
import type { IncomingMessage } from 'node:http';
import { type RequestRule, ruleFor } from '../../api/request-rule';
import { urlWithin } from '../../client/url';

/** The parts of a request. */
export interface ProxyRequest {
  method: string;
  /** Path below the base URL, without its query; each segment is decoded and encoded again. */
  path: string;
  /** The query without credentials, with its question mark; empty for none. */
  query: string;
  rule: RequestRule;
}

/** A request as it arrived. */
export interface Arrived {
  /** Every value that was sent as a key. */
  credentials: string[];
  /** Undefined for a path that leads elsewhere, or that programs may read in several ways. */
  wanted: ProxyRequest | undefined;
}

/** Parameters that name a key to some service: `api_key`, but also `API_KEY`, `api.key` and `api_key[]`. */
const credentialNames = new Set(['apikey', 'usertoken']);

/** Reads a request. */
export function readRequest(
  { method = 'GET', url = '', headers }: IncomingMessage,
  basePath: string,
): Arrived {
  const [path = '', ...rest] = url.split('?');
  const parts = rest.length === 0 ? [] : rest.join('?').split('&');
  const nameOf = (part: string) => decoded(part.split('=')[0] ?? '');
  const isCredential = (part: string) =>
    credentialNames.has(
      nameOf(part)
        .toLowerCase()
        .replace(/[^a-z]/g, ''),
    );
  // Some services separate parameters by a semicolon; some take another method from one.
  const kept = parts
    .filter((part) => !isCredential(part) && nameOf(part) !== '_method')
    .map((part) => part.replaceAll(';', '%3B'));
  const segments = segmentsBelow(path, basePath);
  const wantedPath = segments?.map((segment) => `/${encodeURIComponent(segment)}`).join('');
  return {
    credentials: [
      ...parts.filter(isCredential).map((part) => decoded(part.slice(part.indexOf('=') + 1))),
      ...inHeader(headers.authorization),
      ...(segments?.[0] === 'keys' ? segments.slice(1, 2) : []),
    ],
    wanted:
      wantedPath === undefined
        ? undefined
        : {
            method,
            path: wantedPath,
            query: kept.length === 0 ? '' : `?${kept.join('&')}`,
            rule: ruleFor(method, wantedPath),
          },
  };
}

/** The decoded segments below the base path; undefined if one of them could be read in another way. */
function segmentsBelow(path: string, basePath: string): string[] | undefined {
  if (!path.startsWith(`${basePath}/`)) return undefined;
  try {
    const segments = path
      .slice(basePath.length + 1)
      .split('/')
      .map(decodeURIComponent);
    return segments.every(isPlain) ? segments : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a decoded segment has no separators, no parameters, no second encoding, and is not only dots. */
function isPlain(segment: string): boolean {
  return !/^\.*$|[/\\;\0-\x1f\x7f]|%[0-9a-f]{2}/i.test(segment);
}

/**
 * The target of a request, with the real key in place of a token in its path. Throws `invalid_input` for a
 * query that could be read in another way.
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
