// Address autocomplete, GET /autocomplete/addresses: every word counts, the
// last one as far as it is typed.
import type { AddressSuggestion } from '../schemas/lookup-results';
import type { AddressFilter } from './address-filter';
import {
  type IndexedAddress,
  indexedAddresses,
  positionsOfPrefix,
  positionsOfWord,
} from './address-index';
import { suggestionOf } from './address-record';
import type { AddressPart, AddressWord } from './address-words';
import { metresBetween } from './near';
import { wordsOf } from './words';

/** What every address of the data is of. */
const datasetOfAll = 'usps';
const countryOfAll = 'USA';

/**
 * Suggestions for what has been typed so far, as many as the filter lets through. First those that go on
 * as the text begins, then streets, then cities of that name; among equals, those in the circle of a bias
 * first. Empty text has no suggestions.
 */
export function autocomplete(
  q: string,
  filter: AddressFilter = { countries: [], limit: 10 },
): { hits: AddressSuggestion[] } {
  if (!reachesData(filter)) return { hits: [] };
  const typed = wordsOf(q);
  const ranked: IndexedAddress[][] = [[], [], [], []];
  for (const position of positionsOfAll(typed)) {
    const address = indexedAddresses()[position];
    if (address) ranked[rankOf(address.words, typed)]?.push(address);
  }
  const hits = ranked
    .flatMap((equals) => biased(equals, filter))
    .slice(0, filter.limit)
    .map(({ row }) => ({ id: row.id, suggestion: suggestionOf(row), urls: {} }));
  return { hits };
}

/** Whether a filter lets the addresses of the data through, which are all of one dataset and country. */
function reachesData({ datasets, countries }: AddressFilter): boolean {
  return (
    datasets?.includes(datasetOfAll) !== false &&
    countries.every((codes) => codes.length === 0 || codes.includes(countryOfAll))
  );
}

/** The same addresses, those in the circle of the bias first. */
function biased(addresses: IndexedAddress[], { bias }: AddressFilter): IndexedAddress[] {
  if (!bias) return addresses;
  const isInside = ({ row }: IndexedAddress): boolean => metresBetween(row, bias) <= bias.radius;
  return [...addresses.filter(isInside), ...addresses.filter((one) => !isInside(one))];
}

/** Positions, in the order of the data, of the addresses that hold every typed word. */
function positionsOfAll(typed: readonly string[]): number[] {
  let common: number[] | undefined;
  for (const [at, word] of typed.entries()) {
    const exact = at < typed.length - 1 ? positionsOfWord(word) : [];
    const found = exact.length > 0 ? new Set(exact) : positionsOfPrefix(word);
    common = (common ?? [...found].sort((a, b) => a - b)).filter((one) => found.has(one));
    if (common.length === 0) break;
  }
  return common ?? [];
}

const passedOver = new Set<AddressPart>([
  'direction',
  'suffix',
  'designator',
  'unit',
  'state',
  'state name',
]);

/** 0 where the address begins as typed, 1 where its street does, 2 its city, 3 anything else. */
function rankOf(words: readonly AddressWord[], typed: readonly string[]): number {
  const starts = (['number', 'street', 'city'] as const).map((part) =>
    words.findIndex((word) => word.part === part),
  );
  const rank = starts.findIndex((start) => goesOn(words, start, typed));
  return rank === -1 ? starts.length : rank;
}

/** Whether the typed words follow each other in the address from there; small words may be left out. */
function goesOn(words: readonly AddressWord[], start: number, typed: readonly string[]): boolean {
  let at = start;
  return typed.every((text, order) => {
    for (; at < words.length; at++) {
      const word = words[at];
      if (!word) return false;
      const met = word.forms.some((form) =>
        order === typed.length - 1 ? form.startsWith(text) : form === text,
      );
      if (met) {
        at++;
        return true;
      }
      if (!passedOver.has(word.part)) return false;
    }
    return false;
  });
}
