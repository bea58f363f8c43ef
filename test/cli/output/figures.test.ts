// The text of numbers, counts and times.
import { expect, test } from 'vitest';
import { counted, grouped, timestampText } from '../../../src/cli/output/words';
import { ExactNumber } from '../../../src/lib/exact-json';

test.each([
  [7, '7'],
  [999, '999'],
  [1000, '1,000'],
  [1_234_567, '1,234,567'],
  [-1_234_567, '-1,234,567'],
  [-123, '-123'],
  [1234.5678, '1,234.5678'],
  [0.123456789, '0.123456789'],
  [1e21, '1e+21'],
  [Number.NaN, 'NaN'],
  [new ExactNumber('9007199254740993'), '9,007,199,254,740,993'],
  [new ExactNumber('-1234.12345678901234567890'), '-1,234.12345678901234567890'],
  [new ExactNumber('1234e1000'), '1234e1000'],
])('grouped writes the number %s as %s', (value, text) => {
  expect(grouped(value)).toBe(text);
});

test.each([
  [1, '1 day'],
  [0, '0 days'],
  [2000, '2,000 days'],
])('counted writes the count %d as %s', (value, text) => {
  expect(counted(value, 'day')).toBe(text);
});

test.each([
  ['2026-01-03T14:05:59.999Z', '2026-01-03 14:05 UTC'],
  ['soon', 'soon'],
  [null, 'unknown'],
  [5, '5'],
])('timestampText writes the timestamp %j as %s', (value, text) => {
  expect(timestampText(value)).toBe(text);
});
