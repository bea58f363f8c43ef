// Reads and writes JSON without losing digits in numbers. A double has about 16 digits, but the service can send IDs
// and coordinates with more digits. Such long numbers are rare. For text without long numbers, this module uses only
// the built-in parser.
import { replaceMatches } from './replace-each';

/** A number in JSON that `JSON.parse` and `JSON.stringify` would not reproduce exactly. */
export class ExactNumber {
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  toString(): string {
    return this.#token;
  }

  /** Returns a marked string, which `jsonText` replaces with the number. */
  toJSON(): string {
    return `${numberMark()}${this.#token}`;
  }
}

/** True if a value from JSON is a number or an ExactNumber. */
export function isNumber(value: unknown): value is number | ExactNumber {
  return typeof value === 'number' || value instanceof ExactNumber;
}

/** Adds numbers. If all numbers are integers, the sum keeps every digit. */
export function exactSum(values: readonly (number | ExactNumber)[]): number | ExactNumber {
  const tokens = values.map(String);
  if (!tokens.every((token) => /^-?\d+$/.test(token))) {
    return tokens.reduce((sum, token) => sum + Number(token), 0);
  }
  return exactInteger(tokens.reduce((total, token) => total + BigInt(token), 0n));
}

/** Returns an integer as a number, or as an ExactNumber if the integer is outside the range of safe integers. */
export function exactInteger(value: bigint): number | ExactNumber {
  const double = Number(value);
  return Number.isSafeInteger(double) ? double : new ExactNumber(value.toString());
}

/** A JSON object. */
export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isNumber(value);
}

/**
 * The maximum nesting depth. In recursive functions, more deeply nested values would overflow the call stack. The
 * service never sends such values.
 */
export const maxDepth = 500;

/**
 * The maximum number of ExactNumbers in one JSON text. An ExactNumber takes ten times as much memory as its digits. The
 * service never sends that many long numbers.
 */
const maxExactNumbers = 20_000;

/**
 * Parses JSON. A number becomes an ExactNumber if conversion to a double would change it. Throws SyntaxError like
 * `JSON.parse`. Throws RangeError for values nested more than 500 levels deep, and for more than 20,000 ExactNumbers.
 */
export function parseJson(text: string): unknown {
  if (isDeep(text)) throw new RangeError(`nested more than ${maxDepth} levels deep`);
  // This function parses the unchanged text first, because the marks could turn invalid JSON into valid JSON.
  const value: unknown = JSON.parse(text);
  if (!isSuspicious(text)) return value;
  const marked = markLongNumbers(text);
  if (marked === text) return value;
  const begin = numberMark();
  return JSON.parse(marked, (_, field: unknown) =>
    typeof field === 'string' && field.startsWith(begin)
      ? new ExactNumber(field.slice(begin.length))
      : field,
  );
}

/** Like `JSON.stringify`, but writes an ExactNumber with its original digits. `indent` is a number of spaces. */
export function jsonText(value: unknown, indent = 0): string {
  const text = JSON.stringify(value, undefined, indent);
  if (mark === undefined) return text;
  const marked = new RegExp(`"${numberMark()}([^"]*)"`, 'g');
  return replaceMatches(text, marked, (_, token) => token);
}

/**
 * The prefix of the string that temporarily replaces a number. The prefix is random, so no string from the service
 * begins with it.
 */
let mark: string | undefined;

function numberMark(): string {
  mark ??= crypto.randomUUID();
  return mark;
}

/**
 * True if the text might contain a number that conversion to a double would change. Such a number has at least 16
 * digits (a decimal point counts as a digit) or an exponent of at least three digits.
 */
function isSuspicious(text: string): boolean {
  // Two searches take half the time of one search with a combined pattern.
  return /[\d.]{16}/.test(text) || /\d[eE][+-]?\d{3}/.test(text);
}

/**
 * Converts a number to a marked string if conversion to a double would change the number. The result remains valid
 * JSON.
 */
function markLongNumbers(text: string): string {
  const parts: string[] = [];
  let count = 0;
  const marked = (token: string): string => {
    count += 1;
    if (count > maxExactNumbers) throw new RangeError(`more than ${maxExactNumbers} long numbers`);
    return `"${numberMark()}${token}"`;
  };
  for (let at = 0; at < text.length; ) {
    const begin = text.indexOf('"', at);
    const end = begin === -1 ? text.length : begin;
    parts.push(
      replaceMatches(text.slice(at, end), /-?\d[\d.eE+-]*/g, (token) =>
        isChanged(token) ? marked(token) : token,
      ),
    );
    at = begin === -1 ? end : endOfString(text, begin);
    parts.push(text.slice(end, at));
  }
  return parts.join('');
}

function isDeep(text: string): boolean {
  if (text.length <= 2 * maxDepth) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quote) at = endOfString(text, at) - 1;
    else if (character === openBracket || character === openBrace) depth += 1;
    else if (character === closeBracket || character === closeBrace) depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

const [quote, openBracket, closeBracket, openBrace, closeBrace] = [0x22, 0x5b, 0x5d, 0x7b, 0x7d];

/** Returns the position after the string that begins at a quote, or the end of the text if the string is not closed. */
function endOfString(text: string, begin: number): number {
  let at = begin;
  do {
    at = text.indexOf('"', at + 1);
    if (at === -1) return text.length;
  } while (isEscapedQuote(text, at));
  return at + 1;
}

function isEscapedQuote(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === '\\') before -= 1;
  return (at - before) % 2 === 1;
}

/** True if conversion to a double would change the number. */
function isChanged(token: string): boolean {
  return isSuspicious(token) && String(Number(token)) !== token;
}
