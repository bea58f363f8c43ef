// Finds keys that differ from a search text by one letter: a missing, additional or wrong letter, or a letter that is
// swapped with the next letter. The search follows the sorted keys letter by letter, so the duration of a search hardly
// depends on the number of keys.
import type { KeyTable } from './index/key-table';

/**
 * Returns the positions of the keys that consist of these letters, or that differ from these letters in one letter.
 * Finds only keys that begin with the same letter.
 */
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

/**
 * True if two letters are probably from the same alphabet: they have the same first byte, or both are ASCII. A typo
 * rarely replaces a letter with a letter from a different alphabet.
 */
function isSameAlphabet(one: string, other: string): boolean {
  const first = one.charCodeAt(0);
  const second = other.charCodeAt(0);
  return first === second || (first < 0x80 && second < 0x80);
}
