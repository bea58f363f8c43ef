// Finds keys that differ from a text by some letters: one missing, added, wrong, or two neighbours swapped. The sorted
// keys are traversed as a tree of beginnings, so the time depends on the letters in use and not on the number of keys.
import type { KeyRange, KeyTable } from './key-table';

/** The first letter is never wrong: what begins otherwise is another name. */
const fixedLetters = 1;

/**
 * Calls `take` for each variant within this many edits: with the range of keys that have the first `depth`
 * bytes in common, and the rest of the text to be found in it.
 */
function walk(
  keys: KeyTable,
  letters: readonly string[],
  edits: number,
  take: (rest: string, within: KeyRange, depth: number) => void,
): void {
  const rests = [...letters.keys(), letters.length].map((at) => letters.slice(at).join(''));
  const follow = (text: string, at: number, range: KeyRange, depth: number, left: number) =>
    step(at, keys.beginningWith(text, range, depth), depth + text.length, left);
  const step = (at: number, range: KeyRange, depth: number, left: number): void => {
    if (range.from >= range.to) return;
    const [letter, next] = [letters[at], letters[at + 1]];
    if (left === 0 || letter === undefined) take(rests[at] ?? '', range, depth);
    if (left === 0) return;
    if (letter !== undefined) {
      follow(letter, at + 1, range, depth, left);
      step(at + 1, range, depth, left - 1);
      if (next !== undefined && next !== letter)
        follow(next + letter, at + 2, range, depth, left - 1);
    }
    for (const child of keys.children(depth, range, letter ?? letters.at(-1) ?? '')) {
      const below = depth + child.letter.length;
      if (letter !== undefined && child.letter !== letter)
        step(at + 1, child.range, below, left - 1);
      step(at, child.range, below, left - 1);
    }
  };
  const first = letters.slice(0, fixedLetters).join('');
  step(fixedLetters, keys.beginningWith(first), first.length, edits);
}

/** Positions of the keys within this many edits. */
export function nearKeys(keys: KeyTable, letters: readonly string[], edits: number): Set<number> {
  const found = new Set<number>();
  walk(keys, letters, edits, (rest, within, depth) => {
    const key = keys.find(rest, within, depth);
    if (key !== undefined) found.add(key);
  });
  return found;
}

/** Keys whose beginning is one edit away. Ranges may overlap. */
export function nearBeginnings(keys: KeyTable, letters: readonly string[]): KeyRange[] {
  const found: KeyRange[] = [];
  walk(keys, letters, 1, (rest, within, depth) => {
    const range = keys.beginningWith(rest, within, depth);
    if (range.from < range.to) found.push(range);
  });
  return found;
}
