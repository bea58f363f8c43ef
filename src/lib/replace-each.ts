// Replaces matches in text of any size. `String.replace` keeps a record of every match until the call ends, so ten
// million matches would take a gigabyte of memory. This module therefore uses `String.replace` only for short text.

/** The maximum length of text to pass to `String.replace`, in characters. `String.replace` is faster for short text. */
const smallLength = 4 * 1024;
/** `joinAll` joins parts in groups of this size, so that the list of parts stays short. */
const maxParts = 1024;

/** Like `text.replace(pattern, by)`, for a pattern with the `g` flag. */
export function replaceMatches(
  text: string,
  pattern: RegExp,
  by: (found: string, ...groups: string[]) => string,
): string {
  if (text.length <= smallLength) return text.replace(pattern, by);
  return joinAll(replaced(text, pattern, by));
}

function* replaced(
  text: string,
  pattern: RegExp,
  by: (found: string, ...groups: string[]) => string,
): Generator<string> {
  let from = 0;
  for (const found of text.matchAll(pattern)) {
    const [whole, ...groups] = found;
    yield text.slice(from, found.index) + by(whole, ...groups);
    from = found.index + whole.length;
  }
  yield text.slice(from);
}

/** Joins any number of parts into one string. */
export function joinAll(pieces: Iterable<string>): string {
  const texts: string[] = [];
  let parts: string[] = [];
  for (const piece of pieces) {
    if (parts.push(piece) < maxParts) continue;
    texts.push(parts.join(''));
    parts = [];
  }
  return [...texts, ...parts].join('');
}
