// JSON that a terminal shows as it is.
import { jsonText } from './exact-json';
import { replaceMatches } from './replace-each';

/** Characters that `JSON.stringify` leaves raw although a terminal acts on them. */
const rawInJson = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * JSON without characters that a terminal acts on: on one line, or indented by this many spaces.
 */
export function safeJson(value: unknown, indent = 0): string {
  return replaceMatches(
    jsonText(value, indent),
    rawInJson,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
