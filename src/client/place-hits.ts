// Place suggestions while a person types: a search that can be aborted, and that says how soon the next one
// may follow.
import { searchWindowSeconds } from '../api/limits';
import { isObject } from '../lib/exact-json';
import type { HttpResponse } from './http/exchange';
import type { Call } from './http/service';
import type { LookupKey, LookupParameters } from './lookup';
import { unexpectedResult } from './owned-key';
import { placeSearch } from './places';

/** The members of a suggestion that are needed to choose it. */
export interface PlaceHit {
  id: string;
  name: string;
  /** Three-letter code; '' if the service names none. */
  country: string;
}

/** The results of a search, best first, and how many searches the service still allows, if it says so. */
interface PlaceHits {
  hits: PlaceHit[];
  quota: SearchQuota | undefined;
}

/** GET /places. Costs nothing. Throws a WaypostError, or the signal's reason. */
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
  if (!isObject(result) || !Array.isArray(result.hits)) throw unexpectedResult('no list of places');
  return { hits: result.hits.flatMap(hitOf), quota: searchQuota(headers) };
}

/** A suggestion without an id cannot be resolved. */
function hitOf(value: unknown): PlaceHit[] {
  if (!isObject(value) || typeof value.id !== 'string' || value.id === '') return [];
  const { id, name, descriptive_name, country_iso } = value;
  const text = textOrEmpty(descriptive_name) || textOrEmpty(name) || id;
  return [{ id, name: text, country: textOrEmpty(country_iso) }];
}

function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The rest of a window of requests. */
export interface SearchQuota {
  /** Requests of a whole window. */
  limit: number;
  remaining: number;
  /** When the next window begins, in milliseconds since the epoch. */
  resetsAt: number;
}

/** Below this share of the limit, searches are spread over the rest of the window. */
const scarce = 0.1;

/** Reads the headers; undefined if they are missing or are no numbers. */
export function searchQuota(headers: HttpResponse['headers']): SearchQuota | undefined {
  const read = (name: string): number => Number(headers[`x-ratelimit-${name}`] || Number.NaN);
  const [limit, remaining, reset] = [read('limit'), read('remaining'), read('reset')];
  return limit > 0 && remaining >= 0 && reset > 0
    ? { limit, remaining, resetsAt: reset * 1000 }
    : undefined;
}

/** Milliseconds until the next search; 0 while many are left. */
export function searchDelayMs({ limit, remaining, resetsAt }: SearchQuota, now: number): number {
  if (remaining > limit * scarce) return 0;
  // A wrong clock must not make anybody wait longer than a window.
  const left = Math.min(Math.max(0, resetsAt - now), searchWindowSeconds * 1000);
  return left / Math.max(1, remaining);
}
