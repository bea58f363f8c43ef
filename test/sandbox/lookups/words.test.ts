import { expect, test } from 'vitest';
import { wordsOf } from '../../../src/sandbox/lookups/words';

test.each([
  ['1226 W. Main St.', ['1226', 'w', 'main', 'st']],
  ["O'Fallon, O’Fallon", ['ofallon', 'ofallon']],
  ['Washington D.C.', ['washington', 'dc']],
  ['Cañon-City/ÉLYSÉE', ['canon', 'city', 'elysee']],
  ['Apt #4', ['apt', '4']],
  ['62701-2413 627012413', ['62701', '2413', '62701', '2413']],
  ['６２７０１', ['62701']],
  ['東京 1', ['東京', '1']],
  [' -- ', []],
])('the words of %j', (text, expected) => {
  expect(wordsOf(text)).toEqual(expected);
});

test('are the first forty of a long text', () => {
  expect(wordsOf('a '.repeat(1_000_000))).toHaveLength(40);
});
