// The flat record that every address endpoint answers, and the short line for lists.
import type { UsaAddress } from '../schemas/lookup-results';
import type { AddressRow } from './address-rows';
import { stateNames } from './states';

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

/** The line for a list of suggestions: unique, as no two rows are the same address. */
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
