// The operations on addresses: autocomplete, resolution, verification, cleansing and lookup by coordinates.
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

// The schemas of the request bodies in this file accept a value of any type in every field. Only the OpenAPI document
// states the field types. The sandbox checks the fields in its own code, because the service returns different API
// codes for a missing query and for an invalid context.

const queryField = (description: string) =>
  described(z.exactOptional(z.unknown()), description, { type: 'string', minLength: 1 });

const addressField = (description: string) =>
  described(z.exactOptional(z.unknown()), description, { type: ['string', 'null'] });

const asWritten = 'The address as the user wrote it.';

export const verifyRequest = named(
  'VerifyRequest',
  described(
    z.object({
      query: queryField(asWritten),
      q: queryField('Alias of `query`. If a request has both, `query` takes precedence.'),
      context: described(z.exactOptional(z.unknown()), 'Country of the address.', {
        type: ['string', 'null'],
        default: 'usa',
      }),
      city: addressField('City.'),
      state: addressField('State.'),
      zip_code: addressField('ZIP code.'),
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
      query: queryField(asWritten),
      postcode: addressField('ZIP code.'),
      post_town: addressField('City.'),
      county: addressField('State.'),
    }),
    undocumented('An address to cleanse.'),
    { required: ['query'] },
  ),
);

const addressSuggestion = record('An address suggestion.', {
  id: text('ID for resolving the address.'),
  suggestion: text('Address on one line, for display in a list of suggestions.'),
  urls: described(z.record(z.string(), z.unknown()), 'URLs. In the sandbox, this object is empty.'),
});

export const addressSuggestions = component(
  'AddressSuggestions',
  undocumented('Addresses that match the typed text.'),
  {
    hits: list(addressSuggestion, 'Suggestions, most likely first.', 100),
  },
);

const addressRecord = component(
  'Address',
  undocumented('An address. Text fields that have no value contain an empty string.'),
  {
    id: text('Unique ID.'),
    line_1: text('House number and street, including directionals such as `N`.'),
    last_line: text('City, state and ZIP code.'),
    dataset: described(z.literal('usps'), 'Source identifier.'),
    country: text('Name of the country.'),
    country_iso: alpha3,
    country_iso_2: alpha2,
    language,
    line_2: text('Apartment, suite or other unit.'),
    city: text('City.'),
    state: text('Name of the state.'),
    state_abbreviation: text('Abbreviation of the state.', { pattern: /^[A-Z]{2}$/ }),
    zip_code: text('ZIP code, five digits.', { pattern: /^\d{5}$/ }),
    zip_plus_4_code: text('ZIP+4 code, nine digits with a hyphen.', { pattern: /^\d{5}-\d{4}$/ }),
    primary_number: text('House number.'),
    street_name: text('Street name without directionals and suffix.'),
    street_suffix: text('Street suffix, such as `St`.'),
    longitude: described(between(-180, 180), 'WGS84 degrees.'),
    latitude: described(between(-90, 90), 'WGS84 degrees.'),
    native: described(z.record(z.string(), z.unknown()), 'The raw dataset record.'),
  },
);

export const address = showing(addressRecord, 'dataset', 'native');

export const addresses = component(
  'Addresses',
  undocumented('Addresses within 100 meters of the requested point.'),
  {
    hits: list(address, 'Addresses, nearest first.'),
  },
);

const share = (description: string) => described(between(0, 1), description);

const match = record('The address that best matches the query.', {
  match: orNull(address, 'The address that best matches the query. Null if no address matches.'),
  count: integer('Number of addresses that match the query equally well.', 0),
  fit: share(
    'Fraction of the query’s words that match the address. A mistyped word counts less than an exact match. Address parts that the query omits do not lower the fraction.',
  ),
  confidence: share(
    'Confidence in the match: 1 if the query and the address match completely, and no other address matches equally well. Address parts that the query omits lower the confidence. If several addresses match equally well, the confidence is divided by the number of these addresses.',
  ),
});

const query = text('The query from the request, unchanged.');

export const verification = component(
  'Verification',
  undocumented(
    'The result of a verification. If no address matches, the number fields are 0, and the text fields other than `query` are empty strings.',
  ),
  {
    query,
    ...match.shape,
    address_line_one: text('First line of the address.'),
    address_line_two: text('Second line of the address.'),
    city: text('City.'),
    state: text('Abbreviation of the state.'),
    zip_code: text('ZIP+4 code, nine digits with a hyphen.'),
    country_iso_2: text('Country, ISO 3166-1 alpha-2.'),
  },
);

export const cleansing = component(
  'Cleansing',
  undocumented('The result of cleansing an address.'),
  {
    query,
    ...match.shape,
  },
);

const addressCleanse = {
  method: 'POST',
  path: '/addresses/cleanse',
  credential: 'api_key',
  billed: true,
  command: 'addresses cleanse',
  tag: 'Addresses',
  summary: 'Cleanse an address',
  description: `${notDetailed} If no address matches, the service does not bill the request.`,
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
    description: `${notDetailed} This operation does not cost a lookup. If a filter is invalid, for example because it contains an unknown dataset or country, the service returns API code 40016.`,
    parameters: {
      ...ofSearch,
      datasets: inQuery(
        'datasets',
        'Comma-separated datasets. The result contains only suggestions from these datasets.',
        {
          type: 'string',
          examples: ['usps'],
        },
      ),
      countryIso,
      context: inQuery(
        'context',
        'Country, ISO 3166-1 alpha-3 in uppercase or lowercase. The result contains only addresses in this country.',
        { type: 'string', examples: ['usa'] },
      ),
      hitLimit: inQuery('limit', 'Maximum number of suggestions. Values over 100 count as 100.', {
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
    summary: 'Resolve an address in the USA',
    description: notDetailed,
    parameters: { address: inPath('id', 'ID of a suggestion. IDs expire.'), ...ofLookup },
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
    description: `${notDetailed} If no address matches, the service does not bill the request.`,
    parameters: ofLookup,
    body: { schema: verifyRequest, required: true },
    result: verification,
    codes: [...billed, 40018, 4016, 4290, 4150],
  },
  addressCleanse,
  addressCleanseAlias: {
    ...addressCleanse,
    path: '/cleanse/addresses',
    summary: 'Cleanse an address (alternative path)',
  },
  addressesNear: {
    method: 'GET',
    path: '/addresses',
    credential: 'api_key',
    billed: true,
    command: 'addresses near',
    tag: 'Addresses',
    summary: 'Find addresses near a point',
    description: `${notDetailed} If there are no hits, the service does not bill the request.`,
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
/** The address that best matches a query, with scores for the match. */
export type AddressMatch = z.infer<typeof match>;
export type Address = ResultOf<typeof address>;
export type Addresses = ResultOf<typeof addresses>;
export type AddressSuggestions = ResultOf<typeof addressSuggestions>;
export type AddressSuggestion = AddressSuggestions['hits'][number];
export type Verification = ResultOf<typeof verification>;
export type Cleansing = ResultOf<typeof cleansing>;
