// Opens the sandbox's pages and sends their forms over a socket, as a browser does.
import { type Answer, send } from './client';

/** Opens a page. */
export const open = (
  origin: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer> => send('GET', origin + path, { headers: { Accept: 'text/html', ...headers } });

/** Sends a form. */
export const submitForm = (
  origin: string,
  path: string,
  fields: Record<string, string>,
): Promise<Answer> =>
  send('POST', origin + path, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin },
    body: new URLSearchParams(fields).toString(),
  });

/** Opens the page a form led to, with the cookie it set. */
export function follow(origin: string, { headers }: Answer): Promise<Answer> {
  const [cookie = ''] = headers['set-cookie'] ?? [];
  return open(origin, headers.location ?? '', { Cookie: cookie.split(';')[0] ?? '' });
}

/** What a page says was just done. */
export const noticeOf = ({ text }: Answer): string | undefined =>
  /<p class="notice" role="status">(.*?)<\/p>/.exec(text)?.[1];

/** The mistakes a page lists above a form, in its order. */
export const mistakesOf = ({ text }: Answer): string[] =>
  [...text.matchAll(/<li>(?:<a href="#[^"]*">)?([^<]*)/g)].map(([, sentence = '']) => sentence);

/** Where the links of a text lead. */
export const linkOf = ({ text }: Answer, label: string): string | undefined =>
  new RegExp(`<a [^>]*?href="([^"]*)"[^>]*>${label}</a>`).exec(text)?.[1]?.replaceAll('&amp;', '&');
