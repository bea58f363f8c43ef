// Checks the base URL of a service. Builds the URL of a request from an operation's parameters or from a path that
// the user typed. Every URL is below the base URL, because the keys are meant only for that service.
import { isLoopback } from '../lib/loopback';
import { rejected } from './reasons';

/**
 * Checks a base URL and removes its trailing slashes. Allows https to every host, and http to this machine. Allows http
 * to other hosts only if `allowHttp` is set. Error messages contain `from`, the name of the file, variable or property
 * that contains the URL. If the URL comes from a command line option, `from` is undefined.
 */
export function parseBaseUrl(text: string, from: string | undefined, allowHttp: boolean): URL {
  const name = from === undefined ? 'The base URL' : `The base URL in ${from}`;
  if (!URL.canParse(text)) throw rejected('base_url', `${name} is not a valid URL.`);
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw rejected('base_url', `${name} must begin with https:// or http://.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw rejected('base_url_credentials', `${name} contains a user name or password.`);
  }
  if (url.search !== '' || url.hash !== '') {
    throw rejected('base_url', `${name} contains a query or fragment.`);
  }
  if (url.protocol === 'http:' && !isLoopback(url) && !allowHttp) {
    const message = `${name} uses plain HTTP to another host, so keys would cross the network unencrypted.`;
    throw rejected('base_url_plain_http', message);
  }
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
}

/** Formats a base URL for output and files, without a trailing slash. */
export function baseUrlText({ href }: URL): string {
  return href.replace(/\/+$/, '');
}

export type Query = Readonly<Record<string, string | undefined>>;

/**
 * Returns the URL of a request: the base URL, the path template with its parameters filled in, and the query. Throws
 * `invalid_input` for a parameter that is empty or contains only dots, and for text with an unpaired surrogate.
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
      const what = value === '' ? 'is empty' : 'contains only dots';
      throw rejected('parameter', `The ${name.replaceAll('_', ' ')} ${what}.`);
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

/** Returns the value unchanged. Throws `invalid_input` for an unpaired surrogate, because UTF-8 cannot encode it. */
export function wellFormed(name: string, value: string): string {
  if (!/\p{Surrogate}/u.test(value)) return value;
  const message = `The ${name.replaceAll('_', ' ')} contains an incomplete Unicode character (an unpaired surrogate).`;
  throw rejected('unpaired_surrogate', message);
}

/**
 * Appends a path with its query to the base URL. Also accepts a complete URL that begins with the base URL. Keeps the
 * percent encoding. Throws `invalid_input` if the path is empty, contains a fragment, or could lead outside the base
 * URL: a different origin, `..` in any encoding, `//` at the start, backslashes, or control characters. The message
 * does not repeat the path, because the path might contain a key.
 */
export function urlWithin(baseUrl: URL, text: string): URL {
  if (/[\0-\x1f\x7f\\]/.test(text)) {
    throw rejected('path_characters', 'The path contains a backslash or a control character.');
  }
  if (text.includes('#')) {
    throw rejected('path_fragment', 'The path contains a fragment (#), which HTTP does not send.');
  }
  const below = withoutBase(baseUrl, text);
  const end = below.indexOf('?');
  const path = end === -1 ? below : below.slice(0, end);
  if (path.trim() === '') throw rejected('path_empty', 'The path is empty.');
  if (path.startsWith('//')) {
    throw rejected('path_of_host', 'A path that begins with // refers to another host.');
  }
  if (path.split('/').some(leadsOut)) {
    const about = { base: baseUrlText(baseUrl) };
    throw rejected('path_dots', 'A path segment consists only of dots.', about);
  }
  const url = new URL(baseUrl);
  url.pathname = `${basePath(baseUrl)}/${path.replace(/^\//, '')}`;
  url.search = end === -1 ? '' : below.slice(end);
  return url;
}

/** Returns the part of a URL's path that follows the base URL's path. The result begins with a slash. */
export function pathBelow(baseUrl: URL, url: URL): string {
  return url.pathname.slice(basePath(baseUrl).length);
}

function basePath({ pathname }: URL): string {
  return pathname.replace(/\/$/, '');
}

/**
 * Returns the part of a complete URL that follows the base URL. Returns text that is not a complete URL unchanged.
 * Throws `invalid_input` if a complete URL is outside the base URL.
 */
function withoutBase(baseUrl: URL, text: string): string {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text)) return text;
  const [, before = '', after = ''] = /^([^:]*:\/\/[^/?]*)(.*)/s.exec(text) ?? [];
  const base = basePath(baseUrl);
  const rest = after.slice(base.length);
  if (isOriginOf(before, baseUrl) && after.startsWith(base) && /^([/?]|$)/.test(rest)) {
    return rest;
  }
  const reason = /^[a-z]:/i.test(text) ? 'path_of_file' : 'path_outside';
  throw rejected(reason, `The path is outside ${baseUrlText(baseUrl)}.`);
}

function isOriginOf(text: string, { origin }: URL): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.origin === origin && url.username === '' && url.password === '';
}

/**
 * True if a path segment consists of dots, or if only dots remain after a server decodes the segment repeatedly or
 * removes parameters after a semicolon. Decodes only dots, slashes, backslashes and percent signs, because no other
 * character can change the path.
 */
function leadsOut(segment: string): boolean {
  for (let text = segment; ; ) {
    if (text.split(/[/\\]/).some((part) => /^\.+(;|$)/.test(part))) return true;
    const decoded = text.replace(/%(2e|2f|5c|25)/gi, (code) => decodeURIComponent(code));
    if (decoded === text) return false;
    text = decoded;
  }
}
