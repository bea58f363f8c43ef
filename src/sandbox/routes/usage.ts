// GET /keys/{key}/usage: the lookups of a range, as a total and by day.
import { setImmediate as breathe } from 'node:timers/promises';
import { success } from '../http/answers';
import type { Handler } from '../http/operation';
import { readCredentials } from '../rules/credentials';
import { ownKey } from '../rules/management';
import { readLogFilter } from '../rules/ranges';
import type { Sandbox } from '../sandbox';

const day = 86_400_000;

/** Rows that are counted before other requests get their turn. */
const pageSize = 5000;

/** The usage record (decisions.md, "usage result"). Days without lookups are in it. */
export function keyUsage(sandbox: Sandbox): Handler {
  return async (call) => {
    const key = ownKey(sandbox, call, readCredentials(call).managementKey);
    const filter = readLogFilter(sandbox, call, key);
    const counts = new Map<number, number>();
    for (const page of sandbox.store.log.countByDay(filter, pageSize)) {
      for (const [at, count] of page) counts.set(at, (counts.get(at) ?? 0) + count);
      await breathe();
    }
    const first = Math.floor(filter.start / day);
    const days = Math.floor(filter.end / day) - first + 1;
    return success({
      start: new Date(filter.start).toISOString(),
      end: new Date(filter.end).toISOString(),
      total: [...counts.values()].reduce((sum, count) => sum + count, 0),
      dailyCount: Array.from({ length: days }, (_, index) => ({
        date: new Date((first + index) * day).toISOString(),
        count: counts.get(first + index) ?? 0,
      })),
    });
  };
}
