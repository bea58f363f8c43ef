// How similar a word is to the intended one.
import { editDistance } from '../../../lib/edit-distance';

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
  return editDistance(one, other);
}

/** Whether a word with this many typos is still recognisable. */
export function isClose(typed: string, meant: string): boolean {
  const longest = Math.max(typed.length, meant.length);
  return distance(typed, meant) <= (longest < 3 ? 0.9 : longest < 5 ? 1 : longest < 8 ? 2 : 3);
}
