// What the document says of what is looked up: places, addresses, emails, phone numbers.
import {
  decided,
  flag,
  integer,
  list,
  moment,
  named,
  number,
  orNull,
  record,
  type Schema,
  text,
} from './schema';

const placeId = text('Unique id.', { pattern: '^geonames_[1-9]\\d*$' });
const geonames = text('Provenance.', { const: 'geonames' });
const alpha3 = text('Country, ISO 3166-1 alpha-3.', { pattern: '^[A-Z]{3}$' });
const language = text('ISO 639-1.', { pattern: '^[a-z]{2}$' });

/** WGS84 degrees up to a most, or another value where nothing is known. */
const degrees = (most: number, unknown: Schema): Schema => ({
  description: 'WGS84 degrees.',
  anyOf: [{ type: 'number', minimum: -most, maximum: most }, unknown],
});

const suggestion = {
  id: placeId,
  name: text('Place name.'),
  descriptive_name: text('Longer description, such as name, region, country.'),
  country_iso: alpha3,
};

const emptyText: Schema = { const: '' };
const nothing: Schema = { type: 'null' };
const orUnknown = 'Null where the data does not know it.';

const nativePlace = record('The record of the dataset.', {
  id: placeId,
  dataset: geonames,
  geonameid: integer('Number of the place in GeoNames.', { minimum: 1 }),
  name: text('Name.'),
  asciiname: text('Name in ASCII.'),
  alternatenames: list(text('A name.'), 'Other names.'),
  latitude: number('WGS84 degrees.', { minimum: -90, maximum: 90 }),
  longitude: number('WGS84 degrees.', { minimum: -180, maximum: 180 }),
  feature_class: text('Feature class of GeoNames.'),
  feature_code: text('Feature code of GeoNames.'),
  country_iso: alpha3,
  country_code: text('ISO 3166-1 alpha-2.', { pattern: '^[A-Z]{2}$' }),
  cc2: list(text('ISO 3166-1 alpha-2.'), 'Further countries.'),
  admin1_code: text('First-level area.'),
  admin1_name: text('Its name.'),
  admin1_geonameid: integer('Its number.', { minimum: 1 }),
  admin2_code: text('Second-level area.'),
  admin2_name: text('Its name.'),
  admin2_geonameid: integer('Its number.', { minimum: 1 }),
  admin3_code: text('Third-level area.'),
  admin4_code: text('Fourth-level area.'),
  population: text('As the source writes it.', { pattern: '^\\d+$' }),
  elevation: orNull(number(orUnknown)),
  dem: integer('Digital elevation model, in metres.'),
  timezone: text('Zone name.'),
  language,
  modification_date: moment('When the record was changed last.'),
});

const usaAddress = {
  id: text('Unique id.'),
  dataset: text('Source identifier.', { const: 'usps' }),
  country: text('Name of the country.'),
  country_iso: alpha3,
  country_iso_2: text('ISO 3166-1 alpha-2.', { pattern: '^[A-Z]{2}$' }),
  language,
  line_1: text('Number, street and directions.'),
  line_2: text('The unit.'),
  last_line: text('City, state and ZIP code.'),
  city: text('City.'),
  state: text('Name of the state.'),
  state_abbreviation: text('Abbreviated.', { pattern: '^[A-Z]{2}$' }),
  zip_code: text('Five digits.', { pattern: '^\\d{5}$' }),
  zip_plus_4_code: text('Nine digits with a hyphen.', { pattern: '^\\d{5}-\\d{4}$' }),
  primary_number: text('House number.'),
  street_name: text('Street.'),
  street_suffix: text('Such as `St`.'),
  longitude: number('WGS84 degrees.', { minimum: -180, maximum: 180 }),
  latitude: number('WGS84 degrees.', { minimum: -90, maximum: 90 }),
  native: {
    type: 'object' as const,
    description: 'The raw record of the dataset. The interface does not show its members.',
    additionalProperties: true,
  },
};

const share = (description: string): Schema => number(description, { minimum: 0, maximum: 1 });

const match = {
  query: text('As it was sent.'),
  match: {
    description: 'The closest address; null where there is none.',
    anyOf: [named('Address'), nothing],
  },
  count: integer('Addresses the text fits equally well.', { minimum: 0 }),
  fit: share('How much of what was written is in the match.'),
  confidence: share('How sure the match is; 1 for a complete one.'),
};

const piece = (description: string): Schema => ({ type: ['string', 'null'], description });
const query = text('The address as it was written.', { minLength: 1 });

/** Schemas of what is looked up by name. */
export const lookupSchemas = {
  PlaceSuggestion: record('A place to choose from.', suggestion),
  PlaceSuggestions: record('Places, likeliest first.', {
    hits: list(named('PlaceSuggestion'), 'Each `descriptive_name` occurs once.', { maxItems: 10 }),
  }),
  Place: record('A place.', {
    ...suggestion,
    dataset: geonames,
    language,
    longitude: degrees(180, emptyText),
    latitude: degrees(90, emptyText),
    native: nativePlace,
  }),
  AddressSuggestions: decided(
    'autocomplete',
    record('Addresses that go on as was typed.', {
      hits: list(
        record('A line to choose from.', {
          id: text('Leads to the address.'),
          suggestion: text('Short, for people to read.'),
          urls: { type: 'object', description: 'Empty here.', additionalProperties: true },
        }),
        'Likeliest first.',
        { maxItems: 100 },
      ),
    }),
  ),
  Address: decided('usa address', record('An address. Missing text is empty.', usaAddress)),
  Addresses: decided(
    'coordinates',
    record('Addresses within 100 metres.', { hits: list(named('Address'), 'Nearest first.') }),
  ),
  VerifyRequest: {
    ...decided(
      'verify',
      record(
        'An address to verify.',
        {
          query,
          q: { ...query, description: 'The same as `query`, which wins.' },
          context: {
            type: ['string', 'null'],
            description: 'Country of the address.',
            default: 'usa',
          },
          city: piece('City.'),
          state: piece('State.'),
          zip_code: piece('ZIP code.'),
        },
        ['query', 'q', 'context', 'city', 'state', 'zip_code'],
      ),
    ),
    anyOf: [
      { required: ['query'], properties: { query: {} } },
      { required: ['q'], properties: { q: {} } },
    ],
  },
  Verification: decided(
    'verify',
    record('What an address was found to be.', {
      ...match,
      address_line_one: text('First line.'),
      address_line_two: text('Second line.'),
      city: text('City.'),
      state: text('Abbreviated.'),
      zip_code: text('Nine digits with a hyphen.'),
      country_iso_2: text('ISO 3166-1 alpha-2.'),
    }),
  ),
  CleanseRequest: decided(
    'cleanse',
    record(
      'An address to cleanse.',
      { query, postcode: piece('ZIP code.'), post_town: piece('City.'), county: piece('State.') },
      ['postcode', 'post_town', 'county'],
    ),
  ),
  Cleansing: decided('cleanse', record('The closest address.', match)),
  EmailValidation: decided(
    'emails',
    record('What is known of an email address.', {
      result: text('By syntax and lists; no connection is opened.', {
        enum: ['deliverable', 'not_deliverable', 'unknown'],
      }),
      deliverable: flag('Whether `result` is `deliverable`.'),
      disposable: flag('A mailbox that is thrown away.'),
      free: flag('A mailbox that costs nothing.'),
      role: flag('The name stands for a task, such as `info`.'),
      catchall: flag('The domain accepts mail for every name.'),
      suggestions: list(text('An address.'), 'What may have been meant.'),
    }),
  ),
  PhoneValidation: decided(
    'phone_numbers',
    record('What is known of a phone number. Text that is not known is empty.', {
      valid: flag('Whether the numbering plan knows the number.'),
      national_format: text('As it is dialled at home.'),
      international_format: text('As it is dialled from abroad.'),
      iso_country: text('ISO 3166-1 alpha-3.', { pattern: '^([A-Z]{3})?$' }),
      iso_country_2: text('ISO 3166-1 alpha-2.', { pattern: '^([A-Z]{2})?$' }),
      country: text('Name of the country.'),
      current_carrier: text('Who carries the number now.'),
      original_carrier: text('Who it was given to.'),
    }),
  ),
} satisfies Record<string, Schema>;
