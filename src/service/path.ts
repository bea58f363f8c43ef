// The URL of an operation. What the user named is percent-encoded, so that no id ever leads out of the
// path it belongs in (contract, section 10).
import { invalidInput } from '../contract/errors';

/**
 * Fills the parameters of a path template and puts it below the base URL. Members of the query that are
 * undefined are left out.
 * Throws `invalid_input` for a parameter that is empty or consists of dots only.
 */
export function operationUrl(
  baseUrl: URL,
  template: string,
  parameters: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string | undefined>> = {},
): URL {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name] ?? '';
    if (/^\.*$/.test(value)) {
      throw invalidInput(
        `The ${name.replaceAll('_', ' ')} is ${value === '' ? 'empty' : 'not a name'}.`,
        'Give it as the service issued it.',
      );
    }
    return encodeURIComponent(value);
  });
  const url = new URL(baseUrl);
  url.pathname = `${baseUrl.pathname.replace(/\/$/, '')}${path}`;
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}
