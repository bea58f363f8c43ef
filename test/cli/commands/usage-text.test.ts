// The text that `keys usage` prints.
import { Chalk } from 'chalk';
import { describe, expect, test } from 'vitest';
import type { UsageRecord } from '../../../src/api/keys';
import { type UsageView, usageText } from '../../../src/cli/commands/keys/usage-text';

const plain = new Chalk({ level: 0 });

const days = (from: string, counts: number[]): UsageRecord => ({
  total: counts.reduce((sum, count) => sum + count, 0),
  dailyCount: counts.map((count, index) => ({
    date: new Date(Date.parse(from) + index * 86_400_000).toISOString(),
    count,
  })),
});

const view = (known: Partial<UsageView> & Pick<UsageView, 'usage'>): UsageView => ({
  range: undefined,
  before: undefined,
  filter: {},
  ...known,
});

describe('usageText', () => {
  test.each([
    [150, 100, '+50% against the previous range: 100'],
    [50, 100, '−50% against the previous range: 100'],
    [1001, 1000, '±0% against the previous range: 1,000'],
    [7, 7, 'The same as in the previous range: 7'],
    [7, 0, '+7 against the previous range: 0'],
    [0, 7, '−100% against the previous range: 7'],
  ])('describes %i lookups after %i lookups in the previous range as: %s', (now, earlier, line) => {
    const usage = days('2026-01-02', [now]);
    const before = days('2026-01-01', [earlier]);
    expect(usageText(view({ usage, before }), plain, 80).split('\n')[1]).toBe(line);
  });
});

test('usageText prints the range, the filter and the busiest day', () => {
  const usage = days('2026-01-01', [1, 5, 2]);
  const filter = { tags: ['a', 'b\x1b[2J'], licensee: 'sl_secret' };
  const lines = usageText(view({ usage, filter }), plain, 80).split('\n');
  expect(lines[0]).toBe('8 lookups in 3 days, 2026-01-01 to 2026-01-03 (UTC)');
  expect(lines[1]).toBe('Only lookups tagged a and b, billed to one licensee');
  expect(lines.at(-1)).toMatch(/^Busiest day +Fri 2026-01-02, 5 lookups$/);
});

test('usageText returns the same text for the same days in any order', () => {
  const { dailyCount, ...rest } = days('2026-01-01', [1, 5, 2]);
  const shown = (usage: UsageRecord) => usageText(view({ usage }), plain, 60);
  expect(shown({ ...rest, dailyCount: dailyCount.toReversed() })).toBe(
    shown({ ...rest, dailyCount }),
  );
});

test('usageText prints the length of a range that starts in the middle of a day, but does not print a bar for the first day', () => {
  const usage = days('2026-01-01', [1, 2, 3, 4, 5, 6, 7, 8]);
  const range = {
    start: Date.parse('2026-01-01T14:05:30Z'),
    end: Date.parse('2026-01-08T14:05:30Z'),
  };
  const text = usageText(view({ usage, range }), plain, 80);
  expect(text).toMatch(/^36 lookups in 7 days, 2026-01-01 14:05 to 2026-01-08 14:05 \(UTC\)\n/);
  expect(text).toContain(
    '\nThe last bar represents a partial day: 2026-01-08 until 14:05 (8 lookups).\nNot in the chart: 2026-01-01 from 14:05 (1 lookup).\n',
  );
  expect(text).toContain('\n   F     S     S     M     T     W     T\n');
  const byWeek = usageText(view({ usage, range }), plain, 6);
  expect(byWeek).toContain('\nEach\nbar\nrepresents\na week\nthat\nstarts\non\nMonday.\n');
  expect(byWeek).toContain('\nThe\nlast\nbar\nrepresents\na\npartial\nday:\n');
});

test('usageText prints a dimmed bar if the last day is a partial day', () => {
  const usage = days('2026-01-01', [4]);
  const range = { start: Date.parse('2026-01-01'), end: Date.parse('2026-01-01T14:05Z') };
  const lines = usageText(view({ usage, range }), plain, 80).split('\n');
  expect(lines[0]).toBe('4 lookups in 14.1 hours, 2026-01-01 00:00 to 2026-01-01 14:05 (UTC)');
  expect(lines[2]).toBe('4 ┤█████');
  expect(lines.at(-1)).toBe(
    'The last bar represents a partial day: 2026-01-01 until 14:05 (4 lookups).',
  );
  const colored = new Chalk({ level: 1 });
  const bar = colored.dim(colored.cyan('█████ '));
  expect(usageText(view({ usage, range }), colored, 80)).toContain(bar);
});

test('usageText does not print a chart if no day begins in the range', () => {
  const usage = days('2026-01-01', [4]);
  const range = { start: Date.parse('2026-01-01T13:05Z'), end: Date.parse('2026-01-01T14:05Z') };
  expect(usageText(view({ usage, range }), plain, 80).split('\n')).toEqual([
    '4 lookups in 60 minutes, 2026-01-01 13:05 to 2026-01-01 14:05 (UTC)',
    '',
    'Counted: 2026-01-01 from 13:05 until 14:05 (4 lookups). There is no chart,',
    'because the range does not include the start of a day.',
  ]);
});

test('usageText prints lines that fit a terminal with 40 columns', () => {
  const usage = days('2026-01-01', [1, 5_000_000, 2]);
  const before = days('2025-12-29', [1, 1, 1]);
  const range = {
    start: Date.parse('2026-01-01T14:05Z'),
    end: Date.parse('2026-01-03T14:05Z'),
  };
  const filter = { tags: ['a-long-tag', 'another-long-tag'], licensee: 'sl_secret' };
  const text = usageText(view({ usage, range, before, filter }), plain, 40);
  expect(text.split('\n').filter((line) => line.length > 40)).toEqual([]);
});
