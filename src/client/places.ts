// Place search and place resolution: GET /places and GET /places/{place}.
import { alpha3Of, isAlpha3 } from '../api/countries';
import { endpoints } from '../api/endpoints';
import { maximumBiasRadius } from '../api/limits';
import {
  finding,
  type LookupOperation,
  type LookupParameters,
  optionalValue,
  parseDegrees,
  requiredValue,
  suggesting,
} from './lookup';
import { rejected } from './reasons';

/** GET /places: returns at most ten suggestions for a search term, best first. Costs no lookups. */
export const placeSearch: LookupOperation = {
  endpoint: endpoints.places,
  required: ['query'],
  optional: ['country_iso', 'bias_country_iso', 'bias_lonlat', 'bias_ip'],
  dataset: 'geonames',
  request(fields) {
    const point = biasPoint(optionalValue(fields, 'bias_lonlat'));
    const byIp = biasIp(optionalValue(fields, 'bias_ip'));
    if (point !== undefined && byIp !== undefined) {
      throw rejected('bias_twice', 'bias_lonlat and bias_ip cannot be combined.');
    }
    return {
      query: {
        // An empty query is valid. The service then returns an empty list of suggestions.
        query: fields.query ?? '',
        country_iso: countryCodes(fields, 'country_iso'),
        bias_country_iso: countryCodes(fields, 'bias_country_iso'),
        bias_lonlat: point,
        bias_ip: byIp,
      },
    };
  },
  cost: () => 0,
  ...suggesting,
};

/** GET /places/{place}: returns the place that a suggestion's ID identifies. Costs one lookup. */
export const placeResolve: LookupOperation = {
  endpoint: endpoints.placeResolve,
  required: ['id'],
  optional: [],
  dataset: 'geonames',
  request: (fields) => ({ parameters: { place: requiredValue(fields, 'id').trim() } }),
  cost: () => 1,
  ...finding,
};

/** The code for Kosovo, which has no official ISO code. GeoNames and other sources use this user-assigned code. */
const kosovo = 'XKX';

function countryCodes(fields: LookupParameters, name: string): string | undefined {
  const text = optionalValue(fields, name);
  if (text === undefined) return undefined;
  const codes = text.split(',').flatMap((code) => code.trim().toUpperCase() || []);
  const wrong = codes.find((code) => !isAlpha3(code) && code !== kosovo);
  if (wrong === undefined && codes.length > 0) return codes.join(',');
  const meant = alpha3Of(wrong ?? '');
  const message = `${wrong ?? text} is not a three-letter ISO 3166-1 country code.`;
  const about = meant === undefined || wrong === undefined ? {} : { wrong, meant };
  throw rejected('country_code', message, { field: name, ...about });
}

function biasPoint(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length !== 3) {
    throw rejected('bias_point', 'bias_lonlat must have the format longitude,latitude,radius.');
  }
  const [longitude = '', latitude = '', radius = ''] = parts;
  const meters = /^\d+(\.\d+)?$/.test(radius) ? Number(radius) : Number.NaN;
  if (!(meters > 0 && meters <= maximumBiasRadius)) {
    const message = `The radius must be a number of meters above 0 and at most ${maximumBiasRadius}.`;
    throw rejected('bias_point', message);
  }
  return `${parseDegrees('longitude', longitude)},${parseDegrees('latitude', latitude)},${radius}`;
}

function biasIp(text: string | undefined): string | undefined {
  const value = text?.trim().toLowerCase();
  if (value === undefined || value === 'true') return value;
  throw rejected('bias_ip', 'bias_ip must be true.');
}
