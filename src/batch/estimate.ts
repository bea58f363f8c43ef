// Estimates the requests and the cost of a batch. Reads the rows, but does not send requests.
import { searchesPerWindow, searchWindowSeconds } from '../api/limits';
import type { LookupOperation } from '../client/lookup';
import type { Batch } from './batch';
import { DigestTable } from './digest-table';
import type { RowError } from './row';

export interface Estimate {
  rows: number;
  /** The invalid rows and their errors. The batch does not send requests for these rows. */
  invalid: { row: number; line: number; error: RowError }[];
  /** The number of distinct requests for all valid rows. */
  distinct: number;
  /** The number of distinct requests whose results are in the cache. */
  cached: number;
  /** The number of requests that the run would send. */
  requests: number;
  /**
   * The maximum number of lookups that the run could cost. The actual cost is lower if the service does not find some
   * of the values, because these lookups are free.
   */
  lookups: number;
}

/**
 * Reads and counts all rows. Throws `invalid_input` if the input cannot be read or has changed since an earlier run.
 */
export async function estimate(
  batch: Pick<Batch, 'rows' | 'operation' | 'dedupe' | 'maxLookups' | 'cache' | 'resumed'>,
): Promise<Estimate> {
  const { rows, operation, dedupe, maxLookups, cache, resumed } = batch;
  const seen = new DigestTable();
  const invalid: Estimate['invalid'] = [];
  const counts = { rows: 0, distinct: 0, cached: 0, requests: 0 };
  for await (const row of rows) {
    counts.rows += 1;
    const isAnswered = resumed.has(row);
    if ('invalid' in row) {
      if ('error' in row.invalid) {
        invalid.push({ row: row.number, line: row.line, error: row.invalid.error });
      }
      continue;
    }
    const isNew = seen.get(row.digest) === undefined;
    const isCached = cache?.has(row.digest) ?? false;
    if (isNew) {
      seen.set(row.digest, 0);
      counts.distinct += 1;
      if (isCached) counts.cached += 1;
    }
    const isShared = dedupe && (!isNew || resumed.answers.get(row.digest) !== undefined);
    if (!isAnswered && !isShared && !isCached) counts.requests += 1;
  }
  const lookups = operation.endpoint.billed ? Math.min(counts.requests, maxLookups) : 0;
  const requests = operation.endpoint.billed ? lookups : counts.requests;
  return { ...counts, invalid, requests, lookups };
}

/**
 * Estimates the duration of the requests at this rate, in seconds. Includes the time that waypost waits because of the
 * request quota for searches. Returns undefined if there is no rate limit.
 */
export function secondsFor(
  requests: number,
  perSecond: number,
  { endpoint }: Pick<LookupOperation, 'endpoint'>,
): number | undefined {
  if (!Number.isFinite(perSecond)) return undefined;
  const windows = endpoint.billed ? 0 : Math.floor(Math.max(0, requests - 1) / searchesPerWindow);
  const rest = requests - windows * searchesPerWindow;
  return Math.ceil(windows * searchWindowSeconds + (rest / perSecond) * 1.03);
}
