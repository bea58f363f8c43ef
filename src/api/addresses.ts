// The operations on addresses: autocomplete and resolution, verification, cleansing, lookup by coordinates.
import * as z from 'zod/mini';
import {
  billed,
  countryIso,
  inPath,
  inQuery,
  notDetailed,
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
  named,
  orNull,
  type ResultOf,
  record,
  showing,
  text,
  undocumented,
} from './schema';

// The operations check the members of a body themselves, because each error has a code of its own: here any
// value passes, and the document names the types.

const sentQuery = (description: string) =>
  described(z.exactOptional(z.unknown()), description, { type: 'string', minLength: 1 });

const piece = (description: string) =>
  described(z.exactOptional(z.unknown()), description, { type: ['string', 'null'] });

const asWritten = 'The address as it was written.';

export const verifyRequest = named(
  'VerifyRequest',
  described(
    z.object({
      query: sentQuery(asWritten),
      q: sentQuery('The same as `query`, which wins.'),
      context: described(z.exactOptional(z.unknown()), 'Country of the address.', {
        type: ['string', 'null'],
        default: 'usa',
      }),
      city: piece('City.'),
      state: piece('State.'),
      zip_code: piece('ZIP code.'),
    }),
    undocumented('An address to verify.'),
    {
      anyOf: [
        { required: ['query'], properties: { query: {} } },
        { required: ['q'], properties: { q: {} } },
      ],
    },
  ),
);

export const cleanseRequest = named(
  'CleanseRequest',
  described(
    z.object({
      query: sentQuery(asWritten),
      postcode: piece('ZIP code.'),
      post_town: piece('City.'),
      county: piece('State.'),
    }),
    undocumented('An address to cleanse.'),
    { required: ['query'] },
  ),
);

const addressSuggestion = record('A line to choose from.', {
  id: text('Leads to the address.'),
  suggestion: text('Short, for people to read.'),
  urls: described(z.record(z.string(), z.unknown()), 'Empty here.'),
});

export const addressSuggestions = component(
  'AddressSuggestions',
  undocumented('Addresses that begin with what was typed.'),
  {
    hits: list(addressSuggestion, 'Likeliest first.', 100),
  },
);

const addressRecord = component('Address', undocumented('An address. Missing text is empty.'), {
  id: text('Unique id.'),
  line_1: text('Number, street and directions.'),
  last_line: text('City, state and ZIP code.'),
  dataset: described(z.literal('usps'), 'Source identifier.'),
  country: text('Name of the country.'),
  country_iso: alpha3,
  country_iso_2: alpha2,
  language,
  line_2: text('The unit.'),
  city: text('City.'),
  state: text('Name of the state.'),
  state_abbreviation: text('Abbreviated.', { pattern: /^[A-Z]{2}$/ }),
  zip_code: text('Five digits.', { pattern: /^\d{5}$/ }),
  zip_plus_4_code: text('Nine digits with a hyphen.', { pattern: /^\d{5}-\d{4}$/ }),
  primary_number: text('House number.'),
  street_name: text('Street.'),
  street_suffix: text('Such as `St`.'),
  longitude: described(between(-180, 180), 'WGS84 degrees.'),
  latitude: described(between(-90, 90), 'WGS84 degrees.'),
  native: described(z.record(z.string(), z.unknown()), 'The raw record of the dataset.'),
});

export const address = showing(addressRecord, 'dataset', 'native');

export const addresses = component('Addresses', undocumented('Addresses within 100 meters.'), {
  hits: list(address, 'Nearest first.'),
});

const share = (description: string) => described(between(0, 1), description);

const match = record('The closest address.', {
  match: orNull(address, 'The closest address; null where there is none.'),
  count: integer('Addresses the text fits equally well.', 0),
  fit: share('How much of what was written is in the match. What was omitted does not lower it.'),
  confidence: share(
    'How sure the match is: its fit, lowered by what was not written and shared between addresses that fit equally well; 1 for a complete one.',
  ),
});

const query = text('As it was sent.');

export const verification = component(
  'Verification',
  undocumented(
    'What an address was found to be. Without a match, numbers are 0 and text is empty.',
  ),
  {
    query,
    ...match.shape,
    address_line_one: text('First line.'),
    address_line_two: text('Second line.'),
    city: text('City.'),
    state: text('Abbreviated.'),
    zip_code: text('Nine digits with a hyphen.'),
    country_iso_2: text('ISO 3166-1 alpha-2.'),
  },
);

export const cleansing = component('Cleansing', undocumented('The closest address.'), {
  query,
  ...match.shape,
});

const addressCleanse = {
  method: 'POST',
  path: '/addresses/cleanse',
  credential: 'api_key',
  billed: true,
  command: 'addresses cleanse',
  tag: 'Addresses',
  summary: 'Cleanse an address',
  description: `${notDetailed} Without a match it costs nothing.`,
  parameters: ofLookup,
  body: { schema: cleanseRequest, required: true },
  result: cleansing,
  codes: [...billed, 40018, 4150],
} as const;

const inDegrees = (name: string, description: string, most: number) => ({
  ...inQuery(name, description, { type: 'number', minimum: -most, maximum: most }),
  required: true,
});

export const operations = {
  addressAutocomplete: {
    method: 'GET',
    path: '/autocomplete/addresses',
    credential: 'api_key',
    command: 'addresses autocomplete',
    tag: 'Addresses',
    summary: 'Address suggestions',
    description: `${notDetailed} Costs no lookup. A filter that cannot be read, or names nothing known, is 40016.`,
    parameters: {
      ...ofSearch,
      datasets: inQuery('datasets', 'Only suggestions of these datasets, comma separated names.', {
        type: 'string',
        examples: ['usps'],
      }),
      countryIso,
      context: inQuery(
        'context',
        'Only addresses of this context, ISO 3166-1 alpha-3 in any case.',
        { type: 'string', examples: ['usa'] },
      ),
      hitLimit: inQuery('limit', 'Most suggestions. More than 100 counts as that.', {
        type: 'integer',
        minimum: 1,
        default: 10,
      }),
      ...ofBias,
      ...onBehalf,
    },
    result: addressSuggestions,
    codes: [...searched, 40016, 5002],
    rated: true,
  },
  addressResolve: {
    method: 'GET',
    path: '/autocomplete/addresses/{id}/usa',
    credential: 'api_key',
    billed: true,
    command: 'addresses resolve',
    tag: 'Addresses',
    summary: 'Resolve an address of the USA',
    description: notDetailed,
    parameters: { address: inPath('id', 'Id of a suggestion. Ids expire.'), ...ofLookup },
    result: address,
    codes: [...billed, 4048],
  },
  addressVerify: {
    method: 'POST',
    path: '/verify/addresses',
    credential: 'api_key',
    billed: true,
    command: 'addresses verify',
    tag: 'Addresses',
    summary: 'Verify an address',
    description: `${notDetailed} Without a match it costs nothing.`,
    parameters: ofLookup,
    body: { schema: verifyRequest, required: true },
    result: verification,
    codes: [...billed, 40018, 4016, 4290, 4150],
  },
  addressCleanse,
  addressCleanseAlias: {
    ...addressCleanse,
    path: '/cleanse/addresses',
    summary: 'Cleanse an address (other path)',
  },
  addressesNear: {
    method: 'GET',
    path: '/addresses',
    credential: 'api_key',
    billed: true,
    command: 'addresses near',
    tag: 'Addresses',
    summary: 'Addresses around a point',
    description: `${notDetailed} Where there are none it costs nothing.`,
    parameters: {
      lon: inDegrees('lon', 'Longitude, WGS84.', 180),
      lat: inDegrees('lat', 'Latitude, WGS84.', 90),
      ...ofLookup,
    },
    result: addresses,
    codes: billed,
  },
} as const satisfies Operations;

export type VerifyRequest = z.infer<typeof verifyRequest>;
export type CleanseRequest = z.infer<typeof cleanseRequest>;
export type UsaAddress = z.infer<typeof address>;
/** The closest address to a written one. */
export type AddressMatch = z.infer<typeof match>;
export type Address = ResultOf<typeof address>;
export type Addresses = ResultOf<typeof addresses>;
export type AddressSuggestions = ResultOf<typeof addressSuggestions>;
export type AddressSuggestion = AddressSuggestions['hits'][number];
export type Verification = ResultOf<typeof verification>;
export type Cleansing = ResultOf<typeof cleansing>;
