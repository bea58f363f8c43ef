// The progress line of a batch: rows, failures, cost, rows per second, and the remaining time.
import { expect, test } from 'vitest';
import { type BatchState, batchLine } from '../../../src/cli/output/progress';

const nothing: BatchState = {
  succeeded: 0,
  failed: 0,
  failures: {},
  lookups: 0,
  inDoubt: 0,
  part: undefined,
  skipped: 0,
  heldMs: 0,
};

test.each<[state: Partial<BatchState>, elapsedMs: number, line: string]>([
  [{}, 0, '0 rows · 0 lookups · 0.0/s'],
  [{ succeeded: 1, lookups: 1 }, 1000, '1 row · 1 lookup · 1.0/s'],
  [
    {
      succeeded: 290,
      failed: 10,
      failures: { invalid: 0, not_found: 8, unanswered: 2 },
      lookups: 280,
    },
    10_000,
    '300 rows · 8 not found · 2 unanswered · 280 lookups · 30/s',
  ],
  [
    { succeeded: 99_000, failed: 1_000, failures: { invalid: 1_000 }, lookups: 99_000, part: 0.5 },
    4_000_000,
    '100,000 rows · 1,000 invalid · 99,000 lookups · 25/s · 50% · 1:06:40 left',
  ],
  [{ succeeded: 30, lookups: 30, part: 1 }, 2000, '30 rows · 30 lookups · 15/s · 100% · 0:00 left'],
  // During the first second, the line does not show an estimate.
  [{ succeeded: 30, lookups: 30, part: 0.1 }, 900, '30 rows · 30 lookups · 33/s'],
  [
    { succeeded: 2, lookups: 2, inDoubt: 3 },
    1000,
    '2 rows · 2 lookups · 3 without a response · 2.0/s',
  ],
  // The line does not show short delays between two requests.
  [{ succeeded: 9, lookups: 9, heldMs: 1500 }, 1000, '9 rows · 9 lookups · 9.0/s'],
  [
    { succeeded: 3000, part: 0.3, heldMs: 245_000 },
    101_000,
    '3,000 rows · 0 lookups · delayed by the service for 4:05',
  ],
])('batchLine describes the progress %j after %d ms as: %s', (state, elapsedMs, line) => {
  expect(batchLine({ ...nothing, ...state }, nothing, elapsedMs)).toBe(line);
});

test('batchLine counts rows from an earlier run in the percentage, but not in the speed or the remaining time', () => {
  const resumed: BatchState = { ...nothing, succeeded: 500, lookups: 500, part: 0 };
  const now = { ...resumed, succeeded: 800, lookups: 800, part: 0.8, skipped: 0.5 };
  expect(batchLine(now, resumed, 10_000)).toBe('800 rows · 800 lookups · 30/s · 80% · 0:07 left');
});
