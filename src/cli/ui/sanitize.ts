// Removes terminal control from text of other origin: it must not move the cursor, change colours or reorder
// characters.
import { jsonText } from '../../lib/exact-json';
import { plainText } from '../../lib/plain-text';

/** Characters that `JSON.stringify` leaves raw although a terminal acts on them. */
const rawInJson = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** The text without escape sequences and control characters; line feeds and tabs stay. */
export const sanitize = plainText;

/** The text as one line: line feeds and tabs become spaces. */
export function sanitizeLine(text: string): string {
  return sanitize(text)
    .replace(/[\n\t]+/g, ' ')
    .trim();
}

/**
 * JSON without characters that a terminal acts on: on one line, or indented by this many spaces.
 */
export function safeJson(value: unknown, indent = 0): string {
  return jsonText(value, indent).replace(
    rawInJson,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
