// The URL of an operation. What the user named is percent-encoded, so that no id ever leads out of the
// path it belongs in.
import { rejected } from '../reasons';

/** Members of a query; what is undefined is left out. */
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
  url.pathname = `${baseUrl.pathname.replace(/\/$/, '')}${path}`;
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, wellFormed(name, value));
  }
  return url;
}

/** Half a surrogate pair has no UTF-8, and something else would be asked for. */
function wellFormed(name: string, value: string): string {
  if (!/\p{Surrogate}/u.test(value)) return value;
  throw rejected(
    'unpaired_surrogate',
    `The ${name.replaceAll('_', ' ')} holds half a character (an unpaired surrogate).`,
  );
}
