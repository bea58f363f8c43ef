// Keys that search and never resolve are suspended with the third full window within a day.
import { describe, expect, test } from 'vitest';
import { createUnresolvedWindows } from '../../src/sandbox/rules/rate-limits';

describe('a key that uses up its request quota without resolving a place', () => {
  const hour = 3_600_000;
  const begin = 1_000 * hour;
  const key = 1;

  /** Whether each of the windows filled at these hours suspends. */
  function fill(hours: number[], resolvedAt?: number): boolean[] {
    const windows = createUnresolvedWindows();
    if (resolvedAt !== undefined) windows.resolved(key, begin + resolvedAt * hour);
    return hours.map((at) => windows.filled(key, begin + at * hour));
  }

  test.each<[what: string, hours: number[], resolvedAt: number | undefined, suspended: boolean[]]>([
    ['three quotas within a day', [0, 1, 23.9], undefined, [false, false, true]],
    ['the first quota a day ago', [0, 1, 24, 24.5], undefined, [false, false, false, true]],
    ['a resolved place within the day', [20, 21, 22], 0, [false, false, false]],
    ['a resolved place a day ago', [20, 21, 24], 0, [false, false, true]],
    [
      'three quotas, but the clock was set back',
      [50, 51, 0, 1],
      undefined,
      [false, false, false, false],
    ],
  ])(
    'is suspended only the third time within a day (case: %s)',
    (_what, hours, resolvedAt, suspended) => {
      expect(fill(hours, resolvedAt)).toEqual(suspended);
    },
  );

  test('has its own count of used-up quotas, which starts again after a reset', () => {
    const windows = createUnresolvedWindows();
    const filled = [1, 2, 1, 2, 1].map((one) => windows.filled(one, begin));
    expect(filled).toEqual([false, false, false, false, true]);
    windows.forget(1);
    expect([windows.filled(1, begin), windows.filled(2, begin)]).toEqual([false, true]);
    windows.clear();
    expect(windows.filled(2, begin)).toBe(false);
  });
});
