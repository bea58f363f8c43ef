// The progress line of an export.
import { expect, test } from 'vitest';
import { sizeText, transferLine } from '../../../src/cli/output/progress';

const first = { rows: 0, bytes: 0, part: undefined };

test.each([
  [{ rows: 0, bytes: 0, part: undefined }, 0, '0 rows · 0 B · 0 B/s'],
  [{ rows: 1234, bytes: 123_456, part: undefined }, 2000, '1,234 rows · 123 kB · 61.7 kB/s'],
  [
    { rows: 1_000_000, bytes: 125e6, part: 0.25 },
    10_000,
    '1,000,000 rows · 125 MB · 12.5 MB/s · 25% · 0:30 left',
  ],
  [{ rows: 1, bytes: 1, part: 0.001 }, 10_000, '1 row · 1 B · 0 B/s · 0% · 2:46:30 left'],
  [{ rows: 9, bytes: 9, part: 1 }, 10_000, '9 rows · 9 B · 1 B/s · 100% · 0:00 left'],
])('transferLine describes the progress %j after %d ms as: %s', (state, elapsed, expected) => {
  expect(transferLine(state, first, elapsed)).toBe(expected);
});

test('transferLine counts bytes from an earlier run in the percentage, but not in the rate', () => {
  const resumed = { rows: 500, bytes: 50e6, part: 0.5 };
  expect(transferLine({ rows: 750, bytes: 75e6, part: 0.75 }, resumed, 10_000)).toBe(
    '750 rows · 75.0 MB · 2.5 MB/s · 75% · 0:10 left',
  );
});

test.each([
  [999, '999 B'],
  [1000, '1.0 kB'],
  [254_066_650, '254 MB'],
  [1.5e12, '1.5 TB'],
  [5e15, '5000 TB'],
])('sizeText writes %d bytes as %s', (bytes, expected) => {
  expect(sizeText(bytes)).toBe(expected);
});
