// JSON as text for people: indented, and coloured by the kind of each token.
import type { ChalkInstance } from 'chalk';
import { safeJson } from './sanitize';

/** A name of a member with its colon, a text, or a bare word or number. */
const pieces = /("(?:[^"\\]|\\.)*")(:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g;

/** The lines of a JSON document, without a line feed at the end. */
export function readableJson(value: unknown, colour: ChalkInstance): string {
  const text = safeJson(value, 2);
  if (colour.level === 0) return text;
  return text.replace(pieces, (piece, quoted?: string, colon?: string) => {
    if (quoted === undefined) return colour.yellow(piece);
    return colon === undefined ? colour.green(piece) : `${colour.blue(quoted)}:`;
  });
}
