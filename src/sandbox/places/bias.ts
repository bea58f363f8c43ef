// What the caller leans towards (interface, GET /places: bias_country_iso, bias_lonlat, bias_ip), as
// points for a place.
import type { Gazetteer } from './gazetteer';
import type { PlaceQuery } from './query';
import { biasPoints } from './ranking';
import type { PlaceRecord } from './record';
import { distance } from './settlements';

/** Points a place gains from the biases of a query. */
export type Bias = (record: PlaceRecord) => number;

/**
 * The biases of a query as one function; undefined when there is none.
 * @param callerCountry alpha-3 of where the caller's address is, when that is known
 */
export function biasOf(
  gazetteer: Gazetteer,
  query: PlaceQuery,
  callerCountry?: string,
): Bias | undefined {
  const biases: Bias[] = [];
  if (query.biasCountries.length > 0) biases.push(towardsCountries(gazetteer, query.biasCountries));
  if (query.biasPoint) biases.push(towardsPoint(gazetteer, query.biasPoint));
  if (query.biasIp && callerCountry) biases.push(towardsCountries(gazetteer, [callerCountry]));
  if (biases.length === 0) return undefined;
  // The strongest one counts: leaning twice the same way must not outdo an exact name.
  return (record) => Math.max(...biases.map((bias) => bias(record)));
}

function towardsCountries(gazetteer: Gazetteer, alpha3: readonly string[]): Bias {
  const countries = new Set(alpha3.map((code) => gazetteer.alpha2(code)));
  return ({ country }) => (countries.has(country) ? biasPoints.here : 0);
}

/**
 * Places within the circle, and the first-level areas it reaches, gain most; what else lies in those
 * areas or is their country, less; the rest of the country a little.
 */
function towardsPoint(
  gazetteer: Gazetteer,
  { longitude, latitude, radius }: NonNullable<PlaceQuery['biasPoint']>,
): Bias {
  const areas = gazetteer.settlements().around(longitude, latitude, radius);
  const countries = new Set([...areas].map((area) => area.slice(0, 2)));
  return (record) => {
    if (record.latitude !== undefined && record.longitude !== undefined) {
      const metres = distance(longitude, latitude, record.longitude, record.latitude);
      if (metres <= radius) return biasPoints.here;
    }
    if (!countries.has(record.country)) return 0;
    if (record.kind === 'country') return biasPoints.around;
    if (!areas.has(`${record.country}.${record.admin1}`)) return biasPoints.sameCountry;
    return record.kind === 'region' ? biasPoints.here : biasPoints.around;
  };
}
