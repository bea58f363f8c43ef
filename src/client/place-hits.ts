// Place suggestions while a user types: a search that the caller can abort, and the delay before the next search.
import { searchWindowSeconds } from '../api/limits';
import { isObject } from '../lib/exact-json';
import type { HttpResponse } from './http/exchange';
import type { Call } from './http/service';
import type { LookupKey, LookupParameters } from './lookup';
import { unexpectedResult } from './owned-key';
import { placeSearch } from './places';

/** The fields of a suggestion that the place picker shows. */
export interface PlaceHit {
  id: string;
  name: string;
  /** The three-letter country code, or an empty string if the service does not send a code. */
  country: string;
}

interface PlaceHits {
  /** The suggestions, best first. */
  hits: PlaceHit[];
  /** The remaining request quota, or undefined if the response does not contain the quota. */
  quota: SearchQuota | undefined;
}

/** GET /places: searches for places. Costs no lookups. Throws a WaypostError, or the signal's reason. */
export async function placeHits(
  { service, apiKey }: LookupKey,
  fields: LookupParameters,
  call: Pick<Call, 'signal' | 'onRetry'>,
): Promise<PlaceHits> {
  const { result, headers } = await service.call(placeSearch.endpoint, {
    ...placeSearch.request(fields),
    ...call,
    bearer: apiKey,
  });
  if (!isObject(result) || !Array.isArray(result.hits)) throw unexpectedResult('a list of places');
  return { hits: result.hits.flatMap(hitOf), quota: searchQuota(headers) };
}

/**
 * Returns a list that contains the suggestion. The list is empty if the suggestion has no ID, because waypost cannot
 * resolve a suggestion without an ID.
 */
function hitOf(value: unknown): PlaceHit[] {
  if (!isObject(value) || typeof value.id !== 'string' || value.id === '') return [];
  const { id, name, descriptive_name, country_iso } = value;
  const text = textOrEmpty(descriptive_name) || textOrEmpty(name) || id;
  return [{ id, name: text, country: textOrEmpty(country_iso) }];
}

function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The request quota for searches. */
export interface SearchQuota {
  /** The maximum number of searches per five minutes. */
  limit: number;
  remaining: number;
  /** The time when the quota is reset, in milliseconds since the epoch. */
  resetsAt: number;
}

/**
 * If no more than this share of the quota remains, waypost spreads the remaining searches over the time until the quota
 * is reset.
 */
const scarce = 0.1;

/**
 * Returns the request quota in the headers of a response, or undefined if the headers are missing or are not numbers.
 */
function searchQuota(headers: HttpResponse['headers']): SearchQuota | undefined {
  const read = (name: string): number => Number(headers[`x-ratelimit-${name}`] || Number.NaN);
  const [limit, remaining, reset] = [read('limit'), read('remaining'), read('reset')];
  return limit > 0 && remaining >= 0 && reset > 0
    ? { limit, remaining, resetsAt: reset * 1000 }
    : undefined;
}

/** Returns the delay before the next search, in milliseconds. The delay is 0 unless the quota is low. */
export function searchDelayMs({ limit, remaining, resetsAt }: SearchQuota, now: number): number {
  if (remaining > limit * scarce) return 0;
  // Even if this machine's clock is wrong, the delay never exceeds the quota's period of five minutes.
  const left = Math.min(Math.max(0, resetsAt - now), searchWindowSeconds * 1000);
  return left / Math.max(1, remaining);
}
