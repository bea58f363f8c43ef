// Address autocomplete, GET /autocomplete/addresses: an address has every typed word, the last one as a beginning. If
// none has them all, some may be mistyped.

import type { AddressSuggestion, UsaAddress } from '../../api/addresses';
import { done, type Outcome, refused } from '../lookups/outcome';
import { type Address, addressById, addresses } from './addresses';
import type { AddressFilter } from './filter';
import { metresBetween } from './near';
import { formsOf, similarity, wordsOf } from './words';

/** Dataset and country of all addresses. */
const datasetOfAll = 'usps';
const countryOfAll = 'USA';

/**
 * Suggestions for a text, as many as the filter allows: first those that begin with the first word, those in the circle
 * of a bias before others, one address of each street before the next of it. Empty text has no suggestions.
 */
export function autocomplete(
  q: string,
  filter: AddressFilter = { countries: [], limit: 10 },
): { hits: AddressSuggestion[] } {
  const typed = wordsOf(q);
  if (!reachesData(filter) || typed.length === 0) return { hits: [] };
  const { bias } = filter;
  const isOutside = ({ record }: Address): boolean =>
    bias !== undefined && metresBetween(record, bias) > bias.radius;
  const exact = find(typed, (word, text) => word === text);
  const found = exact.length > 0 ? exact : find(typed, (word, text) => similarity(word, text) > 0);
  const hits = found
    .map((hit) => ({ ...hit, outside: Number(isOutside(hit.address)) }))
    .sort((a, b) => a.rank - b.rank || a.outside - b.outside || a.address.at - b.address.at)
    .slice(0, filter.limit)
    .map(({ address }) => ({ id: address.record.id, suggestion: address.suggestion, urls: {} }));
  return { hits };
}

/** Whether a filter admits the addresses of the fixture, which are all of one dataset and country. */
function reachesData({ datasets, countries }: AddressFilter): boolean {
  return (
    datasets?.includes(datasetOfAll) !== false &&
    countries.every((codes) => codes.length === 0 || codes.includes(countryOfAll))
  );
}

/** Addresses with each of the typed words; their rank is how far in them the first one stands. */
function find(
  typed: readonly string[],
  isSame: (word: string, text: string) => boolean,
): { address: Address; rank: number }[] {
  return addresses.flatMap((address) => {
    const rest = [...address.words];
    let rank = 0;
    for (const [at, word] of typed.entries()) {
      const isLast = at === typed.length - 1;
      let found = rest.findIndex(({ text }) => isSame(word, text));
      if (found < 0 && isLast) {
        found = rest.findIndex(
          ({ part, text }) =>
            part !== 'plus 4' && formsOf(text).some((form) => form.startsWith(word)),
        );
      }
      const [met] = found < 0 ? [] : rest.splice(found, 1);
      if (!met) return [];
      if (at === 0) rank = address.words.indexOf(met);
    }
    return [{ address, rank }];
  });
}

/** The address of an autocomplete suggestion; an unknown id is 4048. */
export function resolveUsa(id: string): Outcome<UsaAddress> {
  const address = addressById(id);
  return address === undefined ? refused(4048) : done(address.record);
}
