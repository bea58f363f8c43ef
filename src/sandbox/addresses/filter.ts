// The filters of address autocomplete, read and checked. An invalid or unknown value is code 40016.
import { isAlpha3 } from '../../api/countries';
import { type DatasetName, datasetNames } from '../../api/keys';
import { done, type Outcome, refused } from '../lookups/outcome';
import { given, readCountries, readPoint } from '../places/query';

/** Hits of one answer, unless `limit` says otherwise. */
const defaultHits = 10;

/** Greatest number of hits with `limit`. */
const maximumHits = 100;

/** The filters of suggestions. */
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
