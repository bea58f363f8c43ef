// Path patterns with stars, compared with a regular expression.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesPattern } from '../../../src/sandbox/faults/faults';

test.each([
  ['', ''],
  ['*', ''],
  ['a', 'a'],
  ['a*', 'a'],
  ['a*a', 'aa'],
  ['*ab*ba', 'abba'],
  ['a*b*b', 'abab'],
  ['/v1/keys/*', '/v1/keys/ak_x/details'],
])('the pattern %j matches %j', (pattern, text) => {
  expect(matchesPattern(pattern, text)).toBe(true);
});

test.each([
  ['', 'a'],
  ['a', 'aa'],
  ['a*a', 'a'],
  ['*ab*ba*', 'aba'],
  ['/v1/k.*', '/v1/keys'],
])('the pattern %j does not match %j', (pattern, text) => {
  expect(matchesPattern(pattern, text)).toBe(false);
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
