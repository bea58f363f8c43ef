// Removes terminal control from text of other origin: it must not move the cursor, change colours or reorder
// characters.
import { jsonText } from '../../lib/exact-json';
import { plainText } from '../../lib/plain-text';
import { replaceEach } from '../../lib/replace-each';

/** Characters that `JSON.stringify` leaves raw although a terminal acts on them. */
const rawInJson = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** The text without escape sequences and control characters; line feeds and tabs stay. */
export const sanitize = plainText;

/** The text as one line: line feeds and tabs become spaces. */
export function sanitizeLine(text: string): string {
  return replaceEach(sanitize(text), /[\n\t]+/g, () => ' ').trim();
}

/** Longest text in a table or card, in characters; `--json` and `--format csv` write all of it. */
export const maxCell = 10_000;

/** As `sanitizeLine`, for a table or card: of a longer text the beginning. */
export function sanitizeCell(text: string): string {
  if (text.length <= maxCell) return sanitizeLine(text);
  const beginning = text.slice(0, maxCell).replace(/[\ud800-\udbff]$/, '');
  return `${sanitizeLine(beginning)}…`;
}

/**
 * JSON without characters that a terminal acts on: on one line, or indented by this many spaces.
 */
export function safeJson(value: unknown, indent = 0): string {
  return replaceEach(
    jsonText(value, indent),
    rawInJson,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
