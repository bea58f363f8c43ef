// Address autocomplete, GET /autocomplete/addresses: its filters, and the suggestions. An address has every typed word,
// the last one as a beginning. If none has them all, some may be mistyped.
import type { AddressSuggestion, UsaAddress } from '../../api/addresses';
import { isAlpha3 } from '../../api/countries';
import { type DatasetName, datasetNames } from '../../api/keys';
import { done, type Outcome, refused } from '../outcome';
import { given, readCountries, readPoint } from '../places/query';
import { type Address, addressById, addresses } from './addresses';
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

export function resolveUsa(id: string): Outcome<UsaAddress> {
  const address = addressById(id);
  return address === undefined ? refused(4048) : done(address.record);
}

/** Hits of one answer, unless `limit` says otherwise. */
const defaultHits = 10;

/** Greatest number of hits with `limit`. */
const maximumHits = 100;

export interface AddressFilter {
  /** Hits of these datasets only; undefined: of all. */
  datasets?: readonly string[];
  /** Hits of these countries only, alpha-3 in upper case; empty: of all. Each list is a filter. */
  countries: readonly (readonly string[])[];
  limit: number;
  /** Hits in this circle come first. WGS84 degrees; radius in metres. */
  bias?: { longitude: number; latitude: number; radius: number };
}

const isDataset = (name: string): name is DatasetName =>
  datasetNames.some((known) => known === name);

/** The names in a comma-separated list; undefined without one. */
function readDatasets(params: URLSearchParams): string[] | undefined {
  const sent = given(params, 'datasets');
  return sent.length === 0
    ? undefined
    : sent.flatMap((names) => names.split(',')).map((name) => name.trim().toLowerCase());
}

/** A whole number, 1 or more; above 100 it counts as 100. */
function readLimit(params: URLSearchParams): number | undefined {
  const [sent, ...more] = given(params, 'limit');
  if (sent === undefined) return defaultHits;
  if (more.length > 0 || !/^\s*\+?\d+\s*$/.test(sent) || Number(sent) < 1) return undefined;
  return Math.min(Number(sent), maximumHits);
}

/**
 * Reads the filters of a request: `datasets`, `country_iso`, `context`, `limit`, `bias_lonlat` and `bias_ip`.
 * Empty ones count as not given. The location of a caller on this machine is unknown, so `bias_ip` is checked
 * and has no effect. An error is 40016.
 */
export function readAddressFilter(params: URLSearchParams): Outcome<AddressFilter> {
  const datasets = readDatasets(params);
  const countries = readCountries(params, 'country_iso', isAlpha3);
  const contexts = readCountries(params, 'context', isAlpha3);
  const limit = readLimit(params);
  const [point, ...morePoints] = given(params, 'bias_lonlat');
  const [ip, ...moreIps] = given(params, 'bias_ip');
  const bias = point === undefined ? undefined : readPoint(point);
  if (
    datasets?.every(isDataset) === false ||
    'error' in countries ||
    'error' in contexts ||
    contexts.codes.length > 1 ||
    limit === undefined ||
    morePoints.length + moreIps.length > 0 ||
    (point !== undefined && ip !== undefined) ||
    (ip !== undefined && ip !== 'true') ||
    (bias && 'error' in bias)
  ) {
    return refused(40016);
  }
  return done({
    ...(datasets ? { datasets } : {}),
    countries: [countries.codes, contexts.codes],
    limit,
    ...(bias ? { bias } : {}),
  });
}
