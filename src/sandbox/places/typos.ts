// Finds keys that differ from a text by one letter: missing, added, wrong, or swapped with its neighbor. The search
// follows the sorted keys letter by letter, so its time depends on the letters in use, not on the number of keys.
import type { KeyTable } from './index/key-table';

/** Returns the positions of the keys that equal the text, or differ from it by one letter after the first. */
export function nearKeys(keys: KeyTable, letters: readonly string[]): Set<number> {
  const found = new Set<number>();
  const [first = '', ...others] = letters;
  let beginning = first;
  let range = keys.beginningWith(beginning);

  const tryKey = (key: string, within = range): void => {
    const position = keys.find(key, within);
    if (position !== undefined) found.add(position);
  };

  for (const [at, letter] of others.entries()) {
    const [next = '', ...rest] = others.slice(at + 1);
    const after = others.slice(at + 1).join('');
    tryKey(beginning + after);
    tryKey(beginning + next + letter + rest.join(''));
    for (const other of keys.lettersAfter(beginning, range)) {
      if (!isSameAlphabet(other.letter, letter)) continue;
      tryKey(beginning + other.letter + after, other.range);
      tryKey(beginning + other.letter + letter + after, other.range);
    }
    beginning += letter;
    range = keys.beginningWith(beginning, range);
  }

  tryKey(beginning);
  for (const other of keys.lettersAfter(beginning, range)) {
    if (isSameAlphabet(other.letter, letters.at(-1) ?? ''))
      tryKey(beginning + other.letter, other.range);
  }
  return found;
}

/** Nobody mistypes a Latin letter as a Chinese one. Letters of one alphabet usually have the same first byte. */
function isSameAlphabet(one: string, other: string): boolean {
  const first = one.charCodeAt(0);
  const second = other.charCodeAt(0);
  return first === second || (first < 0x80 && second < 0x80);
}
