// Operations on API keys, their usage and their lookup logs.
import { endpoints } from '../api/endpoints';
import type { Availability, UsageRecord } from '../api/keys';
import { WaypostError } from '../lib/errors';
import { type ExactNumber, exactSum, isNumber, isObject } from '../lib/exact-json';
import type { BodyConsumer } from './http/exchange';
import type { Service } from './http/service';
import { manage, type OwnedKey } from './owned-key';

/**
 * GET /keys/{key}: returns whether a key can be used. Does not require the management key. Throws `auth_failed` if the
 * key is unknown, and `invalid_response` if the response does not contain `available`.
 */
export async function keyAvailability(
  service: Service,
  key: string,
  signal?: AbortSignal,
): Promise<Availability> {
  const { result, status } = await service.call(endpoints.keyAvailability, {
    parameters: { key },
    signal,
  });
  if (!isAvailability(result)) {
    const message = 'The response does not state whether the key is available.';
    throw new WaypostError('invalid_response', message, { status });
  }
  return result;
}

/**
 * GET /keys/{key}/details: returns the key's details in the service's format. Throws `auth_failed` if the management
 * key is unknown or belongs to a different account.
 */
export function keyDetails(key: OwnedKey): Promise<unknown> {
  return manage(key, endpoints.keyDetails);
}

/** PUT /keys/{key}/details: changes only the fields in `changes`. Returns the key's details after the change. */
export function updateKey(
  key: OwnedKey,
  changes: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  return manage(key, endpoints.keyUpdate, { body: changes });
}

export function isAvailability(value: unknown): value is Availability {
  return isObject(value) && typeof value.available === 'boolean';
}

/** The range of the lookup log to fetch, and the licensee to filter by. */
export interface LogQuery {
  /** The first moment of the range, in milliseconds since the epoch (default: 21 days ago). */
  start?: number | undefined;
  /** The last moment of the range, in milliseconds since the epoch (default: now). */
  end?: number | undefined;
  /** The ID or key of a licensee. */
  licensee?: string | undefined;
}

/**
 * GET /keys/{key}/lookups: passes the lookup log to the consumer as CSV, in chunks as they arrive. Throws `auth_failed`
 * if the service rejects the keys, `api_error` if the service rejects the range (API codes 4005 to 4008), and the
 * errors of `Service.stream`.
 */
export function lookupLog(
  { service, key, managementKey, signal }: OwnedKey,
  { start, end, licensee }: LogQuery,
  consumer: BodyConsumer,
): Promise<void> {
  const query = { start: start?.toFixed(0), end: end?.toFixed(0), licensee };
  const call = { parameters: { key }, query, bearer: managementKey, signal };
  return service.stream(endpoints.lookupLog, call, consumer);
}

/** The range and filters of a usage record. */
export interface UsageQuery extends LogQuery {
  /** Counts only lookups that have all of these tags. */
  tags?: readonly string[];
}

/**
 * GET /keys/{key}/usage: counts the lookups in a range of at most 90 days. Returns the usage record in the service's
 * format.
 */
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

/** A usage record that keeps every digit of a count, even if a JavaScript number cannot represent the count exactly. */
export interface ExactUsage {
  [field: string]: unknown;
  start?: string;
  end?: string;
  total: number | ExactNumber;
  dailyCount: { date: string; count: number | ExactNumber }[];
}

/** True if the value has a total and daily counts that waypost can add up. */
export function isExactUsage(value: unknown): value is ExactUsage {
  return (
    isObject(value) &&
    isNumber(value.total) &&
    Array.isArray(value.dailyCount) &&
    value.dailyCount.every(
      (day: unknown) =>
        isObject(day) &&
        typeof day.date === 'string' &&
        !Number.isNaN(Date.parse(day.date)) &&
        isNumber(day.count),
    )
  );
}

/** True if the value is a usage record and JavaScript numbers represent all its counts exactly. */
export function isUsageRecord(value: unknown): value is UsageRecord {
  return (
    isExactUsage(value) &&
    typeof value.total === 'number' &&
    value.dailyCount.every(({ count }) => typeof count === 'number')
  );
}

/**
 * Combines usage records of consecutive ranges. The caller passes the oldest record first. Adds up the totals, and the
 * counts of each day. Takes `start` from the first record and all other fields from the last record.
 */
export function sumUsage(records: readonly ExactUsage[]): ExactUsage {
  const days = new Map<string, number | ExactNumber>();
  for (const { date, count } of records.flatMap(({ dailyCount }) => dailyCount)) {
    const before = days.get(date);
    days.set(date, before === undefined ? count : exactSum([before, count]));
  }
  const start = records[0]?.start;
  return {
    ...records.at(-1),
    ...(start === undefined ? {} : { start }),
    total: exactSum(records.map(({ total }) => total)),
    dailyCount: [...days].map(([date, count]) => ({ date, count })),
  };
}
