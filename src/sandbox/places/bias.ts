// Converts a search's biases (bias_country_iso, bias_lonlat) to scores for places.
import { greatCircle, metersPerDegree } from './distance';
import { kindNumbers, none } from './index/index-file';
import type { PlaceIndex } from './index/place-index';
import type { Circle, PlaceQuery } from './query';

/** Returns the score that a query's biases add to a place. `isWhole` is true if the query is the place's full name. */
export type Bias = (place: number, isWhole: boolean) => number;

/**
 * The scores to add if the query is not the place's full name. These scores are lower than the score that a place gets
 * for an exact name.
 */
const partly = { here: 14, around: 9, sameCountry: 6 } as const;
/**
 * The scores to add if the query is the place's full name. These scores exceed the difference between the scores of a
 * capital and a village with the same name, so that a nearby village can rank above a distant capital.
 */
const wholly = { here: 60, around: 55, sameCountry: 50 } as const;

/** The maximum distance between a point and the settlement that determines the point's areas, in meters. */
const farthest = 150_000;

/** Combines a query's biases into one function. Returns undefined if the query has no bias. */
export function biasOf(index: PlaceIndex, query: PlaceQuery): Bias | undefined {
  const biases: Bias[] = [];
  if (query.biasCountries.length > 0) biases.push(towardCountries(index, query.biasCountries));
  if (query.biasPoint) biases.push(towardPoint(index, query.biasPoint));
  if (biases.length === 0) return undefined;
  // Only the strongest bias counts, because two biases together must not outweigh an exact name.
  return (place, isWhole) => Math.max(...biases.map((bias) => bias(place, isWhole)));
}

function towardCountries(index: PlaceIndex, alpha3: readonly string[]): Bias {
  const countries = new Set(alpha3.map((code) => index.countryNumber(code)));
  return (place, isWhole) =>
    countries.has(index.country[place]) ? (isWhole ? wholly : partly).here : 0;
}

/**
 * Returns a bias toward the places in and around a circle. Settlements in the circle, and the first-level areas that
 * the circle reaches, get the highest score. Other places in these areas, and the countries of these areas, get a lower
 * score. All other places in these countries get the lowest score. Places in other countries get no additional score.
 */
function towardPoint(index: PlaceIndex, { longitude, latitude, radius }: Circle): Bias {
  const { regions, countries } = areasAround(index, longitude, latitude, radius);
  return (place, isWhole) => {
    const points = isWhole ? wholly : partly;
    const country = index.country[place] ?? none;
    const region = index.region[place] ?? none;
    if (isSettlement(index, place)) {
      const [north = 90, east = 0] = [index.latitude[place], index.longitude[place]];
      if (greatCircle(longitude, latitude, east, north) <= radius) return points.here;
    }
    if (!countries.has(country)) return 0;
    if (place === country) return points.around;
    if (!regions.has(region)) return points.sameCountry;
    return place === region ? points.here : points.around;
  };
}

function isSettlement({ kind }: PlaceIndex, place: number): boolean {
  return (kind[place] ?? 0) >= kindNumbers.capital;
}

/**
 * Returns the first-level areas and the countries of the settlements in the circle, and of the settlement nearest to
 * the circle's center. Ignores settlements that are more than `farthest` meters from the center.
 */
function areasAround(index: PlaceIndex, longitude: number, latitude: number, radius: number) {
  const regions = new Set<number>();
  const countries = new Set<number>();
  const take = (place: number) => {
    regions.add(index.region[place] ?? none);
    countries.add(index.country[place] ?? none);
  };
  let nearest = farthest;
  let nearestPlace: number | undefined;
  const reach = farthest / metersPerDegree;
  for (let place = 0; place < index.size; place += 1) {
    const north = index.latitude[place] ?? 0;
    if (Math.abs(north - latitude) > reach || !isSettlement(index, place)) continue;
    const meters = greatCircle(longitude, latitude, index.longitude[place] ?? 0, north);
    if (meters <= radius) take(place);
    if (meters < nearest) [nearest, nearestPlace] = [meters, place];
  }
  if (nearestPlace !== undefined) take(nearestPlace);
  regions.delete(none);
  return { regions, countries };
}
