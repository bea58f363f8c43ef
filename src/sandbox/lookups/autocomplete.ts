// Address autocomplete, GET /autocomplete/addresses: every word counts, the last one as a beginning. If no
// address has all words, some may be mistyped, and common words may be wrong.
import type { AddressSuggestion, UsaAddress } from '../schemas/lookup-results';
import { addressBook, streetStanding } from './address-book';
import type { AddressFilter } from './address-filter';
import { recordOf, suggestionOf } from './address-record';
import { addressRow, rowAt } from './address-rows';
import { type FoundStreet, findStreets } from './find-streets';
import { metresBetween } from './near';
import { done, type Outcome, refused } from './outcome';
import { TypedWords } from './typed-words';
import { wordsOf } from './words';

/** Dataset and country of all addresses. */
const datasetOfAll = 'usps';
const countryOfAll = 'USA';

/**
 * Suggestions for a text, as many as the filter allows. First those whose words follow in the order of the
 * text, then streets, then cities of that name; among equals, those in the circle of a bias first, then
 * famous streets and larger cities. One address of each street, then the others. Empty text has no
 * suggestions.
 */
export function autocomplete(
  q: string,
  filter: AddressFilter = { countries: [], limit: 10 },
): { hits: AddressSuggestion[] } {
  const words = wordsOf(q);
  if (!reachesData(filter) || words.length === 0) return { hits: [] };
  const found = findStreets(new TypedWords(words));
  const inside = new Set(found.filter((one) => isInside(one, filter)));
  found.sort(
    (a, b) =>
      a.rank - b.rank ||
      a.mistyped - b.mistyped ||
      Number(inside.has(b)) - Number(inside.has(a)) ||
      byStanding(a, b),
  );
  const first = found.flatMap(({ positions }) => positions.slice(0, 1));
  const further = found.flatMap(({ positions }) => positions.slice(1));
  const hits = [...first, ...further].slice(0, filter.limit).map((position) => {
    const row = rowAt(position);
    return { id: row.id, suggestion: suggestionOf(row), urls: {} };
  });
  return { hits };
}

/** Whether a filter admits the addresses of the data, which are all of one dataset and country. */
function reachesData({ datasets, countries }: AddressFilter): boolean {
  return (
    datasets?.includes(datasetOfAll) !== false &&
    countries.every((codes) => codes.length === 0 || codes.includes(countryOfAll))
  );
}

/** Whether a street lies in the circle of the bias. */
function isInside({ positions }: FoundStreet, { bias }: AddressFilter): boolean {
  if (bias === undefined) return false;
  return metresBetween(addressBook().pointAt(positions[0] ?? 0), bias) <= bias.radius;
}

/** Order of equal streets: the better known first. */
function byStanding(a: FoundStreet, b: FoundStreet): number {
  return (
    Number(b.isWhole) - Number(a.isWhole) ||
    streetStanding(b.street) - streetStanding(a.street) ||
    a.street.from - b.street.from
  );
}

/** The address of an autocomplete suggestion; an unknown id is 4048. */
export function resolveUsa(id: string): Outcome<UsaAddress> {
  const row = addressRow(id);
  return row === undefined ? refused(4048) : done(recordOf(row));
}
