// The delay between place searches, which depends on the remaining request quota.
import { expect, test } from 'vitest';
import { searchDelayMs } from '../../src/client/place-hits';

const now = Date.UTC(2026, 0, 1);

test.each<[remaining: number, resetsInMs: number, ms: number]>([
  [3000, 300_000, 0],
  [301, 300_000, 0],
  [300, 150_000, 500],
  [100, 200_000, 2000],
  [1, 60_000, 60_000],
  [0, 60_000, 60_000],
  [0, -5000, 0],
  [0, 3_600_000, 300_000],
])(
  'with %d of 3000 searches remaining and %d ms until the reset, searchDelayMs returns %d',
  (remaining, resetsInMs, ms) => {
    expect(searchDelayMs({ limit: 3000, remaining, resetsAt: now + resetsInMs }, now)).toBe(ms);
  },
);
