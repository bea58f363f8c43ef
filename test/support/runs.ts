// How much is tried: all of it by `npm run test:system`, a part by `npm test`.
import { test } from 'vitest';

/** Whether everything is tried. */
export const isThorough = process.env.WAYPOST_TEST_THOROUGH !== undefined;

/** So many runs of a property; a tenth of them in `npm test`. */
export function runs(all: number): number {
  return isThorough ? all : Math.ceil(all / 10);
}

/** All rows of a table; every tenth in `npm test`. */
export function sample<T>(rows: readonly T[]): T[] {
  return rows.filter((_, index) => isThorough || index % 10 === 0);
}

/** A test that only `npm run test:system` runs: many processes, where `npm test` has a case of the same rule. */
export const systemTest = test.runIf(isThorough);
