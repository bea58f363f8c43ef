// Time ranges in words, such as "last week", around the turn of a day, week, month or year. All times are in UTC.
import { describe, expect, test } from 'vitest';
import { namedRange, parseRange, startOfLength } from '../../src/cli/line/range';
import { WaypostError } from '../../src/lib/errors';

const iso = (ms: number) => new Date(ms).toISOString().replace('T00:00:00.000Z', '');

describe('namedRange', () => {
  test.each([
    // [current time, words, first day, last day]
    ['2026-11-22T14:05Z', 'today', '2026-11-22', '2026-11-22'],
    ['2026-11-22T00:00Z', 'today', '2026-11-22', '2026-11-22'],
    ['2026-11-22T23:59:59.999Z', 'today', '2026-11-22', '2026-11-22'],
    ['2026-11-22T14:05Z', 'Yesterday', '2026-11-21', '2026-11-21'],
    ['2026-03-01T00:00Z', 'yesterday', '2026-02-28', '2026-02-28'],
    ['2024-03-01T00:00Z', 'yesterday', '2024-02-29', '2024-02-29'],
    ['2027-01-01T00:30Z', 'yesterday', '2026-12-31', '2026-12-31'],
    // A week begins on Monday and ends on Sunday.
    ['2026-11-22T14:05Z', 'last week', '2026-11-09', '2026-11-15'],
    ['2026-11-23T00:00Z', 'last week', '2026-11-16', '2026-11-22'],
    ['2026-11-23T00:00Z', ' LAST   week ', '2026-11-16', '2026-11-22'],
    ['2026-11-28T23:59:59.999Z', 'last week', '2026-11-16', '2026-11-22'],
    // These weeks contain the turn of the year or a leap day.
    ['2027-01-03T12:00Z', 'last week', '2026-12-21', '2026-12-27'],
    ['2027-01-04T12:00Z', 'last week', '2026-12-28', '2027-01-03'],
    ['2024-03-04T12:00Z', 'last week', '2024-02-26', '2024-03-03'],
    ['2026-11-22T14:05Z', 'last month', '2026-10-01', '2026-10-31'],
    ['2026-10-31T23:59:59.999Z', 'last month', '2026-09-01', '2026-09-30'],
    ['2026-03-31T14:05Z', 'last month', '2026-02-01', '2026-02-28'],
    ['2024-03-31T14:05Z', 'last month', '2024-02-01', '2024-02-29'],
    ['2027-01-01T00:00Z', 'last month', '2026-12-01', '2026-12-31'],
    ['2026-11-22T14:05Z', 'last year', '2025-01-01', '2025-12-31'],
    ['2025-01-01T00:00Z', 'Last Year', '2024-01-01', '2024-12-31'],
    ['2026-11-22T14:05Z', '2026-10', '2026-10-01', '2026-10-31'],
    ['2026-11-22T14:05Z', '2024-02', '2024-02-01', '2024-02-29'],
    ['2026-11-22T14:05Z', '2100-02', '2100-02-01', '2100-02-28'],
    ['2026-11-22T14:05Z', '2026-12', '2026-12-01', '2026-12-31'],
    ['2026-11-22T14:05Z', '0050-01', '0050-01-01', '0050-01-31'],
  ])('at the time %s, reads %j as the range from %s to %s', (now, words, first, last) => {
    const range = namedRange(words, Date.parse(now));
    expect(range).toBeDefined();
    expect([iso(range?.start ?? 0), iso((range?.end ?? 0) + 1)]).toEqual([
      first,
      iso(Date.parse(last) + 86_400_000),
    ]);
  });

  test.each(['2026-13', '2026-00', '2026', '26-10', 'week', 'lastweek', 'tomorrow', ''])(
    'returns undefined for the words %j',
    (words) => expect(namedRange(words, 0)).toBeUndefined(),
  );
});

describe('startOfLength', () => {
  test.each([
    ['2026-11-22T14:05Z', '3m', '2026-11-22T14:02:00.000Z'],
    ['2026-11-22T14:05Z', '3mo', '2026-08-22T14:05:00.000Z'],
    ['2026-11-22T14:05Z', '3 MO', '2026-08-22T14:05:00.000Z'],
    ['2026-11-22T14:05Z', '1h', '2026-11-22T13:05:00.000Z'],
    ['2026-11-22T14:05Z', '7d', '2026-11-15T14:05:00.000Z'],
    ['2026-11-22T14:05Z', '2w', '2026-11-08T14:05:00.000Z'],
    // If the month is too short for the day, the range begins on the last day of the month.
    ['2026-03-31T14:05Z', '1mo', '2026-02-28T14:05:00.000Z'],
    ['2024-03-31T14:05Z', '1mo', '2024-02-29T14:05:00.000Z'],
    ['2026-05-31T14:05Z', '3mo', '2026-02-28T14:05:00.000Z'],
    ['2026-12-31T14:05Z', '1mo', '2026-11-30T14:05:00.000Z'],
    ['2026-01-31T00:00Z', '2mo', '2025-11-30'],
    ['2027-01-15T14:05Z', '1mo', '2026-12-15T14:05:00.000Z'],
    ['2026-11-22T14:05Z', '24mo', '2024-11-22T14:05:00.000Z'],
    ['2024-02-29T14:05Z', '1y', '2023-02-28T14:05:00.000Z'],
    ['2026-11-22T14:05Z', '7days', '2026-11-15T14:05:00.000Z'],
    ['2026-11-22T14:05Z', '7 days', '2026-11-15T14:05:00.000Z'],
    ['2026-11-22T14:05Z', '1 Day', '2026-11-21T14:05:00.000Z'],
    ['2026-11-22T14:05Z', '90 minutes', '2026-11-22T12:35:00.000Z'],
    ['2026-11-22T14:05Z', '2 hours', '2026-11-22T12:05:00.000Z'],
    ['2026-11-22T14:05Z', '2 weeks', '2026-11-08T14:05:00.000Z'],
    ['2026-11-22T14:05Z', '3months', '2026-08-22T14:05:00.000Z'],
    ['2026-11-22T14:05Z', '2 years', '2024-11-22T14:05:00.000Z'],
  ])('at the time %s, turns the duration %j into the start %s', (now, length, begin) => {
    expect(iso(startOfLength(length, Date.parse(now)) ?? 0)).toBe(begin);
  });

  test.each(['', '0d', '7', '7q', '7ds', '7 dayss', 'days', 'mo', '-3d', '3.5h', '999999w w'])(
    'returns undefined for the duration %j',
    (length) => {
      expect(startOfLength(length, Date.UTC(2026, 10, 22))).toBeUndefined();
    },
  );
});

describe('parseRange', () => {
  const now = Date.parse('2026-11-22T14:05Z');
  test.each([
    [{ last: 'week' }, '2026-11-09', '2026-11-15T23:59:59.999Z'],
    [{ last: 'last  week' }, '2026-11-09', '2026-11-15T23:59:59.999Z'],
    [{ last: 'Last Month' }, '2026-10-01', '2026-10-31T23:59:59.999Z'],
    [{ last: 'Month' }, '2026-10-01', '2026-10-31T23:59:59.999Z'],
    [{ last: 'year' }, '2025-01-01', '2025-12-31T23:59:59.999Z'],
    [{ last: '7 days' }, '2026-11-15T14:05:00.000Z', '2026-11-22T14:05:00.000Z'],
    [{ last: '10y' }, '2016-11-22T14:05:00.000Z', '2026-11-22T14:05:00.000Z'],
    [{ start: '2016-01-01', end: '2025-12-31' }, '2016-01-01', '2025-12-31T23:59:59.999Z'],
    [{ start: '0095-01-01', end: '0104-12-31' }, '0095-01-01', '0104-12-31T23:59:59.999Z'],
    [{ start: 'yesterday' }, '2026-11-21', '2026-11-22T14:05:00.000Z'],
    [{ start: 'yesterday', end: 'yesterday' }, '2026-11-21', '2026-11-21T23:59:59.999Z'],
    [{ start: '2026-10', end: '2026-10' }, '2026-10-01', '2026-10-31T23:59:59.999Z'],
    [{ start: '2026-10', end: '2026-11-02' }, '2026-10-01', '2026-11-02T23:59:59.999Z'],
    [{ start: 'last week' }, '2026-11-09', '2026-11-22T14:05:00.000Z'],
    [{ start: 'today', end: 'today' }, '2026-11-22', '2026-11-22T23:59:59.999Z'],
  ])('reads the options %j as the range from %s to %s', (options, start, end) => {
    const range = parseRange(options, now);
    expect([iso(range.start), iso(range.end), range.explicit]).toEqual([start, end, true]);
  });

  test.each([
    [{ last: 'yesterday' }, '--start yesterday --end yesterday'],
    [{ last: '2026-10' }, '--start 2026-10 --end 2026-10'],
    [{ last: 'years' }, '3mo (months)'],
    [{ last: '11y' }, 'Use --last 10y or less'],
    [{ last: '121mo' }, 'Use --last 10y or less'],
    [{ start: '2015-12-31', end: '2025-12-31' }, 'at most 10 years apart'],
    [{ start: '0000-01-01', end: '9999-12-31' }, 'at most 10 years apart'],
    [{ start: '3mo' }, '--last 3mo'],
    [{ start: 'tomorrow' }, '"last week"'],
    [{ start: 'today', end: 'yesterday' }, 'Swap --start and --end'],
    [{ start: '2026-12' }, 'Set --start to a time in the past'],
  ])('rejects the options %j with a hint that contains %s', (options, hint) => {
    expect(refusalOf(() => parseRange(options, now))).toMatchObject({
      code: 'invalid_input',
      hint: expect.stringContaining(hint),
    });
  });
});

function refusalOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (error instanceof WaypostError) return error;
    throw error;
  }
}
