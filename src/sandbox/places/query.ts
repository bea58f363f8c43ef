// The parameters of GET /places, read and checked. An invalid one is code 40016, whatever the others are.
import { maximumBiasRadius } from '../../api/limits';

/** A place search. Country codes are alpha-3 in upper case. */
export interface PlaceQuery {
  /** The typed text; empty finds nothing. */
  text: string;
  /** Only places of these countries; empty: of all. */
  countries: readonly string[];
  biasCountries: readonly string[];
  /** WGS84 degrees; radius in metres. */
  biasPoint?: { longitude: number; latitude: number; radius: number };
  /** Whether the caller's address is a bias. */
  biasIp: boolean;
}

/** An invalid parameter: the catalogue code and, for a log, the reason. */
export interface PlaceQueryError {
  error: 40016;
  reason: string;
}

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;

/**
 * Reads the search from a request's parameters. Empty parameters count as not given; unknown ones are
 * ignored.
 * @param isCountry whether an alpha-3 code in upper case is one
 */
export function readPlaceQuery(
  params: URLSearchParams,
  isCountry: (alpha3: string) => boolean,
): PlaceQuery | PlaceQueryError {
  const countries = readCountries(params, 'country_iso', isCountry);
  if ('error' in countries) return countries;
  const biasCountries = readCountries(params, 'bias_country_iso', isCountry);
  if ('error' in biasCountries) return biasCountries;
  const points = given(params, 'bias_lonlat');
  const ips = given(params, 'bias_ip');
  if (points.length + ips.length > 1) return invalid('more than one geospatial bias');
  const [ip] = ips;
  if (ip !== undefined && ip !== 'true') return invalid('bias_ip allows only true');
  const [point] = points;
  const biasPoint = point === undefined ? undefined : readPoint(point);
  if (biasPoint && 'error' in biasPoint) return biasPoint;
  return {
    text: params.get('query') || params.get('q') || '',
    countries: countries.codes,
    biasCountries: biasCountries.codes,
    ...(biasPoint ? { biasPoint } : {}),
    biasIp: ip === 'true',
  };
}

/** Values of a parameter that are not blank. */
export function given(params: URLSearchParams, name: string): string[] {
  return params.getAll(name).filter((value) => value.trim() !== '');
}

/** Alpha-3 codes of a comma-separated list, in upper case, each once. */
export function readCountries(
  params: URLSearchParams,
  name: string,
  isCountry: (alpha3: string) => boolean,
): { codes: string[] } | PlaceQueryError {
  const codes = given(params, name)
    .flatMap((value) => value.split(','))
    .map((code) => code.trim().toUpperCase());
  const wrong = codes.find((code) => !isCountry(code));
  if (wrong !== undefined) return invalid(`${name}: "${wrong}" is no alpha-3 country code`);
  return { codes: [...new Set(codes)].sort() };
}

/** A circle, `<longitude>,<latitude>,<radius_in_meters>`. */
export function readPoint(text: string): NonNullable<PlaceQuery['biasPoint']> | PlaceQueryError {
  const parts = text.split(',').map((part) => part.trim());
  const [longitude, latitude, radius] = parts.map(Number);
  if (
    parts.length !== 3 ||
    !parts.every((part) => decimal.test(part)) ||
    longitude === undefined ||
    latitude === undefined ||
    radius === undefined
  ) {
    return invalid('bias_lonlat is no <longitude>,<latitude>,<radius_in_meters>');
  }
  if (Math.abs(longitude) > 180 || Math.abs(latitude) > 90) {
    return invalid('bias_lonlat is not on the globe');
  }
  if (radius <= 0 || radius > maximumBiasRadius) {
    return invalid(`the radius of bias_lonlat is above 0 and at most ${maximumBiasRadius} m`);
  }
  return { longitude, latitude, radius };
}

function invalid(reason: string): PlaceQueryError {
  return { error: 40016, reason };
}
