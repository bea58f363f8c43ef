// How many cases a test tries: all in `npm run test:system`, a part in `npm test`.
import { test } from 'vitest';

/** Whether all cases are tried. */
export const isThorough = process.env.WAYPOST_TEST_THOROUGH !== undefined;

/** The number of runs of a property; a tenth of it in `npm test`. */
export function runs(all: number): number {
  return isThorough ? all : Math.ceil(all / 10);
}

/** All rows of a table; every tenth in `npm test`. */
export function sample<T>(rows: readonly T[]): T[] {
  return rows.filter((_, index) => isThorough || index % 10 === 0);
}

/** A test that only `npm run test:system` runs, because `npm test` has a case of the same rule. */
export const systemTest = test.runIf(isThorough);
