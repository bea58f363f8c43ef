// Reads the parameters of GET /places. If a parameter is invalid, the functions in this file throw a refusal with API
// code 40016.
import { maximumBiasRadius } from '../../api/limits';
import { Refusal } from '../http/responses';

/** A circle in WGS84 degrees, with its radius in meters. */
export interface Circle {
  longitude: number;
  latitude: number;
  radius: number;
}

/** A place search. Country codes are uppercase alpha-3 codes. */
export interface PlaceQuery {
  /** The search text. A search with empty text has no results. */
  text: string;
  /** Countries in which to search. An empty list allows all countries. */
  countries: readonly string[];
  biasCountries: readonly string[];
  biasPoint?: Circle;
}

const decimalNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;

/**
 * Reads a place search from a request's parameters. Ignores empty and unknown parameters.
 * @param isCountry returns true if a country has the uppercase alpha-3 code
 * @throws Refusal 40016 if a parameter is invalid.
 */
export function readPlaceQuery(
  params: URLSearchParams,
  isCountry: (alpha3: string) => boolean,
): PlaceQuery {
  const biasPoint = readBias(params);
  return {
    text: params.get('query') || params.get('q') || '',
    countries: readCountries(params, 'country_iso', isCountry),
    biasCountries: readCountries(params, 'bias_country_iso', isCountry),
    ...(biasPoint ? { biasPoint } : {}),
  };
}

/** Returns a parameter's non-blank values. */
export function filledValues(params: URLSearchParams, name: string): string[] {
  return params.getAll(name).filter((value) => value.trim() !== '');
}

/**
 * Reads a parameter that contains comma-separated alpha-3 codes. Returns the codes in uppercase, sorted and without
 * duplicates.
 * @throws Refusal 40016 if a code is unknown.
 */
export function readCountries(
  params: URLSearchParams,
  name: string,
  isCountry: (alpha3: string) => boolean,
): string[] {
  const codes = filledValues(params, name)
    .flatMap((value) => value.split(','))
    .map((code) => code.trim().toUpperCase());
  if (!codes.every(isCountry)) throw new Refusal(40016);
  return [...new Set(codes)].sort();
}

/**
 * Returns the geospatial bias in a request: `bias_lonlat` or `bias_ip`. `bias_ip` has no effect, because the location
 * of a caller on this machine is unknown.
 * @throws Refusal 40016 if the bias is invalid, or if there is more than one bias.
 */
export function readBias(params: URLSearchParams): Circle | undefined {
  const [points, ips] = [filledValues(params, 'bias_lonlat'), filledValues(params, 'bias_ip')];
  if (points.length + ips.length > 1 || ips.some((ip) => ip !== 'true')) throw new Refusal(40016);
  const [point] = points;
  return point === undefined ? undefined : readCircle(point);
}

/**
 * Reads a circle in the format `<longitude>,<latitude>,<radius_in_meters>`.
 * @throws Refusal 40016 if the circle is invalid.
 */
function readCircle(text: string): Circle {
  const parts = text.split(',').map((part) => part.trim());
  const [longitude = 0, latitude = 0, radius = 0] = parts.map(Number);
  if (
    parts.length !== 3 ||
    !parts.every((part) => decimalNumber.test(part)) ||
    Math.abs(longitude) > 180 ||
    Math.abs(latitude) > 90 ||
    radius <= 0 ||
    radius > maximumBiasRadius
  ) {
    throw new Refusal(40016);
  }
  return { longitude, latitude, radius };
}
