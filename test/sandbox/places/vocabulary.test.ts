// Prefixes and one-letter typos, compared with the plain definition tried on every word.
import { describe, expect, test } from 'vitest';
import { Vocabulary } from '../../../src/sandbox/places/vocabulary';
import { random } from './random';

/** All strings one edit away, over the letters in use. */
function edits(word: string, letters: string): Set<string> {
  const found = new Set<string>();
  for (let at = 0; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    if (after) found.add(before + after.slice(1));
    if (after.length > 1) found.add(before + after[1] + after[0] + after.slice(2));
    for (const letter of letters) {
      if (after) found.add(before + letter + after.slice(1));
      // One more letter behind the last is no typo of an unfinished word: it is its continuation.
      if (after) found.add(before + letter + after);
    }
  }
  return found;
}

describe('vocabulary', () => {
  const next = random(7);
  const letters = 'abcd';
  const pick = (length: number) =>
    Array.from({ length }, () => letters[Math.floor(next() * letters.length)]).join('');
  const words = [...new Set(Array.from({ length: 400 }, () => pick(2 + Math.floor(next() * 5))))];
  const vocabulary = new Vocabulary(words);

  test('the words are sorted and found by their number', () => {
    expect([...vocabulary.words]).toEqual([...words].sort());
    for (const [number, word] of vocabulary.words.entries()) {
      expect(vocabulary.find(word)).toBe(number);
    }
    expect(vocabulary.find('zz')).toBeUndefined();
  });

  test('a prefix is the range of the words that begin with it', () => {
    for (const prefix of ['', 'a', 'ab', 'dcb', 'zz']) {
      const { from, to } = vocabulary.beginningWith(prefix);
      expect(vocabulary.words.slice(from, to)).toEqual(
        vocabulary.words.filter((word) => word.startsWith(prefix)),
      );
    }
  });

  test('near words are those that begin with something one letter away', () => {
    for (let round = 0; round < 300; round += 1) {
      const typed = pick(3 + Math.floor(next() * 4));
      const found = new Set<string>();
      for (const { from, to } of vocabulary.near(typed)) {
        for (const word of vocabulary.words.slice(from, to)) found.add(word);
      }
      const beginnings = [...edits(typed, letters)];
      const expected = words.filter((word) => beginnings.some((each) => word.startsWith(each)));
      const missing = expected.filter((word) => !found.has(word) && !word.startsWith(typed));
      expect(missing, typed).toEqual([]);
      for (const word of found) expect(expected, `${typed} → ${word}`).toContain(word);
    }
  });

  test('the length tells the correction itself from longer words', () => {
    const few = new Vocabulary(['germany', 'germanys']);
    const ranges = few.near('germny');
    expect(ranges.some(({ from, length }) => few.words[from]?.length === length)).toBe(true);
    expect(ranges.every(({ length }) => length === 7)).toBe(true);
  });

  test('letters of another alphabet are not guessed', () => {
    expect(new Vocabulary(['日本', '東京']).near('a東')).toEqual([{ from: 1, to: 2, length: 1 }]);
  });
});
