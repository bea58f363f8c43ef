// Finds the secrets of a request and its answer, by the interface of the service: credentials in headers and
// queries, keys and sign-up tokens in paths, and members of bodies such as `user_token`.
import type { IncomingHttpHeaders } from 'node:http';
import type { SecretKind, Secrets } from './secrets';

/** A path segment without its escapes; unchanged if one is malformed. */
export function decodedSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The kind of secret in a member, query parameter or header of this name; undefined for none. */
function kindByName(name: string): SecretKind | undefined {
  const plain = name.toLowerCase().replaceAll('-', '_');
  if (/(^|_)api_key$/.test(plain)) return 'ak';
  if (/(^|_)(user_token|management_key)$/.test(plain)) return 'uk';
  if (/(^|_)licensee_key$/.test(plain)) return 'sl';
  if (/(^|_)token$/.test(plain)) return 'token';
  return /(^|_)(key|secret|password|authorization)$/.test(plain) ? 'key' : undefined;
}

/** The kind of the secret after a path segment; undefined if none follows it. */
const kindBehind: Readonly<Record<string, SecretKind>> = {
  keys: 'ak',
  sign_up: 'token',
  licensees: 'sl',
};

/** Whether a value is a licensee's number, which is no secret. */
const isNumber = (value: string): boolean => /^\d+$/.test(value);

/** The kind of each segment of a path that is a secret by its position. */
export function secretSegments(path: string): { at: number; kind: SecretKind }[] {
  const segments = path.split('/').map(decodedSegment);
  return segments.flatMap((segment, at) => {
    const before = segments[at - 1] ?? '';
    const kind = Object.hasOwn(kindBehind, before) ? kindBehind[before] : undefined;
    if (kind === undefined || segment === '' || (kind === 'sl' && isNumber(segment))) return [];
    return [{ at, kind }];
  });
}

function learnHeaders(headers: IncomingHttpHeaders, secrets: Secrets): void {
  for (const [name, value] of Object.entries(headers)) {
    const text = Array.isArray(value) ? value.join('; ') : (value ?? '');
    if (name === 'cookie' || name === 'set-cookie') {
      for (const [, cookie = ''] of text.matchAll(/=\s*([^;,\s]{8,})/g))
        secrets.learn(cookie, 'key');
    } else if (name === 'authorization' || name === 'proxy-authorization') {
      learnAuthorization(text, secrets);
    } else {
      const kind = kindByName(name);
      if (kind !== undefined) secrets.learn(text, kind);
      secrets.learnFrom(text);
    }
  }
}

/** `Bearer x`, `Basic …`, and members such as `api_key="x"` after any scheme. */
function learnAuthorization(text: string, secrets: Secrets): void {
  const members = [...text.matchAll(/(\w+)\s*=\s*"([^"]*)"/g)];
  for (const [, name = '', value = ''] of members) {
    if (!isNumber(value)) secrets.learn(value, kindByName(name) ?? 'sl');
  }
  const [scheme = '', ...rest] = text.trim().split(/\s+/);
  const value = rest.join(' ');
  if (members.length > 0) return;
  secrets.learn(value === '' ? scheme : value, 'key');
  if (scheme.toLowerCase() !== 'basic') return;
  const pair = Buffer.from(value, 'base64').toString('utf8');
  for (const part of pair.split(':')) secrets.learn(part, 'key');
}

function learnQuery(query: string, secrets: Secrets): void {
  for (const [name, value] of new URLSearchParams(query)) {
    const kind = name === 'licensee' && !isNumber(value) ? 'sl' : kindByName(name);
    if (kind !== undefined) secrets.learn(value, kind);
    secrets.learnFrom(value);
  }
}

/** A member that may hold other values counts only if its value is as long as a secret. */
const longEnough = (kind: SecretKind, value: string): boolean => kind !== 'key' || value.length > 6;

function learnMembers(value: unknown, secrets: Secrets): void {
  if (typeof value === 'string') secrets.learnFrom(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const kind = Array.isArray(value) ? undefined : kindByName(name);
    if (typeof member === 'string') {
      if (kind !== undefined && longEnough(kind, member)) secrets.learn(member, kind);
      const token = /\/sign_up\/([^/?#\s]+)/.exec(member)?.[1];
      if (token !== undefined) secrets.learn(decodedSegment(token), 'token');
    }
    learnMembers(member, secrets);
  }
}

/** Learns the secrets of a body: of its members if it is JSON, and every text that looks like a key. */
function learnBody(text: string, secrets: Secrets): void {
  secrets.learnFrom(text);
  try {
    learnMembers(JSON.parse(text), secrets);
  } catch {
    // No JSON: texts that look like keys were learnt.
  }
}

/** The source of secrets: a request, or its answer. */
export interface Seen {
  /** Of the request, below the base URL. */
  path: string;
  /** Of the request. */
  query: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Learns every secret of a request, or of its answer. */
export function learnSecrets({ path, query, headers, body }: Seen, secrets: Secrets): void {
  const segments = path.split('/').map(decodedSegment);
  for (const { at, kind } of secretSegments(path)) secrets.learn(segments[at] ?? '', kind);
  for (const segment of segments) secrets.learnFrom(segment);
  learnQuery(query, secrets);
  learnHeaders(headers, secrets);
  learnBody(body.toString('utf8'), secrets);
}
