// Paths with `*` for any text. Without a regular expression: many stars would make one try every way to
// share the text out among them, for hours.

/** Whether a text is of a pattern in which each `*` stands for any text, also none. */
export function matchesPattern(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  // The earliest place leaves the most text to the parts behind.
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
