import { describe, expect, test } from 'vitest';
import { resolveUsa } from '../../../src/sandbox/addresses/addresses';

describe('US address resolution', () => {
  test('returns the complete address record', () => {
    expect(resolveUsa('usps_2130206771')).toEqual({
      id: 'usps_2130206771',
      dataset: 'usps',
      country: 'United States',
      country_iso: 'USA',
      country_iso_2: 'US',
      language: 'en',
      line_1: '1226 W Main St',
      line_2: 'Apt 1',
      last_line: 'Springfield IL 62701-2413',
      city: 'Springfield',
      state: 'Illinois',
      state_abbreviation: 'IL',
      zip_code: '62701',
      zip_plus_4_code: '62701-2413',
      primary_number: '1226',
      street_name: 'Main',
      street_suffix: 'St',
      longitude: -89.65761,
      latitude: 39.79014,
      native: {
        id: 'usps_2130206771',
        dataset: 'usps',
        synthetic: true,
        primary_number: '1226',
        street_pre_directional_abbreviation: 'W',
        street_name: 'Main',
        street_suffix_abbreviation: 'St',
        street_post_directional_abbreviation: '',
        address_secondary_abbreviation: 'Apt',
        secondary_number: '1',
        city: 'Springfield',
        state_abbreviation: 'IL',
        zip_code: '62701',
        plus_4_code: '2413',
        longitude: -89.65761,
        latitude: 39.79014,
      },
    });
  });

  test('returns "" for a field that has no value', () => {
    expect(resolveUsa('usps_1008160919')).toMatchObject({ line_2: '' });
  });
});
