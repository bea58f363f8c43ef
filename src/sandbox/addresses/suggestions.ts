// Address autocomplete (GET /autocomplete/addresses). Suggests the addresses that contain every typed word. The last
// typed word can be incomplete. If no address contains every typed word, suggests the addresses whose words are similar
// to the typed words.
import type { AddressSuggestion } from '../../api/addresses';
import { isAlpha3 } from '../../api/countries';
import { datasetNames } from '../../api/key-settings';
import { Refusal } from '../http/responses';
import { type Circle, filledValues, readBias, readCountries } from '../places/query';
import { allAddresses, type FixtureAddress } from './addresses';
import { metersBetween } from './near';
import { addressWords, formsOf, similarity } from './words';

const datasetOfAll = 'usps';
const countryOfAll = 'USA';

/**
 * Returns at most `filter.limit` suggestions for the typed text `q`. Returns no suggestions for empty text. These rules
 * determine the order of suggestions. Each rule applies only to suggestions that the rules above it do not put in
 * order:
 * 1. The nearer the first typed word is to the start of an address, the earlier the address comes.
 * 2. Addresses inside the bias circle precede addresses outside the circle.
 * 3. The first address of every street precedes the second address of any street.
 */
export function autocomplete(
  q: string,
  filter: AddressFilter = { countries: [], limit: 10 },
): { hits: AddressSuggestion[] } {
  const typed = addressWords(q);
  if (!reachesData(filter) || typed.length === 0) return { hits: [] };
  const { bias } = filter;
  const isOutside = ({ record }: FixtureAddress): boolean =>
    bias !== undefined && metersBetween(record, bias) > bias.radius;
  const exact = find(typed, (word, text) => word === text);
  const found = exact.length > 0 ? exact : find(typed, (word, text) => similarity(word, text) > 0);
  const hits = found
    .map((hit) => ({ ...hit, outside: Number(isOutside(hit.address)) }))
    .sort((a, b) => a.rank - b.rank || a.outside - b.outside || a.address.at - b.address.at)
    .slice(0, filter.limit)
    .map(({ address }) => ({ id: address.record.id, suggestion: address.suggestion, urls: {} }));
  return { hits };
}

/** True if a filter allows the fixture's addresses, which all have the same dataset and country. */
function reachesData({ datasets, countries }: AddressFilter): boolean {
  return (
    datasets?.includes(datasetOfAll) !== false &&
    countries.every((codes) => codes.length === 0 || codes.includes(countryOfAll))
  );
}

/**
 * Returns the addresses that contain all typed words. An address's rank is the index of the address word that matches
 * the first typed word.
 */
function find(
  typed: readonly string[],
  isSame: (word: string, text: string) => boolean,
): { address: FixtureAddress; rank: number }[] {
  return allAddresses().flatMap((address) => {
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

const defaultHits = 10;

const maximumHits = 100;

export interface AddressFilter {
  /** The datasets that suggestions can come from; undefined allows all datasets. */
  datasets?: readonly string[];
  /**
   * Lists of ISO 3166-1 alpha-3 country codes, in uppercase. A suggestion's country must be in every list that is not
   * empty.
   */
  countries: readonly (readonly string[])[];
  limit: number;
  /** Addresses inside this circle precede addresses of the same rank outside the circle. */
  bias?: Circle;
}

function readDatasets(params: URLSearchParams): string[] | undefined {
  const sent = filledValues(params, 'datasets');
  if (sent.length === 0) return undefined;
  const names = sent.flatMap((list) => list.split(',')).map((name) => name.trim().toLowerCase());
  if (!names.every((name) => datasetNames.some((known) => known === name))) {
    throw new Refusal(40016);
  }
  return names;
}

/**
 * Reads the `limit` parameter. Values over 100 count as 100.
 * @throws Refusal 40016 if the value is not an integer of at least 1, or if the request has more than one value.
 */
function readLimit(params: URLSearchParams): number {
  const [sent, ...more] = filledValues(params, 'limit');
  if (sent === undefined) return defaultHits;
  if (more.length > 0 || !/^\s*\+?\d+\s*$/.test(sent) || Number(sent) < 1) throw new Refusal(40016);
  return Math.min(Number(sent), maximumHits);
}

/**
 * Reads a request's filters: `datasets`, `country_iso`, `context`, `limit`, `bias_lonlat` and `bias_ip`. Ignores empty
 * filters.
 * @throws Refusal 40016 if a filter is invalid.
 */
export function readAddressFilter(params: URLSearchParams): AddressFilter {
  const contexts = readCountries(params, 'context', isAlpha3);
  if (contexts.length > 1) throw new Refusal(40016);
  const datasets = readDatasets(params);
  const bias = readBias(params);
  return {
    ...(datasets ? { datasets } : {}),
    countries: [readCountries(params, 'country_iso', isAlpha3), contexts],
    limit: readLimit(params),
    ...(bias ? { bias } : {}),
  };
}
