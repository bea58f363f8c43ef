// JSON of a body. Ten MiB of it may hold five million values, which take forty times as much memory as
// their text: no answer of the service comes near the limit set here.
import { parseJson } from '../../lib/exact-json';

/** More values than this in one document are refused. */
const maxValues = 500_000;

/** Reads a body as JSON. Throws SyntaxError where it is none, RangeError where it holds too many values. */
export function parseBody(body: Buffer): unknown {
  // Each value takes a byte at least.
  if (body.length > maxValues && countValues(body) > maxValues) {
    throw new RangeError(`more than ${maxValues} values`);
  }
  return parseJson(body.toString('utf8'));
}

/** Commas and opening brackets outside strings. */
function countValues(body: Buffer): number {
  let values = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === quote) at = endOfString(body, at + 1);
    else if (byte === comma || byte === bracket || byte === brace) values += 1;
  }
  return values;
}

/** The place of the quote that ends a string, or the end of the body. */
function endOfString(body: Buffer, start: number): number {
  for (let at = start; at < body.length; at += 1) {
    if (body[at] === backslash) at += 1;
    else if (body[at] === quote) return at;
  }
  return body.length;
}

const quote = 0x22;
const comma = 0x2c;
const bracket = 0x5b;
const backslash = 0x5c;
const brace = 0x7b;
