// Usage as a person reads it.
import { Chalk } from 'chalk';
import { describe, expect, test } from 'vitest';
import { rangeBefore, usageText } from '../../src/commands/keys/usage-text';
import type { UsageRecord } from '../../src/interface/types';

const plain = new Chalk({ level: 0 });
const days = (from: string, counts: number[]): UsageRecord => ({
  total: counts.reduce((sum, count) => sum + count, 0),
  dailyCount: counts.map((count, index) => ({
    date: new Date(Date.parse(from) + index * 86_400_000).toISOString(),
    count,
  })),
});

test('the range before is as long, and ends 1 ms earlier', () => {
  const day = { start: '2026-01-02T00:00:00.000Z', end: '2026-01-02T23:59:59.999Z' };
  expect(rangeBefore({ ...days('2026-01-02', [1]), ...day })).toEqual({
    start: Date.UTC(2026, 0, 1),
    end: Date.UTC(2026, 0, 2) - 1,
  });
  expect(rangeBefore(days('2026-01-02', [1]), { start: 100, end: 109 })).toEqual({
    start: 90,
    end: 99,
  });
  expect(rangeBefore(days('2026-01-02', [1]))).toBeUndefined();
});

describe('the comparison', () => {
  test.each([
    [150, 100, '+50 % against the range before: 100'],
    [50, 100, '−50 % against the range before: 100'],
    [1001, 1000, '±0 % against the range before: 1,000'],
    [7, 7, 'As many as in the range before: 7'],
    [7, 0, '+7 against the range before: 0'],
    [0, 7, '−100 % against the range before: 7'],
  ])('%i after %i: %s', (now, earlier, line) => {
    const usage = days('2026-01-02', [now]);
    const before = days('2026-01-01', [earlier]);
    expect(usageText({ usage, before, filter: {} }, plain, 80).split('\n')[1]).toBe(line);
  });
});

test('says which days, which filter, and which day was the busiest', () => {
  const usage = days('2026-01-01', [1, 5, 2]);
  const filter = { tags: ['a', 'b\x1b[2J'], licensee: 'sl_secret' };
  const lines = usageText({ usage, before: undefined, filter }, plain, 80).split('\n');
  expect(lines[0]).toBe('8 lookups in 3 days, 1 Jan 2026 to 3 Jan 2026 (UTC)');
  expect(lines[1]).toBe('Only requests tagged a and b, of one licensee');
  expect(lines.at(-1)).toMatch(/^Busiest day +Fri 2 Jan 2026, 5 lookups$/);
});

test('days may come in any order', () => {
  const { dailyCount, ...rest } = days('2026-01-01', [1, 5, 2]);
  const shown = (usage: UsageRecord) =>
    usageText({ usage, before: undefined, filter: {} }, plain, 60);
  expect(shown({ ...rest, dailyCount: dailyCount.toReversed() })).toBe(
    shown({ ...rest, dailyCount }),
  );
});
