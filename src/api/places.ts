// The search of places, and a place.
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

const placeId = text('Unique id.', { pattern: /^geonames_[1-9]\d*$/ });
const geonames = described(z.literal('geonames'), 'Provenance.');

/** WGS84 degrees up to a maximum, or another value if they are unknown. */
const degreesOr = <U extends z.ZodMiniType>(most: number, unknown: U) =>
  described(z.union([between(-most, most), unknown]), 'WGS84 degrees.');

const orUnknown = 'Null where the data does not know it.';

export const placeSuggestion = component('PlaceSuggestion', 'A place to choose from.', {
  id: placeId,
  name: text('Place name.'),
  descriptive_name: text('Longer description, such as name, region, country.'),
  country_iso: alpha3,
});

export const placeSuggestions = component('PlaceSuggestions', 'Places, likeliest first.', {
  hits: list(placeSuggestion, 'Each `descriptive_name` occurs once.', 10),
});

const nativePlace = record('The record of the dataset.', {
  id: placeId,
  dataset: geonames,
  geonameid: integer('Number of the place in GeoNames.', 1),
  name: text('Name.'),
  asciiname: text('Name in ASCII.'),
  alternatenames: list(text('A name.'), 'Other names.'),
  latitude: described(between(-90, 90), 'WGS84 degrees.'),
  longitude: described(between(-180, 180), 'WGS84 degrees.'),
  feature_class: text('Feature class of GeoNames.'),
  feature_code: text('Feature code of GeoNames.'),
  country_iso: alpha3,
  country_code: alpha2,
  cc2: list(text('ISO 3166-1 alpha-2.'), 'Further countries.'),
  admin1_code: text('First-level area.'),
  admin1_name: text('Its name.'),
  admin1_geonameid: integer('Its number.', 1),
  admin2_code: text('Second-level area.'),
  admin2_name: text('Its name.'),
  admin2_geonameid: integer('Its number.', 1),
  admin3_code: text('Third-level area.'),
  admin4_code: text('Fourth-level area.'),
  population: text('As the source writes it.', { pattern: /^\d+$/ }),
  elevation: orNull(z.number(), orUnknown),
  dem: described(z.int(), 'Digital elevation model, in meters.'),
  timezone: text('Zone name.'),
  language,
  modification_date: moment('When the record last changed.'),
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
    description: 'Countries, administrative areas and settlements, by relevance. Costs no lookup.',
    parameters: {
      ...ofSearch,
      countryIso,
      biasCountryIso: inQuery(
        'bias_country_iso',
        'Places of these countries first, ISO 3166-1 alpha-3, comma separated.',
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
      'Each request takes a lookup from the balance. The service’s documentation gives two codes for an id that does not resolve, 4040 and 4048; here it is 4040.',
    parameters: {
      place: inPath('place', 'Id of a suggestion. Ids expire.', {
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
