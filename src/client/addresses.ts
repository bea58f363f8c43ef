// Operations on US postal addresses: autocomplete, resolve, verify, cleanse, near.
import { endpoints } from '../api/endpoints';
import { isObject } from '../lib/exact-json';
import {
  finding,
  type LookupOperation,
  optionalValue,
  parseDegrees,
  requiredValue,
  suggesting,
} from './lookup';

/** GET /autocomplete/addresses: returns suggestions for a partial address. Costs no lookups. */
export const addressAutocomplete: LookupOperation = {
  endpoint: endpoints.addressAutocomplete,
  required: ['query'],
  optional: ['datasets', 'limit'],
  takesAddress: true,
  dataset: 'usps',
  request: (fields) => ({
    query: {
      q: fields.query ?? '',
      datasets: optionalValue(fields, 'datasets')?.trim(),
      limit: optionalValue(fields, 'limit')?.trim(),
    },
  }),
  cost: () => 0,
  ...suggesting,
};

/** Returns the US address that a suggestion's ID identifies. Costs one lookup. */
export const addressResolve: LookupOperation = {
  endpoint: endpoints.addressResolve,
  required: ['id'],
  optional: [],
  dataset: 'usps',
  request: (fields) => ({ parameters: { id: requiredValue(fields, 'id').trim() } }),
  cost: () => 1,
  ...finding,
};

/** Checks whether an address exists, and returns its correct form. Costs one lookup if there is a match. */
export const addressVerify: LookupOperation = {
  endpoint: endpoints.addressVerify,
  required: ['query'],
  optional: ['context'],
  takesAddress: true,
  dataset: 'uspscleanse',
  request: (fields) => ({
    body: { query: requiredValue(fields, 'query'), context: optionalValue(fields, 'context') },
  }),
  cost: costOfMatch,
  outcomes: ['verified', 'no_match'],
  outcome: (result) => (costOfMatch(result) === 0 ? 'no_match' : 'verified'),
};

/** Returns the address that best matches the search text. Costs one lookup if there is a match. */
export const addressCleanse: LookupOperation = {
  endpoint: endpoints.addressCleanse,
  required: ['query'],
  optional: ['postcode', 'post_town', 'county'],
  takesAddress: true,
  dataset: 'uspscleanse',
  request: (fields) => ({
    body: {
      query: requiredValue(fields, 'query'),
      postcode: optionalValue(fields, 'postcode'),
      post_town: optionalValue(fields, 'post_town'),
      county: optionalValue(fields, 'county'),
    },
  }),
  cost: costOfMatch,
  outcomes: ['cleansed', 'no_match'],
  outcome: (result) => (costOfMatch(result) === 0 ? 'no_match' : 'cleansed'),
};

/** Returns the addresses near a point. Costs one lookup if the service finds an address. */
export const addressesNear: LookupOperation = {
  endpoint: endpoints.addressesNear,
  required: ['lon', 'lat'],
  optional: [],
  dataset: 'usps',
  request: (fields) => ({
    query: {
      lon: parseDegrees('longitude', fields.lon ?? ''),
      lat: parseDegrees('latitude', fields.lat ?? ''),
    },
  }),
  cost: (result) => (suggesting.outcome(result) === 'found' ? 1 : 0),
  ...suggesting,
};

function costOfMatch(result: unknown): number {
  return isObject(result) && result.match === null ? 0 : 1;
}
