// The chart of lookups per day fits every width, shows a bar for every count above zero, and labels weekdays and months.
import { Chalk } from 'chalk';
import { describe, expect, test } from 'vitest';
import { chart, type Day, sparkline } from '../../../src/cli/output/chart';
import { widthOf } from '../../../src/cli/output/width';
import { compact } from '../../../src/cli/output/words';

const plain = new Chalk({ level: 0 });
const dayMs = 86_400_000;

/** Returns days with these counts, starting at a date. */
function days(from: string, counts: number[]): Day[] {
  return counts.map((count, index) => ({ at: Date.parse(from) + index * dayMs, count }));
}

test("chart shows a week as bars above the weekdays, and a month's name below the month's first day", () => {
  const { grain, lines } = chart(days('2026-01-30', [8, 4, 0, 1, 2, 6, 3]), 24, plain);
  expect(grain).toBe('day');
  expect(lines).toEqual([
    '8 ┤██',
    '  │██',
    '  │██             ██',
    '  │██             ██',
    '4 ┤██ ██          ██',
    '  │██ ██          ██ ██',
    '  │██ ██       ██ ██ ██',
    '  │██ ██    ██ ██ ██ ██',
    '0 └─────────────────────',
    '   F  S  S  M  T  W  T',
    '         Feb',
  ]);
});

test('chart labels the first day of a month on a terminal with 100 columns', () => {
  const { lines } = chart(days('2026-01-26', Array(14).fill(5)), 100, plain);
  expect(lines.at(-2)?.replace(/ /g, '')).toBe('MTWTFSSMTWTFSS');
  expect(lines.at(-1)?.trim().split(/ {2,}/)).toEqual(['Jan 26', 'Feb', '2']);
});

describe('chart', () => {
  test.each([20, 24, 40, 80, 100, 200])('fits in %i columns for any number of days', (width) => {
    for (const count of [1, 2, 7, 21, 31, 90, 91, 365, 1000]) {
      for (const highest of [1, 9, 100, 12_345, 9_999_999]) {
        const { lines } = chart(days('2024-02-27', Array(count).fill(highest)), width, plain);
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
      }
    }
  });
});

test.each([
  [21, 80, 'day'],
  [74, 80, 'day'],
  [90, 80, 'week'],
  [90, 100, 'day'],
  [365, 80, 'week'],
  [1000, 80, 'month'],
])('chart shows %i days in at most %i columns with one bar per %s', (count, width, grain) => {
  expect(chart(days('2026-01-01', Array(count).fill(900)), width, plain).grain).toBe(grain);
});

test('chart adds up the counts of each week if it shows one bar per week', () => {
  // 4 January 2026 is a Sunday, so the next day belongs to another week.
  const { lines, grain } = chart(days('2026-01-04', [3, ...Array(39).fill(0), 8]), 20, plain);
  expect(grain).toBe('week');
  expect(lines[0]).toMatch(/^8 ┤.*█ ?$/);
});

test('chart shows a bar for every count above zero', () => {
  const { lines } = chart(days('2026-01-01', [1, 0, 1_000_000]), 20, plain);
  const lowest = lines[7]?.slice(lines[7].indexOf('│') + 1);
  expect(lowest).toMatch(/^▁+ +█+$/);
});

test('chart has a scale whose maximum is at least the highest bar and at most twice the highest bar', () => {
  for (const count of [1, 7, 11, 99, 101, 1001, 65_537]) {
    const { lines } = chart(days('2026-01-01', [count]), 40, plain);
    const top = lines[0]?.trim().split(' ')[0] ?? '';
    const value = Number.parseFloat(top) * (top.endsWith('k') ? 1000 : 1);
    expect(value).toBeGreaterThanOrEqual(count);
    expect(value).toBeLessThanOrEqual(count * 2);
  }
});

test.each([
  [[0, 0], 10, 0, '▁▁'],
  [[0, 1, 4, 8], 10, 8, '▁▂▅█'],
  [[8], 10, 16, '▅'],
  [[8, 8, 0, 0], 2, 8, '█▁'],
  [[], 10, 8, ''],
])('sparkline draws the counts %j in at most %i columns', (values, width, highest, line) => {
  expect(sparkline(values, width, highest)).toBe(line);
});

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1k'],
  [1500, '1.5k'],
  [12_000, '12k'],
  [3_000_000, '3M'],
])('compact writes the number %i as %s', (value, text) => {
  expect(compact(value)).toBe(text);
});
