// Which service is asked, and whether it may be asked over an unprotected connection.
import { invalidInput } from '../../lib/errors';
import { isLoopback } from '../../lib/loopback';

/**
 * A base URL, checked and without trailing slashes. Only https, or http on loopback; other http where
 * `allowHttp` is set. `from` names where it was given, for the error.
 */
export function parseBaseUrl(text: string, from: string, allowHttp: boolean): URL {
  const example = 'Give it whole, such as https://service.example/v1.';
  let url: URL;
  try {
    url = new URL(text);
  } catch (cause) {
    throw invalidInput(`The base URL in ${from} is not a URL.`, example, undefined).with({ cause });
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw invalidInput(`The base URL in ${from} is neither https nor http.`, example);
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidInput(
      `The base URL in ${from} holds a user name or password.`,
      'Leave them out; the keys are sent in a header.',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw invalidInput(`The base URL in ${from} has a query or fragment.`, example);
  }
  if (url.protocol === 'http:' && !isLoopback(url) && !allowHttp) {
    throw invalidInput(
      `The base URL in ${from} is plain http to another machine: keys would cross the network unprotected.`,
      'Use https, or --insecure-http if you accept that.',
    );
  }
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
}

/** A base URL as it is shown and stored: without a trailing slash. */
export function baseUrlText(url: URL): string {
  return url.href.replace(/\/+$/, '');
}
