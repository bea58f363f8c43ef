// Removes terminal control from text of other origin: it must not move the cursor, change colors or reorder
// characters.
import { replaceMatches } from './replace-each';

/** Escape sequences (CSI, OSC, DCS and the short ones), in their 7-bit and 8-bit forms. */
const escapeSequences =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?/g;

/** Control characters except line feed and tab, and the marks that override the reading direction. */
const controls = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const removed = (): string => '';

/** The text without escape sequences and control characters; line feeds and tabs stay. */
export function plainText(text: string): string {
  return replaceMatches(replaceMatches(text, escapeSequences, removed), controls, removed);
}
