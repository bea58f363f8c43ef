// Replaces matches in texts of any size: `String.replace` keeps a record of each match until the end, so that ten
// million of them take a gigabyte.

/** Texts of up to this many characters are replaced by `String.replace`, which is faster. */
const smallLength = 4 * 1024;
/** Parts of the result are joined at this many, so that few of them are kept. */
const maxParts = 1024;

/** As `text.replace(pattern, by)`, for a pattern with the flag `g`. */
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

/** Any number of parts as one text. */
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
