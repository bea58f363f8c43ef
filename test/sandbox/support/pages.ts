// Opens the sandbox's pages and submits their forms, like a browser.
import { type Answer, send } from './client';

/** Requests a page. */
export const open = (
  origin: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer> => send('GET', origin + path, { headers: { Accept: 'text/html', ...headers } });

/** Submits a form with these fields. */
export const submitForm = (
  origin: string,
  path: string,
  fields: Record<string, string>,
): Promise<Answer> =>
  send('POST', origin + path, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin },
    body: new URLSearchParams(fields).toString(),
  });

/** Follows the redirect in the response to a form, with the response's first cookie. */
export function follow(origin: string, { headers }: Answer): Promise<Answer> {
  const [cookie = ''] = headers['set-cookie'] ?? [];
  return open(origin, headers.location ?? '', { Cookie: cookie.split(';')[0] ?? '' });
}

/** Returns the text with which a page confirms an action, or undefined if the page does not contain this text. */
export const noticeOf = ({ text }: Answer): string | undefined =>
  /<p class="notice" role="status">(.*?)<\/p>/.exec(text)?.[1];

/** Returns the input errors that a page lists above a form. */
export const mistakesOf = ({ text }: Answer): string[] =>
  [...text.matchAll(/<li>(?:<a href="#[^"]*">)?([^<]*)/g)].map(([, sentence = '']) => sentence);

/** Returns the target of the first link with this label. */
export const linkOf = ({ text }: Answer, label: string): string | undefined =>
  new RegExp(`<a [^>]*?href="([^"]*)"[^>]*>${label}</a>`).exec(text)?.[1]?.replaceAll('&amp;', '&');
