// The windows in which waypost requests a range.
import { describe, expect, test } from 'vitest';
import { windowsOf } from '../../src/export/range';

const day = 86_400_000;
const at = (text: string) => Date.parse(text);

describe('windowsOf', () => {
  test.each([
    ['one moment', '2026-01-01T00:00Z', 0, 1],
    ['exactly 90 days', '2026-01-01T12:00Z', 90 * day, 1],
    ['90 days and a millisecond', '2026-01-01T12:00Z', 90 * day + 1, 2],
    ['a year', '2025-01-01T00:00Z', 365 * day - 1, 5],
    ['three years from the middle of a day', '2023-05-05T13:14Z', 1095 * day, 13],
  ])(
    'splits a range of %s at midnight UTC into date ranges of at most 90 days',
    (_, from, length, count) => {
      const range = { start: at(from), end: at(from) + length };
      const windows = windowsOf(range);
      expect(windows).toHaveLength(count);
      expect(windows[0]?.start).toBe(range.start);
      expect(windows.at(-1)?.end).toBe(range.end);
      for (const [index, { start, end }] of windows.entries()) {
        expect(end - start).toBeLessThanOrEqual(90 * day);
        const next = windows[index + 1];
        if (next === undefined) continue;
        expect(next.start).toBe(end + 1);
        expect(next.start % day).toBe(0);
      }
    },
  );
});
