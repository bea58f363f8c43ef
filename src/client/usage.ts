// Lookups consumed over a range: one request, and many windows summed.
import { endpoints } from '../api/endpoints';
import type { UsageRecord } from '../api/keys';
import { isObject } from '../lib/exact-json';
import { manage, type OwnedKey } from './owned-key';

/** The range and filters of usage; all optional. */
export interface UsageQuery {
  /** Epoch milliseconds; both ends belong to the range. */
  start?: number | undefined;
  end?: number | undefined;
  /** Only requests that carry all of these. */
  tags?: readonly string[];
  licensee?: string | undefined;
}

/** GET /keys/{key}/usage: lookups consumed over at most 90 days, as the service sends them. */
export function keyUsage(
  key: OwnedKey,
  { start, end, tags = [], licensee }: UsageQuery,
): Promise<unknown> {
  return manage(key, endpoints.keyUsage, {
    query: {
      start: start?.toString(),
      end: end?.toString(),
      tags: tags.length === 0 ? undefined : tags.join(','),
      licensee,
    },
  });
}

/** Whether a result of the usage operation has the total and the days the tool can work with. */
export function isUsageRecord(value: unknown): value is UsageRecord {
  return (
    isObject(value) &&
    typeof value.total === 'number' &&
    Array.isArray(value.dailyCount) &&
    value.dailyCount.every(
      (day: unknown) =>
        isObject(day) &&
        typeof day.date === 'string' &&
        !Number.isNaN(Date.parse(day.date)) &&
        typeof day.count === 'number',
    )
  );
}

/**
 * Combines the records of consecutive windows, oldest first: totals added, counts of the same day added, the
 * first start and the last end. Members that are not listed here are taken from the last record.
 */
export function sumUsage(records: readonly UsageRecord[]): UsageRecord {
  const days = new Map<string, number>();
  for (const { date, count } of records.flatMap(({ dailyCount }) => dailyCount)) {
    days.set(date, (days.get(date) ?? 0) + count);
  }
  const start = records[0]?.start;
  return {
    ...records.at(-1),
    ...(start === undefined ? {} : { start }),
    total: records.reduce((sum, { total }) => sum + total, 0),
    dailyCount: [...days].map(([date, count]) => ({ date, count })),
  };
}
