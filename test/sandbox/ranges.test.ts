// Dates and times of a range: milliseconds since the epoch, and ISO 8601.
import { describe, expect, test } from 'vitest';
import { readMoment } from '../../src/sandbox/rules/ranges';

describe('readMoment', () => {
  // Shows: The dates of a range are accepted as milliseconds or in ISO 8601 format.
  test.each([
    ['1700000000000', 1_700_000_000_000],
    ['0', 0],
    ['2026-11-20', Date.UTC(2026, 10, 20)],
    ['2026-11-20T10:30', Date.UTC(2026, 10, 20, 10, 30)],
    ['2026-11-20T10:30:05.250Z', Date.UTC(2026, 10, 20, 10, 30, 5, 250)],
    ['2026-11-20T10:30:00+02:00', Date.UTC(2026, 10, 20, 8, 30)],
    ['2026-11-20T10:30:00 02:00', Date.UTC(2026, 10, 20, 8, 30)],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
    ['2026-02-29', undefined],
    ['20261120', 20_261_120],
    ['1e12', undefined],
    ['', undefined],
    ['now', undefined],
    ['2026-11-20 10:30', undefined],
  ])(
    'with the date text %j returns %s (milliseconds since 1970, or undefined if the text is invalid)',
    (text, moment) => {
      expect(readMoment(text, 'first')).toBe(moment);
    },
  );
});
