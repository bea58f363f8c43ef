// Adding the usage records of several ranges.
import { expect, test } from 'vitest';
import { isUsageRecord, sumUsage } from '../../src/client/keys';
import { jsonText, parseJson } from '../../src/lib/exact-json';

test("sumUsage adds up the totals and each day's counts, and returns the first start and the last end", () => {
  const one = {
    start: 'a',
    end: 'b',
    total: 3,
    dailyCount: [
      { date: '1', count: 1 },
      { date: '2', count: 2 },
    ],
  };
  const two = {
    start: 'c',
    end: 'd',
    total: 9,
    dailyCount: [
      { date: '2', count: 4 },
      { date: '3', count: 5 },
    ],
    more: 1,
  };
  expect(sumUsage([one, two])).toEqual({
    start: 'a',
    end: 'd',
    total: 12,
    dailyCount: [
      { date: '1', count: 1 },
      { date: '2', count: 6 },
      { date: '3', count: 5 },
    ],
    more: 1,
  });
  expect(sumUsage([one])).toEqual(one);
  expect(sumUsage([])).toEqual({ total: 0, dailyCount: [] });
});

test.each([
  ['4503599627370497', '13510798882111491'],
  ['99999999999999999999', '299999999999999999997'],
  ['77', '231'],
])('sumUsage adds up three records with %s lookups each to exactly %s', (count, sum) => {
  const text = `{"total":${count},"dailyCount":[{"date":"2026-01-01","count":${count}}]}`;
  const record = parseJson(text) as Parameters<typeof sumUsage>[0][number];
  expect(jsonText(sumUsage([record, record, record]))).toBe(text.replaceAll(count, sum));
});

test.each([
  [{ total: 1, dailyCount: [] }, true],
  [{ total: 1, dailyCount: [{ date: '2026-01-01T00:00:00.000Z', count: 1 }] }, true],
  [{ total: 1, dailyCount: [{ date: 'today', count: 1 }] }, false],
  [{ total: 1, dailyCount: [{ date: 7, count: 1 }] }, false],
  [{ total: 1, dailyCount: [null] }, false],
  [{ total: 1, dailyCount: [{ date: '2026-01-01', count: '1' }] }, false],
  [{ total: '1', dailyCount: [] }, false],
  [{ dailyCount: [] }, false],
  [null, false],
  [[], false],
])(
  'for the value %j, isUsageRecord returns %s (true if the value is a valid usage record)',
  (value, is) => {
    expect(isUsageRecord(value)).toBe(is);
  },
);
