// Operations on keys, their usage and their lookup log.
import { endpoints } from '../api/endpoints';
import type { Availability, UsageRecord } from '../api/keys';
import { WaypostError } from '../lib/errors';
import { type ExactNumber, exactSum, isNumber, isObject } from '../lib/exact-json';
import type { BodyConsumer } from './http/exchange';
import type { Service } from './http/service';
import { manage, type OwnedKey } from './owned-key';

/**
 * GET /keys/{key}: whether a key can be used. Needs no other credential.
 * Throws `auth_failed` for an unknown key and `invalid_response` for a response without `available`.
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
    const message = 'The response does not say whether the key is available.';
    throw new WaypostError('invalid_response', message, { status });
  }
  return result;
}

/**
 * GET /keys/{key}/details: the private details, as the service sends them. Throws `auth_failed` if the management
 * key is unknown or belongs to another account.
 */
export function keyDetails(key: OwnedKey): Promise<unknown> {
  return manage(key, endpoints.keyDetails);
}

/** PUT /keys/{key}/details: changes only the fields that are sent. Returns the changed details. */
export function updateKey(
  key: OwnedKey,
  changes: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  return manage(key, endpoints.keyUpdate, { body: changes });
}

export function isAvailability(value: unknown): value is Availability {
  return isObject(value) && typeof value.available === 'boolean';
}

/** The part of the lookup log to fetch. */
export interface LogQuery {
  /** Start of the range, included, in milliseconds since the epoch (default: 21 days ago). */
  start?: number | undefined;
  /** End of the range, included, in milliseconds since the epoch (default: now). */
  end?: number | undefined;
  /** ID or key of a licensee. */
  licensee?: string | undefined;
}

/**
 * GET /keys/{key}/lookups: passes the log's CSV to the consumer as it arrives. Throws `auth_failed` for keys that the
 * service rejects, `api_error` for a range that it rejects (4005 to 4008), and the errors of `Service.stream`.
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

/** GET /keys/{key}/usage: the number of lookups over at most 90 days, as the service sends it. */
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

/** A usage record whose counts keep every digit, even if a JavaScript number cannot hold them. */
export interface ExactUsage {
  [field: string]: unknown;
  start?: string;
  end?: string;
  total: number | ExactNumber;
  dailyCount: { date: string; count: number | ExactNumber }[];
}

/** True if the result has a total and daily counts that waypost can add up. */
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

/** True if the result is a usage record whose counts all fit into a JavaScript number. */
export function isUsageRecord(value: unknown): value is UsageRecord {
  return (
    isExactUsage(value) &&
    typeof value.total === 'number' &&
    value.dailyCount.every(({ count }) => typeof count === 'number')
  );
}

/**
 * Combines the records of consecutive windows, oldest first. Adds the totals and the counts of the same day, and takes
 * the first start. Every other field, such as the end, is that of the last record.
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
