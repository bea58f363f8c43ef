// The gap between two words is a letter too, and as easily mistyped: "newzealand", "ger many",
// "newxzealand", "ne wzealand".
import type { Vocabulary } from './vocabulary';

/** Other readings of the words with one gap put in, taken out, or swapped with a letter. */
export function otherGaps(words: readonly string[], vocabulary: Vocabulary): string[][] {
  const readings: string[][] = [];
  const isWord = (word: string) => vocabulary.find(word) !== undefined;
  for (const [at, word] of words.entries()) {
    const [before, after] = [words.slice(0, at), words.slice(at + 1)];
    for (let cut = 1; cut < word.length; cut += 1) {
      const first = word.slice(0, cut);
      if (!isWord(first)) continue;
      readings.push([...before, first, word.slice(cut), ...after]);
      // The gap became a letter.
      if (cut + 1 < word.length) readings.push([...before, first, word.slice(cut + 1), ...after]);
    }
    const [next, ...rest] = after;
    if (next === undefined) continue;
    readings.push([...before, word + next, ...rest]);
    for (const [one, other] of [
      [word + next.slice(0, 1), next.slice(1)],
      [word.slice(0, -1), word.slice(-1) + next],
    ]) {
      if (one && other && isWord(one)) readings.push([...before, one, other, ...rest]);
    }
  }
  return readings;
}
