// Operations on keys, their usage and their log.
import { endpoints } from '../api/endpoints';
import type { Availability, UsageRecord } from '../api/keys';
import { WaypostError } from '../lib/errors';
import { type ExactNumber, exactSum, isNumber, isObject } from '../lib/exact-json';
import type { BodyConsumer } from './http/exchange';
import type { Service } from './http/service';
import { manage, type OwnedKey } from './owned-key';

/**
 * GET /keys/{key}: whether a key can be used. Needs no credential beside the key itself.
 * Throws `auth_failed` for an unknown key and `invalid_response` for an answer without `available`.
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
    const message = 'The answer does not say whether the key is available.';
    throw new WaypostError('invalid_response', message, { status });
  }
  return result;
}

/**
 * GET /keys/{key}/details: the private details, as the service sends them. Throws `auth_failed` where
 * the management key is unknown or belongs to another account.
 */
export function keyDetails(key: OwnedKey): Promise<unknown> {
  return manage(key, endpoints.keyDetails);
}

/** PUT /keys/{key}/details: changes only the members that are sent. Returns the details afterwards. */
export function updateKey(
  key: OwnedKey,
  changes: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  return manage(key, endpoints.keyUpdate, { body: changes });
}

export function isAvailability(value: unknown): value is Availability {
  return isObject(value) && typeof value.available === 'boolean';
}

/** A part of the log; all optional. */
export interface LogQuery {
  /** Epoch milliseconds; both ends belong to the range. */
  start?: number | undefined;
  end?: number | undefined;
  licensee?: string | undefined;
}

/**
 * GET /keys/{key}/lookups: passes the log's CSV to the consumer as it arrives. Throws `auth_failed` for keys the
 * service refuses, `api_error` for a range it refuses (4005 to 4008), and the errors of `Service.stream`.
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

/** The range and filters of usage; all optional. */
export interface UsageQuery extends LogQuery {
  /** Only requests that carry all of these. */
  tags?: readonly string[];
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

/** A usage record whose counts keep every digit, also those that a number cannot hold. */
export interface ExactUsage {
  [member: string]: unknown;
  start?: string;
  end?: string;
  total: number | ExactNumber;
  dailyCount: { date: string; count: number | ExactNumber }[];
}

/** Whether a result of the usage operation has the total and the days the tool can work with. */
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

/** Whether it is such a record, and a number holds each of its counts. */
export function isUsageRecord(value: unknown): value is UsageRecord {
  return (
    isExactUsage(value) &&
    typeof value.total === 'number' &&
    value.dailyCount.every(({ count }) => typeof count === 'number')
  );
}

/**
 * Combines the records of consecutive windows, oldest first: totals added, counts of the same day added, the
 * first start and the last end. Members that are not listed here are taken from the last record.
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
