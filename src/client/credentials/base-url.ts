// Which service is used, and whether an unprotected connection to it is allowed.
import { isLoopback } from '../../lib/loopback';
import { rejected } from '../reasons';

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
    throw rejected(
      'base_url_plain_http',
      `${name} is plain http to another machine: keys would cross the network unprotected.`,
    );
  }
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
}

/** A base URL as it is shown and stored: without a trailing slash. */
export function baseUrlText(url: URL): string {
  return url.href.replace(/\/+$/, '');
}
