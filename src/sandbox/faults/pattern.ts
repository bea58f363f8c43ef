// Paths with `*` for any text. Not a regular expression: with many stars, one could try all divisions of the
// text for hours.

/** Whether a text matches a pattern in which each `*` stands for any text, also an empty one. */
export function matchesPattern(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  // The first match leaves the most text for the parts after it, so no other match need be tried.
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
