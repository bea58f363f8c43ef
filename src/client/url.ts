// The base URL of a service, and the URL of a request: built from the parameters of an operation, or from a path that
// the user typed. It always lies below the base URL: the keys sent with it are meant for that service only.
import { isLoopback } from '../lib/loopback';
import { rejected } from './reasons';

/**
 * A base URL, checked and without trailing slashes. Only https, or http on loopback; other http if
 * `allowHttp` is set. `from` names where it was found, for the error; undefined for an option.
 */
export function parseBaseUrl(text: string, from: string | undefined, allowHttp: boolean): URL {
  const name = from === undefined ? 'The base URL that was given' : `The base URL in ${from}`;
  if (!URL.canParse(text)) throw rejected('base_url', `${name} is not a URL.`);
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw rejected('base_url', `${name} is neither https nor http.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw rejected('base_url_credentials', `${name} holds a user name or password.`);
  }
  if (url.search !== '' || url.hash !== '') {
    throw rejected('base_url', `${name} has a query or fragment.`);
  }
  if (url.protocol === 'http:' && !isLoopback(url) && !allowHttp) {
    const message = `${name} is plain http to another machine: keys would cross the network unprotected.`;
    throw rejected('base_url_plain_http', message);
  }
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
}

/** A base URL as it is shown and stored: without a trailing slash. */
export function baseUrlText({ href }: URL): string {
  return href.replace(/\/+$/, '');
}

export type Query = Readonly<Record<string, string | undefined>>;

/**
 * Fills the parameters of a path template, puts it below the base URL and adds the query.
 * Throws `invalid_input` for a parameter that is empty or consists of dots only, and for any text with
 * half a surrogate pair.
 */
export function operationUrl(
  baseUrl: URL,
  template: string,
  parameters: Readonly<Record<string, string>>,
  query: Query = {},
): URL {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name] ?? '';
    if (/^\.*$/.test(value)) {
      const what = value === '' ? 'empty' : 'not a name';
      throw rejected('parameter', `The ${name.replaceAll('_', ' ')} is ${what}.`);
    }
    return encodeURIComponent(wellFormed(name, value));
  });
  const url = new URL(baseUrl);
  url.pathname = `${basePath(baseUrl)}${path}`;
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, wellFormed(name, value));
  }
  return url;
}

/** The value of a parameter. Half a surrogate pair has no UTF-8: another text would be sent. */
export function wellFormed(name: string, value: string): string {
  if (!/\p{Surrogate}/u.test(value)) return value;
  const message = `The ${name.replaceAll('_', ' ')} holds half a character (an unpaired surrogate).`;
  throw rejected('unpaired_surrogate', message);
}

/**
 * Puts a path, with its query, below the base URL. A whole URL is taken where it begins with the base
 * URL. What is percent-encoded stays so. Throws `invalid_input` for anything that could lead elsewhere:
 * another origin, `..` in any spelling, `//`, backslashes, control characters, a fragment. The error
 * does not repeat the path, which may hold a key.
 */
export function urlWithin(baseUrl: URL, text: string): URL {
  if (/[\0-\x1f\x7f\\]/.test(text)) {
    throw rejected('path_characters', 'The path holds a backslash or a control character.');
  }
  if (text.includes('#')) {
    throw rejected('path_fragment', 'The path has a fragment, which would never be sent.');
  }
  const below = withoutBase(baseUrl, text);
  const end = below.indexOf('?');
  const path = end === -1 ? below : below.slice(0, end);
  if (path.trim() === '') throw rejected('path_empty', 'The path is empty.');
  if (path.startsWith('//')) {
    throw rejected('path_of_host', 'A path that begins with // names another host.');
  }
  if (path.split('/').some(leadsOut)) {
    const about = { base: baseUrlText(baseUrl) };
    throw rejected('path_dots', 'A part of the path consists of dots.', about);
  }
  const url = new URL(baseUrl);
  url.pathname = `${basePath(baseUrl)}/${path.replace(/^\//, '')}`;
  url.search = end === -1 ? '' : below.slice(end);
  return url;
}

/** The path of a URL as it continues the base URL; begins with a slash. */
export function pathBelow(baseUrl: URL, url: URL): string {
  return url.pathname.slice(basePath(baseUrl).length);
}

function basePath({ pathname }: URL): string {
  return pathname.replace(/\/$/, '');
}

/** The part of a whole URL after the base URL; any other text as it is. */
function withoutBase(baseUrl: URL, text: string): string {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text)) return text;
  const [, before = '', after = ''] = /^([^:]*:\/\/[^/?]*)(.*)/s.exec(text) ?? [];
  const base = basePath(baseUrl);
  const rest = after.slice(base.length);
  if (isOriginOf(before, baseUrl) && after.startsWith(base) && /^([/?]|$)/.test(rest)) {
    return rest;
  }
  const reason = /^[a-z]:/i.test(text) ? 'path_of_file' : 'path_outside';
  throw rejected(reason, `The path leads out of ${baseUrlText(baseUrl)}.`);
}

function isOriginOf(text: string, { origin }: URL): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.origin === origin && url.username === '' && url.password === '';
}

/**
 * Whether a segment is dots only, however often a reader decodes it or cuts parameters off. Only dots,
 * slashes, backslashes and the percent sign matter, so nothing else is decoded.
 */
function leadsOut(segment: string): boolean {
  for (let text = segment; ; ) {
    if (text.split(/[/\\]/).some((part) => /^\.+(;|$)/.test(part))) return true;
    const decoded = text.replace(/%(2e|2f|5c|25)/gi, (code) => decodeURIComponent(code));
    if (decoded === text) return false;
    text = decoded;
  }
}
