import { expect, test } from 'vitest';
import { addressWords } from '../../../src/sandbox/addresses/words';

test.each([
  ['1226 W. Main St.', ['1226', 'w', 'main', 'st']],
  ['1226 West Main Street', ['1226', 'w', 'main', 'st']],
  ['Fourth Avenue S.E., Washington D.C.', ['4th', 'ave', 'se', 'wa', 'dc']],
  ['West Virginia, New York', ['wv', 'ny']],
  ["O'Fallon, O’Fallon", ['ofallon', 'ofallon']],
  ['Apt #4', ['unit', '4']],
  ['62701-2413 627012413', ['62701', '2413', '62701', '2413']],
  ['the United States of America', ['the', 'usa']],
  [' -- ', []],
])('addressWords converts %j to %j', (text, expected) => {
  expect(addressWords(text)).toEqual(expected);
});

test('addressWords returns the first 30 words of a long text', () => {
  expect(addressWords('a '.repeat(1_000_000))).toHaveLength(30);
});
