// Selects the cases that a test runs. `npm run test:system` runs all cases, and `npm test` runs a tenth of them.
import { test } from 'vitest';

/** True if the tests run all cases. */
export const isThorough = process.env.WAYPOST_TEST_THOROUGH !== undefined;

/** Returns the number of runs of a property test: `all`, or a tenth of `all` in `npm test`. */
export function runs(all: number): number {
  return isThorough ? all : Math.ceil(all / 10);
}

/** Returns all rows of a table, or every tenth row in `npm test`. */
export function sample<T>(rows: readonly T[]): T[] {
  return rows.filter((_, index) => isThorough || index % 10 === 0);
}

/** A test that only `npm run test:system` runs, because `npm test` runs another test of the same rule. */
export const systemTest = test.runIf(isThorough);
