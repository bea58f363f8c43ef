// JSON in which no number loses a digit: a double holds some 16, and the service may send more (ids,
// coordinates). Such numbers are rare, so texts without them are read and written as ever.

/** A long number of a JSON text that would not be written again as it stood there. */
export class ExactNumber {
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  toString(): string {
    return this.#token;
  }

  /** A text that `jsonText` makes a number again. */
  toJSON(): string {
    return `${markOf()}${this.#token}`;
  }
}

/** Whether a value of a JSON text is a number, however long. */
export function isNumber(value: unknown): value is number | ExactNumber {
  return typeof value === 'number' || value instanceof ExactNumber;
}

/** Deeper values than this overflow the stack of whatever walks through them. No service nests like that. */
const maxDepth = 500;

/**
 * Reads JSON. Numbers that would change are ExactNumbers. Throws SyntaxError as `JSON.parse` does, also for
 * values that are nested more than 500 levels deep.
 */
export function parseJson(text: string): unknown {
  if (isDeep(text)) throw new SyntaxError(`nested more than ${maxDepth} levels deep`);
  const value: unknown = JSON.parse(text);
  if (!isSuspicious(text)) return value;
  const marked = markLongNumbers(text);
  if (marked === text) return value;
  const begin = markOf();
  return JSON.parse(marked, (_, member: unknown) =>
    typeof member === 'string' && member.startsWith(begin)
      ? new ExactNumber(member.slice(begin.length))
      : member,
  );
}

/** As `JSON.stringify`, on one line or indented by so many blanks; ExactNumbers are what they were. */
export function jsonText(value: unknown, indent = 0): string {
  const text = JSON.stringify(value, undefined, indent);
  return mark === undefined ? text : text.replaceAll(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1');
}

/** Begins the texts that stand for numbers; nobody can guess it, so no text of the service begins so. */
let mark: string | undefined;

function markOf(): string {
  mark ??= crypto.randomUUID();
  return mark;
}

/** Whether there may be a number that a double changes: it has 16 digits, or an exponent of three. */
function isSuspicious(text: string): boolean {
  // Apart, the two are found in half the time.
  return /[\d.]{16}/.test(text) || /\d[eE][+-]?\d{3}/.test(text);
}

/** The text with each number that a double would change as a marked text. The text is valid JSON. */
function markLongNumbers(text: string): string {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const begin = text.indexOf('"', at);
    const end = begin === -1 ? text.length : begin;
    parts.push(
      text
        .slice(at, end)
        .replace(/-?\d[\d.eE+-]*/g, (token) =>
          isChanged(token) ? `"${markOf()}${token}"` : token,
        ),
    );
    at = begin === -1 ? end : endOfString(text, begin);
    parts.push(text.slice(end, at));
  }
  return parts.join('');
}

/** Whether brackets outside of strings are nested too deeply. */
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

/** The place behind the string that begins at a quote; the end of a text that ends before it does. */
function endOfString(text: string, begin: number): number {
  let at = begin;
  do {
    at = text.indexOf('"', at + 1);
    if (at === -1) return text.length;
  } while (isEscaped(text, at));
  return at + 1;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === '\\') before -= 1;
  return (at - before) % 2 === 1;
}

/** Whether a number is long, and would be written otherwise than it stands there. */
function isChanged(token: string): boolean {
  return isSuspicious(token) && String(Number(token)) !== token;
}
