// The time ranges of --start, --end and --last.
import { describe, expect, test } from 'vitest';
import { parseDate, parseRange } from '../../src/cli/line/range';
import { WaypostError } from '../../src/lib/errors';

const now = Date.UTC(2026, 5, 15, 12, 30);
const day = 86_400_000;
const at = (text: string) => Date.parse(text);

describe('parseDate', () => {
  test.each([
    ['2026-01-31', '--start', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31', '--end', '2026-01-31T23:59:59.999Z'],
    ['2026-01-31T10:20Z', '--end', '2026-01-31T10:20:00.000Z'],
    ['2026-01-31T10:20:30', '--start', '2026-01-31T10:20:30.000Z'],
    ['2026-01-31 10:20:30.5Z', '--start', '2026-01-31T10:20:30.500Z'],
    ['2026-01-31T10:20:30.123456Z', '--start', '2026-01-31T10:20:30.123Z'],
    ['2026-01-31T10:20:30+02:00', '--start', '2026-01-31T08:20:30.000Z'],
    ['2026-01-31T10:20:30-0530', '--start', '2026-01-31T15:50:30.000Z'],
    ['2024-02-29', '--start', '2024-02-29T00:00:00.000Z'],
    ['1767225600000', '--start', '2026-01-01T00:00:00.000Z'],
    ['0', '--start', '1970-01-01T00:00:00.000Z'],
    ['100000', '--start', '1970-01-01T00:01:40.000Z'],
    ['999999999999', '--start', '2001-09-09T01:46:39.999Z'],
    [' 2026-01-31 ', '--start', '2026-01-31T00:00:00.000Z'],
  ] as const)('reads the date %s in the option %s as %s', (text, option, expected) => {
    expect(new Date(parseDate(text, option, now)).toISOString()).toBe(expected);
  });

  test.each([
    '',
    'tomorrow',
    '2026',
    '2026-13-01',
    '2026-02-29',
    '2026-00-10',
    '2026-01-31T25:00Z',
    '20260131',
    '1769817600',
    '2026-01-31T',
    '2026/01/31',
    '1e12',
    'NaN',
    '99999999999999999',
    '2026-1-1',
  ])('rejects %j, which is not a date', (text) => {
    for (const [option, code] of [
      ['--start', 'Use a date'],
      ['--end', 'Use a date'],
    ] as const) {
      const error = failureOf(() => parseDate(text, option, now));
      expect(error).toMatchObject({ code: 'invalid_input', hint: expect.stringContaining(code) });
    }
  });
});

describe('parseRange', () => {
  test.each([
    ['the last 21 days if no option is set', {}, now - 21 * day, now, false],
    [
      'the range from --start until now',
      { start: '2026-06-01' },
      at('2026-06-01T00:00Z'),
      now,
      true,
    ],
    [
      'the 21 days until --end',
      { end: '2026-06-01' },
      at('2026-05-12T00:00Z'),
      at('2026-06-02T00:00Z') - 1,
      true,
    ],
    [
      'the complete day if --start and --end are the same date',
      { start: '2026-06-01', end: '2026-06-01' },
      at('2026-06-01T00:00Z'),
      at('2026-06-02T00:00Z') - 1,
      true,
    ],
    ['the last 7 days for --last 7d', { last: '7d' }, now - 7 * day, now, true],
    ['the last 24 hours for --last 24h', { last: '24h' }, now - day, now, true],
    ['the last 21 days for --last 3w', { last: '3w' }, now - 21 * day, now, true],
    ['the last 90 minutes for --last "90 M"', { last: '90 M' }, now - 90 * 60_000, now, true],
  ])('returns the start and the end of the range: %s', (_, options, start, end, explicit) => {
    expect(parseRange(options, now)).toEqual({ start, end, explicit });
  });

  test.each([
    ['a start after the end', { start: '2026-06-02', end: '2026-06-01' }, 'Swap --start and --end'],
    ['a start in the future', { start: '2027-01-01' }, 'Set --start to a time in the past'],
    ['--last and --start', { last: '7d', start: '2026-06-01' }, '--last'],
    ['--last and --end', { last: '7d', end: '2026-06-01' }, '--last'],
    ['a duration without a unit', { last: '7' }, '30m (minutes)'],
    ['a duration of zero', { last: '0d' }, '30m (minutes)'],
    ['an unknown unit', { last: '2q' }, '30m (minutes)'],
    ['a negative duration', { last: '-7d' }, '30m (minutes)'],
  ])('rejects a range with %s', (_, options, hint) => {
    const error = failureOf(() => parseRange(options, now));
    expect(error).toMatchObject({ code: 'invalid_input', hint: expect.stringContaining(hint) });
  });
});

function failureOf(work: () => unknown): WaypostError {
  try {
    work();
  } catch (error) {
    if (error instanceof WaypostError) return error;
  }
  throw new Error('the range was accepted');
}
