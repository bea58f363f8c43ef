// Joins words into a list for a sentence.

/** Joins words with `or`: `a`, `a or b`, or `a, b or c`. */
export function orList(words: readonly string[]): string {
  return listOf(words, 'or');
}

/** Joins words with `and`: `a`, `a and b`, or `a, b and c`. */
export function andList(words: readonly string[]): string {
  return listOf(words, 'and');
}

function listOf(words: readonly string[], conjunction: string): string {
  const [last = ''] = words.slice(-1);
  if (words.length < 2) return last;
  return `${words.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}
