// The results of lookups: places, addresses, emails, phone numbers.
import * as z from 'zod/mini';
import {
  described,
  flag,
  integer,
  list,
  moment,
  notInServiceDocs,
  orNull,
  record,
  text,
} from './types';

const placeId = text('Unique id.', { pattern: /^geonames_[1-9]\d*$/ });
const geonames = described(z.literal('geonames'), 'Provenance.');
const alpha3 = text('Country, ISO 3166-1 alpha-3.', { pattern: /^[A-Z]{3}$/ });
const alpha2 = text('Country, ISO 3166-1 alpha-2.', { pattern: /^[A-Z]{2}$/ });
const language = text('ISO 639-1.', { pattern: /^[a-z]{2}$/ });

const between = (min: number, max: number) => z.number().check(z.gte(min), z.lte(max));

/** WGS84 degrees up to a maximum, or another value if they are unknown. */
const degrees = <U extends z.ZodMiniType>(most: number, unknown: U) =>
  described(z.union([between(-most, most), unknown]), 'WGS84 degrees.');

const orUnknown = 'Null where the data does not know it.';

export const placeSuggestion = record('A place to choose from.', {
  id: placeId,
  name: text('Place name.'),
  descriptive_name: text('Longer description, such as name, region, country.'),
  country_iso: alpha3,
});

export const placeSuggestions = record('Places, likeliest first.', {
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
  dem: described(z.int(), 'Digital elevation model, in metres.'),
  timezone: text('Zone name.'),
  language,
  modification_date: moment('When the record last changed.'),
});

export const place = record('A place.', {
  ...placeSuggestion.shape,
  dataset: geonames,
  language,
  longitude: degrees(180, z.literal('')),
  latitude: degrees(90, z.literal('')),
  native: nativePlace,
});

const addressSuggestion = record('A line to choose from.', {
  id: text('Leads to the address.'),
  suggestion: text('Short, for people to read.'),
  urls: described(z.record(z.string(), z.unknown()), 'Empty here.'),
});

export const addressSuggestions = notInServiceDocs(
  record('Addresses that begin with what was typed.', {
    hits: list(addressSuggestion, 'Likeliest first.', 100),
  }),
);

export const address = notInServiceDocs(
  record('An address. Missing text is empty.', {
    id: text('Unique id.'),
    dataset: described(z.literal('usps'), 'Source identifier.'),
    country: text('Name of the country.'),
    country_iso: alpha3,
    country_iso_2: alpha2,
    language,
    line_1: text('Number, street and directions.'),
    line_2: text('The unit.'),
    last_line: text('City, state and ZIP code.'),
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
  }),
);

export const addresses = notInServiceDocs(
  record('Addresses within 100 metres.', { hits: list(address, 'Nearest first.') }),
);

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

export const verification = notInServiceDocs(
  record('What an address was found to be. Without a match, numbers are 0 and text is empty.', {
    query,
    ...match.shape,
    address_line_one: text('First line.'),
    address_line_two: text('Second line.'),
    city: text('City.'),
    state: text('Abbreviated.'),
    zip_code: text('Nine digits with a hyphen.'),
    country_iso_2: text('ISO 3166-1 alpha-2.'),
  }),
);

export const cleansing = notInServiceDocs(
  record('The closest address.', { query, ...match.shape }),
);

export const emailValidation = notInServiceDocs(
  record('What is known of an email address.', {
    result: described(
      z.enum(['deliverable', 'not_deliverable', 'unknown']),
      'By syntax and lists; no connection is opened.',
    ),
    deliverable: flag('Whether `result` is `deliverable`.'),
    disposable: flag('The domain gives mailboxes that are thrown away.'),
    free: flag('The domain gives mailboxes for nothing.'),
    role: flag('The name stands for a task, such as `info`.'),
    catchall: flag('The domain accepts mail for every name.'),
    suggestions: list(text('An address.'), 'What may have been meant, likeliest first.'),
  }),
);

export const phoneValidation = notInServiceDocs(
  record('What is known of a phone number. Text that is not known is empty.', {
    valid: flag('Whether the numbering plan knows the number.'),
    national_format: text('As it is dialled at home.'),
    international_format: text('As it is dialled from abroad.'),
    iso_country: text('ISO 3166-1 alpha-3; empty for numbers of no country.', {
      pattern: /^([A-Z]{3})?$/,
    }),
    iso_country_2: text('ISO 3166-1 alpha-2.', { pattern: /^([A-Z]{2})?$/ }),
    country: text('Name of the country.'),
    current_carrier: text('Who carries the number now.'),
    original_carrier: text('Who it was given to.'),
  }),
);

export type UsaAddress = z.infer<typeof address>;
export type AddressSuggestion = z.infer<typeof addressSuggestion>;
/** The closest address to a written one. */
export type AddressMatch = z.infer<typeof match>;
export type Verification = z.infer<typeof verification>;
export type Cleansing = z.infer<typeof cleansing>;
export type EmailValidation = z.infer<typeof emailValidation>;
export type PhoneValidation = z.infer<typeof phoneValidation>;
