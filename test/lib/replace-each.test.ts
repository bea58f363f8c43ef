// replaceMatches gives the same result as String.replace, also for long texts.
import { expect, test } from 'vitest';
import { replaceMatches } from '../../src/lib/replace-each';

const by = (found: string, first?: string) => `<${first ?? found.length}>`;

test.each([
  ['a text without a match', 'x'.repeat(10_000)],
  ['a match at both ends', `a${'x'.repeat(10_000)}a`],
  ['matches side by side', 'a'.repeat(10_000)],
  ['two kinds of matches', 'xa bb y'.repeat(5_000)],
  ['a short text', 'xa bb y'],
  ['the longest text that is replaced in one step', `${'x'.repeat(4_095)}a`],
  ['a text that is one character longer than this limit', `${'x'.repeat(4_096)}a`],
  ['an empty text', ''],
])('replaceMatches returns the same text as String.replace for %s', (_, text) => {
  const pattern = /(a)|bb/g;
  expect(replaceMatches(text, pattern, by)).toBe(
    text.replace(pattern, (found: string, first?: string) => by(found, first)),
  );
});
