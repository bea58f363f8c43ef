// The time range of `keys usage`, its text, and the previous time range for comparison.
import { describe, expect, test } from 'vitest';
import {
  drawnDays,
  partialDays,
  rangeBefore,
  recordRange,
} from '../../../src/cli/commands/keys/usage-text';
import { rangeText } from '../../../src/cli/line/range';

const day = 86_400_000;
const range = (start: string, end: string) => ({ start: Date.parse(start), end: Date.parse(end) });

describe('recordRange', () => {
  const asked = { start: 100, end: 109 };
  const record = (start?: string, end?: string) => ({
    total: 0,
    dailyCount: [],
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
  });
  test.each([
    ['two times', record('2026-01-02T03:00Z', '2026-01-02T04:00Z'), '03:00:00.000', '04:00:00.000'],
    ['two dates', record('2026-01-02', '2026-01-02'), '00:00:00.000', '23:59:59.999'],
  ])(
    'returns the range between %s in a record, and includes the complete last day if the end is a date',
    (_, stated, start, end) => {
      expect(recordRange(stated, asked)).toEqual(
        range(`2026-01-02T${start}Z`, `2026-01-02T${end}Z`),
      );
    },
  );
  test.each([
    ['no range', record()],
    ['only a start', record('2026-01-02')],
    ['an end before its start', record('2026-01-02', '2026-01-01')],
    ['values that are not dates', record('soon', 'later')],
  ])('returns the requested range if the record has %s', (_, stated) => {
    expect(recordRange(stated, asked)).toBe(asked);
    expect(recordRange(stated)).toBeUndefined();
  });
});

test.each([
  range('2026-01-02T00:00:00.000Z', '2026-01-02T23:59:59.999Z'),
  range('2026-01-02T14:05Z', '2026-01-09T14:05Z'),
  range('2026-01-02', '2026-01-09T14:05Z'),
])(
  'rangeBefore returns the range of equal length that ends 1 ms before the start of the range %o',
  ({ start, end }) => {
    const before = rangeBefore({ start, end });
    expect(before.end).toBe(start - 1);
    expect(before.end - before.start).toBe(end - start);
  },
);

test.each([
  ['2026-01-01T00:00Z', '2026-01-01T23:59:59.999Z', '1 day, 2026-01-01 (UTC)'],
  ['2026-01-01T00:00Z', '2026-01-07T23:59:59.999Z', '7 days, 2026-01-01 to 2026-01-07 (UTC)'],
  ['2026-01-01T00:00Z', '2026-01-07T23:59:59Z', '7 days, 2026-01-01 to 2026-01-07 (UTC)'],
  ['2026-01-01T00:00Z', '2026-01-07T14:05Z', '7 days, 2026-01-01 to 2026-01-07 14:05 (UTC)'],
  ['2026-01-01T14:05Z', '2026-01-08T14:05Z', '7 days, 2026-01-01 14:05 to 2026-01-08 14:05 (UTC)'],
  ['2026-01-01T14:05Z', '2026-01-22T14:05Z', '21 days, 2026-01-01 14:05 to 2026-01-22 14:05 (UTC)'],
  [
    '2026-01-01T12:00Z',
    '2026-01-08T23:59:59.999Z',
    '7.5 days, 2026-01-01 12:00 to 2026-01-08 (UTC)',
  ],
  [
    '2026-01-01T14:05Z',
    '2026-01-02T14:05Z',
    '24 hours, 2026-01-01 14:05 to 2026-01-02 14:05 (UTC)',
  ],
  [
    '2026-01-01T14:05Z',
    '2026-01-01T14:35Z',
    '30 minutes, 2026-01-01 14:05 to 2026-01-01 14:35 (UTC)',
  ],
  [
    '2026-01-01T00:00Z',
    '2026-01-01T03:12Z',
    '3.2 hours, 2026-01-01 00:00 to 2026-01-01 03:12 (UTC)',
  ],
])('rangeText describes the range from %s to %s as: %s', (start, end, text) => {
  expect(rangeText(range(start, end))).toBe(text);
});

describe('drawnDays and partialDays', () => {
  const three = [1, 5, 2].map((count, index) => ({
    at: Date.parse('2026-01-01') + index * day,
    count,
  }));
  test.each([
    ['2026-01-01T00:00Z', '2026-01-03T23:59:59.999Z', [1, 5, 2], ''],
    ['2026-01-01T00:00Z', '2026-01-03T23:59:59Z', [1, 5, 2], ''],
    ['2026-01-01T14:05Z', '2026-01-03T23:59:59.999Z', [5, 2], '2026-01-01 from 14:05 (1 lookup)'],
    ['2026-01-01T00:00Z', '2026-01-03T14:05Z', [1, 5, -2], '2026-01-03 until 14:05 (2 lookups)'],
    [
      '2026-01-01T14:05Z',
      '2026-01-03T14:05Z',
      [5, -2],
      '2026-01-01 from 14:05 (1 lookup), 2026-01-03 until 14:05 (2 lookups)',
    ],
  ])(
    'turn the range from %s to %s into the bars %j (negative if partial) and the text "%s"',
    (start, end, drawn, partial) => {
      const counts = drawnDays(three, range(start, end)).map(({ count, isPart }) =>
        isPart === true ? -count : count,
      );
      expect(counts).toEqual(drawn);
      expect(partialDays(three, range(start, end))).toBe(partial);
    },
  );

  test('return text but no bars if the range begins and ends within one day', () => {
    const [first] = three;
    const hour = range('2026-01-01T14:05Z', '2026-01-01T15:05Z');
    expect(drawnDays(three.slice(0, 1), hour)).toEqual([]);
    expect(partialDays(first === undefined ? [] : [first], hour)).toBe(
      '2026-01-01 from 14:05 until 15:05 (1 lookup)',
    );
  });

  test('treat every day as complete if there is no range', () => {
    expect([drawnDays(three, undefined), partialDays(three, undefined)]).toEqual([three, '']);
  });
});

test('rangeText counts days of 24 hours, because UTC has no daylight saving time', () => {
  const year = range('2026-01-01T00:00Z', '2026-12-31T23:59:59.999Z');
  expect(rangeText(year)).toMatch(/^365 days, /);
  expect(rangeText({ start: year.start + 1, end: year.start + 7 * day + 1 })).toMatch(/^7 days, /);
});
