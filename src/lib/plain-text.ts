// Removes terminal control sequences from text that waypost received. The text must not move the cursor, change colors
// or reorder characters.
import { replaceMatches } from './replace-each';

/** Matches CSI sequences, such as colors. */
const controlSequence = /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?/;

/** Matches OSC, DCS, SOS, PM and APC strings, such as window titles. */
const controlString =
  /(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?/;

/** Matches all other escape sequences, which are short. */
const shortSequence = /\x1b[ -/]*[0-~]?/;

/** Matches escape sequences in their 7-bit and 8-bit forms. */
const escapeSequences = new RegExp(
  [controlSequence, controlString, shortSequence].map(({ source }) => source).join('|'),
  'g',
);

/** Matches control characters except line feed and tab, and marks that override the reading direction. */
const controls = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const removed = (): string => '';

/** Removes escape sequences and control characters. Keeps line feeds and tabs. */
export function plainText(text: string): string {
  return replaceMatches(replaceMatches(text, escapeSequences, removed), controls, removed);
}
