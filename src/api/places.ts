// The operations on places: search and resolution.
import * as z from 'zod/mini';
import {
  billed,
  countryIso,
  countryList,
  inPath,
  inQuery,
  type Operations,
  ofBias,
  ofLookup,
  ofSearch,
  onBehalf,
  searched,
} from './operation';
import {
  alpha2,
  alpha3,
  between,
  component,
  described,
  integer,
  language,
  list,
  moment,
  orNull,
  type ResultOf,
  record,
  text,
} from './schema';

const placeId = text('Unique ID.', { pattern: /^geonames_[1-9]\d*$/ });
const geonames = described(z.literal('geonames'), 'Dataset that contains the place.');

/**
 * Returns the schema of a coordinate in WGS84 degrees, from `-most` to `most`. The `unknown` schema describes the value
 * that represents an unknown coordinate.
 */
const degreesOr = <U extends z.ZodMiniType>(most: number, unknown: U) =>
  described(z.union([between(-most, most), unknown]), 'WGS84 degrees.');

const elevationText = 'Elevation in meters. Null if the elevation is unknown.';

export const placeSuggestion = component('PlaceSuggestion', 'A place suggestion.', {
  id: placeId,
  name: text('Place name.'),
  descriptive_name: text('Name with more context, such as the region and country.'),
  country_iso: alpha3,
});

export const placeSuggestions = component(
  'PlaceSuggestions',
  'Place suggestions, most likely first.',
  {
    hits: list(placeSuggestion, 'Suggestions. Each `descriptive_name` occurs only once.', 10),
  },
);

const nativePlace = record('The dataset record.', {
  id: placeId,
  dataset: geonames,
  geonameid: integer('GeoNames ID of the place.', 1),
  name: text('Name.'),
  asciiname: text('Name in ASCII.'),
  alternatenames: list(text('A name.'), 'Other names.'),
  latitude: described(between(-90, 90), 'WGS84 degrees.'),
  longitude: described(between(-180, 180), 'WGS84 degrees.'),
  feature_class: text('GeoNames feature class.'),
  feature_code: text('GeoNames feature code.'),
  country_iso: alpha3,
  country_code: alpha2,
  cc2: list(text('Country, ISO 3166-1 alpha-2.'), 'Additional countries of the place.'),
  admin1_code: text('Code of the first-level administrative area.'),
  admin1_name: text('Name of the first-level administrative area.'),
  admin1_geonameid: integer('GeoNames ID of the first-level administrative area.', 1),
  admin2_code: text('Code of the second-level administrative area.'),
  admin2_name: text('Name of the second-level administrative area.'),
  admin2_geonameid: integer('GeoNames ID of the second-level administrative area.', 1),
  admin3_code: text('Code of the third-level administrative area.'),
  admin4_code: text('Code of the fourth-level administrative area.'),
  population: text('Population.', { pattern: /^\d+$/ }),
  elevation: orNull(z.number(), elevationText),
  dem: described(z.int(), 'Elevation from a digital elevation model, in meters.'),
  timezone: text('Time zone name.'),
  language,
  modification_date: moment('Time at which the record last changed.'),
});

export const place = component('Place', 'A place.', {
  ...placeSuggestion.shape,
  language,
  longitude: degreesOr(180, z.literal('')),
  latitude: degreesOr(90, z.literal('')),
  dataset: geonames,
  native: nativePlace,
});

export const operations = {
  places: {
    method: 'GET',
    path: '/places',
    credential: 'api_key',
    command: 'places search',
    tag: 'Places',
    summary: 'Place suggestions',
    description:
      'Suggests countries, administrative areas and settlements, most relevant first. This operation does not cost a lookup.',
    parameters: {
      ...ofSearch,
      countryIso,
      biasCountryIso: inQuery(
        'bias_country_iso',
        'Comma-separated countries, ISO 3166-1 alpha-3. Places in these countries rank higher.',
        countryList,
      ),
      ...ofBias,
      ...onBehalf,
    },
    result: placeSuggestions,
    codes: [...searched, 40016, 5002],
    rated: true,
  },
  placeResolve: {
    method: 'GET',
    path: '/places/{place}',
    credential: 'api_key',
    billed: true,
    command: 'places resolve',
    tag: 'Places',
    summary: 'Resolve a place',
    description:
      'Each resolved place costs one lookup. For an ID that does not resolve, the service’s documentation lists two API codes, 4040 and 4048. The sandbox returns 4040.',
    parameters: {
      place: inPath('place', 'ID of a suggestion. IDs expire.', {
        type: 'string',
        examples: ['geonames_2950159'],
      }),
      ...ofLookup,
    },
    result: place,
    codes: [...billed, 4040],
  },
} as const satisfies Operations;

export type PlaceSuggestion = ResultOf<typeof placeSuggestion>;
export type PlaceSuggestions = ResultOf<typeof placeSuggestions>;
export type Place = ResultOf<typeof place>;
