// Place suggestions for a person who is still typing: a search that can be called off, and that says how
// soon the next one may follow.

import type { Call } from './http/service';
import type { Fields, LookupKey } from './lookup';
import { isObject, unexpectedResult } from './owned-key';
import { placeSearch } from './places';
import { type SearchAllowance, searchAllowance } from './search-allowance';

/** A suggestion, as far as choosing one needs it. */
export interface PlaceHit {
  id: string;
  name: string;
  /** Three-letter code; '' where the service names none. */
  country: string;
}

/** What a search found, best first, and how many more the service allows, where it says so. */
export interface PlaceHits {
  hits: PlaceHit[];
  allowance: SearchAllowance | undefined;
}

/** GET /places. Costs nothing. Throws a WaypostError, or the signal's reason. */
export async function placeHits(
  { service, apiKey }: LookupKey,
  fields: Fields,
  call: Pick<Call, 'signal' | 'onRetry'>,
): Promise<PlaceHits> {
  const { result, headers } = await service.call(placeSearch.endpoint, {
    ...placeSearch.request(fields),
    ...call,
    bearer: apiKey,
  });
  if (!isObject(result) || !Array.isArray(result.hits)) throw unexpectedResult('no list of places');
  return { hits: result.hits.flatMap(hitOf), allowance: searchAllowance(headers) };
}

/** None where there is no id: such a suggestion could not be resolved. */
function hitOf(value: unknown): PlaceHit[] {
  if (!isObject(value) || typeof value.id !== 'string' || value.id === '') return [];
  const { id, name, descriptive_name, country_iso } = value;
  return [{ id, name: text(descriptive_name) || text(name) || id, country: text(country_iso) }];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
