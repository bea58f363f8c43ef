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

/** Reads JSON. Numbers that would change are ExactNumbers. Throws SyntaxError as `JSON.parse` does. */
export function parseJson(text: string): unknown {
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
    const quote = text.indexOf('"', at);
    const end = quote === -1 ? text.length : quote;
    parts.push(
      text
        .slice(at, end)
        .replace(/-?\d[\d.eE+-]*/g, (token) =>
          isChanged(token) ? `"${markOf()}${token}"` : token,
        ),
    );
    at = quote === -1 ? end : endOfString(text, quote);
    parts.push(text.slice(end, at));
  }
  return parts.join('');
}

/** The place behind the string that begins at a quote. */
function endOfString(text: string, quote: number): number {
  let at = quote;
  do at = text.indexOf('"', at + 1);
  while (isEscaped(text, at));
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
