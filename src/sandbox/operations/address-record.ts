// The one flat format in which every address endpoint answers (decisions, "usa address"; interface,
// "Address record"), and the short line that stands for it in lists.
import type { AddressRow } from './address-rows';
import { stateNames } from './states';

/** The flat address record. Missing text is "". */
export interface UsaAddress {
  id: string;
  dataset: 'usps';
  country: 'United States';
  country_iso: 'USA';
  country_iso_2: 'US';
  language: 'en';
  /** Number, street and directions, as on an envelope. */
  line_1: string;
  /** The unit, if the address has one. */
  line_2: string;
  /** City, state and ZIP+4. */
  last_line: string;
  city: string;
  /** Name of the state. */
  state: string;
  state_abbreviation: string;
  /** Five digits. */
  zip_code: string;
  /** Nine digits with a hyphen. */
  zip_plus_4_code: string;
  primary_number: string;
  street_name: string;
  /** Abbreviated, such as `St`. */
  street_suffix: string;
  longitude: number;
  latitude: number;
  /** The line of the data as it is, and the plain statement that it is made up. */
  native: AddressRow & { dataset: 'usps'; synthetic: true };
}

/** The flat record of a line of the data. */
export function recordOf(row: AddressRow): UsaAddress {
  const zipPlus4 = `${row.zip_code}-${row.plus_4_code}`;
  return {
    id: row.id,
    dataset: 'usps',
    country: 'United States',
    country_iso: 'USA',
    country_iso_2: 'US',
    language: 'en',
    line_1: lineOneOf(row),
    line_2: lineTwoOf(row),
    last_line: `${row.city} ${row.state_abbreviation} ${zipPlus4}`,
    city: row.city,
    state: stateNames[row.state_abbreviation] ?? '',
    state_abbreviation: row.state_abbreviation,
    zip_code: row.zip_code,
    zip_plus_4_code: zipPlus4,
    primary_number: row.primary_number,
    street_name: row.street_name,
    street_suffix: row.street_suffix_abbreviation,
    longitude: row.longitude,
    latitude: row.latitude,
    native: { ...row, dataset: 'usps', synthetic: true },
  };
}

/** The line a person chooses from while typing: unique, as no two rows are the same address. */
export function suggestionOf(row: AddressRow): string {
  const lines = [lineOneOf(row), lineTwoOf(row), row.city, row.state_abbreviation, row.zip_code];
  return lines.filter((line) => line !== '').join(', ');
}

function lineOneOf(row: AddressRow): string {
  return joined(
    row.primary_number,
    row.street_pre_directional_abbreviation,
    row.street_name,
    row.street_suffix_abbreviation,
    row.street_post_directional_abbreviation,
  );
}

function lineTwoOf(row: AddressRow): string {
  return joined(row.address_secondary_abbreviation, row.secondary_number);
}

function joined(...parts: string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}
