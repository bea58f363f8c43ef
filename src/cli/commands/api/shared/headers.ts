// `-H`: headers in the caller's own words, but for those that carry credentials or frame the request.
import { invalidInput } from '../../../../lib/errors';

/** What frames a request; the HTTP layer writes it (RFC 9110, 7.6.1; RFC 9112, 6). */
const framing = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Headers by name in lower case, of `name: value` texts; one that is given more than once is a list
 * (RFC 9110, 5.3). Throws `invalid_input` for what is no header, and for those waypost writes itself.
 */
export function headersOf(texts: readonly string[]): Record<string, string> {
  const headers = new Map<string, string>();
  for (const text of texts) {
    const { name, value } = parse(text);
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}

function parse(text: string): { name: string; value: string } {
  const end = text.indexOf(':');
  const name = text.slice(0, Math.max(end, 0)).trim().toLowerCase();
  const value = text.slice(end + 1).replace(/^[ \t]+|[ \t]+$/g, '');
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) {
    throw invalidInput(
      'A header is not name: value.',
      "Give it such as -H 'Content-Type: text/csv'.",
    );
  }
  if (!/^[\t\x20-\x7e]*$/.test(value)) {
    throw invalidInput(
      `The value of the header ${name} contains a line break or other invalid characters.`,
      'Give each header on its own with -H; percent-encode what is not ASCII.',
    );
  }
  if (name === 'authorization' || name === 'proxy-authorization') {
    throw invalidInput(
      'The credential is not given as a header.',
      'waypost sends the one in use; choose with --as. Pipe another in: --api-key - or --management-key -.',
    );
  }
  if (framing.has(name)) {
    throw invalidInput(
      `The header ${name} is written by waypost itself.`,
      'Omit it; it follows from the base URL and the body.',
    );
  }
  return { name, value };
}
