// How similar a word is to the intended one.

/** A word without case, dashes and the plural's s, as people confuse those. */
export function bare(word: string): string {
  return word.toLowerCase().replace(/[\s_\-‐‑‒–—―−.:/]+/g, '');
}

/** 0 for the same word, below 1 for the same but for case, dashes or plural, else the number of typos. */
export function distance(typed: string, meant: string): number {
  if (typed === meant) return 0;
  const [one, other] = [bare(typed), bare(meant)];
  if (one === other) return 0.1;
  if (one.replace(/e?s$/, '') === other.replace(/e?s$/, '')) return 0.2;
  return typos(one, other);
}

/** Whether a word with this many typos is still recognisable. */
export function isClose(typed: string, meant: string): boolean {
  const longest = Math.max(typed.length, meant.length);
  return distance(typed, meant) <= (longest < 3 ? 0.9 : longest < 5 ? 1 : longest < 8 ? 2 : 3);
}

/** Letters added, missing, replaced or swapped with their neighbour. */
function typos(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    rows.push(line);
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      line[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (same ? 0 : 1),
        swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(one.length, other.length);
}
