// Formats JSON that is safe to show in a terminal.
import { jsonText } from './exact-json';
import { replaceMatches } from './replace-each';

/** Characters that a terminal interprets but `JSON.stringify` does not escape. */
const rawInJson = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Formats a value as JSON and escapes characters that a terminal interprets. `indent` is a number of spaces. */
export function safeJson(value: unknown, indent = 0): string {
  return replaceMatches(
    jsonText(value, indent),
    rawInJson,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
