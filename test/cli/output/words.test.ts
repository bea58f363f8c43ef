// The text that waypost prints for fields that it does not know.
import { expect, test } from 'vitest';
import { factText, labelOf, valueText } from '../../../src/cli/output/words';

test.each([
  [null, 'none', 'none'],
  [undefined, 'none', 'none'],
  ['', 'none', 'none'],
  [[], 'none', 'none'],
  [{}, 'none', 'none'],
  [true, 'on', 'yes'],
  [false, 'off', 'no'],
  [62701, '62,701', '62701'],
  [-89.65743, '-89.65743', '-89.65743'],
  ['text', 'text', 'text'],
  [['a', 1234, null], 'a, 1,234, none', 'a, 1234, none'],
  [{ a: { b: [true] }, c: 1 }, 'a b on, c 1', 'a b yes, c 1'],
  ['a\x1b[2J\r\nb\u202e', 'a b', 'a b'],
  ['\x9b31m\r\n', 'none', 'none'],
  [{ '\x1b]0;t\x07k': ['\x9b31mv'] }, 'k v', 'k v'],
])('for the value %j, valueText returns %j and factText returns %j', (value, setting, fact) => {
  expect([valueText(value), factText(value)]).toEqual([setting, fact]);
});

test.each([
  ['future_setting', 'Future setting'],
  ['daily_limit.limit', 'Daily limit'],
  ['iso_country_2', 'ISO country 2'],
  ['zip_code', 'ZIP code'],
  ['isolated', 'Isolated'],
  ['', ''],
  ['a\x1b[2Jb\nc', 'Ab c'],
])('labelOf turns the path %j into the label %j', (path, label) => {
  expect(labelOf(path)).toBe(label);
});
