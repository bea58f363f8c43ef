// The usage record: lookups of a range, as a total and by day.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Sandbox } from '../sandbox';
import type { LogFilter } from '../store/lookup-log';

const day = 86_400_000;

/** Rows that are counted at a time; other requests are answered in between. */
const pageSize = 5000;

/** Lookups of a range. Days without lookups are in it. */
export interface Usage {
  /** ISO 8601. */
  start: string;
  end: string;
  total: number;
  /** In order; each date is that day's first moment. */
  dailyCount: { date: string; count: number }[];
}

/** Counts the rows of a filter, in steps; other requests are answered in between. */
export async function usageOf({ store }: Sandbox, filter: LogFilter): Promise<Usage> {
  const counts = new Map<number, number>();
  for (const page of store.log.countByDay(filter, pageSize)) {
    for (const [at, count] of page) counts.set(at, (counts.get(at) ?? 0) + count);
    await yieldToEventLoop();
  }
  const first = Math.floor(filter.start / day);
  const days = Math.floor(filter.end / day) - first + 1;
  return {
    start: new Date(filter.start).toISOString(),
    end: new Date(filter.end).toISOString(),
    total: [...counts.values()].reduce((sum, count) => sum + count, 0),
    dailyCount: Array.from({ length: days }, (_, index) => ({
      date: new Date((first + index) * day).toISOString(),
      count: counts.get(first + index) ?? 0,
    })),
  };
}
