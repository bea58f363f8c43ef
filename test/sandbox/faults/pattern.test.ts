// Path patterns with stars, compared with a regular expression.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesPattern } from '../../../src/sandbox/faults/faults';

test.each([
  ['', '', true],
  ['', 'a', false],
  ['*', '', true],
  ['a', 'a', true],
  ['a', 'aa', false],
  ['a*', 'a', true],
  ['a*a', 'a', false],
  ['a*a', 'aa', true],
  ['*ab*ba*', 'aba', false],
  ['*ab*ba', 'abba', true],
  ['a*b*b', 'abab', true],
  ['/v1/keys/*', '/v1/keys/ak_x/details', true],
  ['/v1/k.*', '/v1/keys', false],
])('the pattern %j matches %j: %j', (pattern, text, matches) => {
  expect(matchesPattern(pattern, text)).toBe(matches);
});

test('a pattern matches the same text as the equivalent regular expression', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });
  const plain = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 });
  fc.assert(
    fc.property(letters, plain, (pattern, text) => {
      const expected = new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(text);
      expect(matchesPattern(pattern, text)).toBe(expected);
    }),
  );
});
