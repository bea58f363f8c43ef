import { getCountries } from 'libphonenumber-js/max';
import { describe, expect, test } from 'vitest';
import type { PhoneValidation } from '../../../src/api/validations';
import {
  alpha3OfPhone,
  countryNameOf,
  validatePhone,
} from '../../../src/sandbox/validations/phones';

const unreadable: PhoneValidation = {
  valid: false,
  national_format: '',
  international_format: '',
  iso_country: '',
  iso_country_2: '',
  country: '',
  current_carrier: '',
  original_carrier: '',
};

const london: PhoneValidation = {
  valid: true,
  national_format: '020 7946 0018',
  international_format: '+44 20 7946 0018',
  iso_country: 'GBR',
  iso_country_2: 'GB',
  country: 'United Kingdom',
  current_carrier: '',
  original_carrier: '',
};

// Shows: Phone numbers are validated by their numbering plan.
describe('phone number validation', () => {
  test.each([
    ['+442079460018'],
    ['+44 20 7946 0018'],
    ['+44 (0)20 7946 0018'],
    [' +44-20-7946-0018 '],
    ['00442079460018'],
    ['0044 20 7946 0018'],
    ['442079460018'],
  ])('accepts the number %s as a valid London number', async (query) => {
    expect(await validatePhone(query)).toEqual(london);
  });

  test.each([
    ['+12025550199', '(202) 555-0199', '+1 202 555 0199', 'USA', 'US', 'United States'],
    ['+14165550123', '(416) 555-0123', '+1 416 555 0123', 'CAN', 'CA', 'Canada'],
    ['+4930901820', '030 901820', '+49 30 901820', 'DEU', 'DE', 'Germany'],
    ['+390236618300', '02 3661 8300', '+39 02 3661 8300', 'ITA', 'IT', 'Italy'],
    ['+80012345678', '1234 5678', '+800 1234 5678', '', '', ''],
  ])(
    'returns the country and the formats of the number %s',
    async (query, national, international, iso, iso2, country) => {
      expect(await validatePhone(query)).toEqual({
        valid: true,
        national_format: national,
        international_format: international,
        iso_country: iso,
        iso_country_2: iso2,
        country,
        current_carrier: '',
        original_carrier: '',
      });
    },
  );

  test.each([
    ['an unknown area code', '+1 199 555 0123', 'a number that its country never gave out'],
    ['too few digits', '+44 20 7946', 'a number cut off'],
    ['too many digits', '+1 202 555 01234', 'a number with a digit too many'],
  ])('parses a number with %s, but reports the number as invalid', async (_, query) => {
    const result = await validatePhone(query);
    expect(result.valid).toBe(false);
    expect(result.international_format).not.toBe('');
  });

  test.each([
    ['a national number', '020 7946 0018'],
    ['a number with an unknown country code', '+999 1234 5678'],
    ['a word', 'telephone'],
    ['text around a number', 'call +44 20 7946 0018 now'],
    ['only a plus sign', '+'],
    ['a number with far too many digits', `+44${'2'.repeat(1000)}`],
  ])('rejects a value that is not an international phone number (value: %s)', async (_, query) => {
    expect(await validatePhone(query)).toEqual(unreadable);
  });

  test('has an ISO code and a name for every country with phone numbers', () => {
    const codes = getCountries().map(alpha3OfPhone);
    expect(codes.filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([]);
    expect(new Set(codes).size).toBe(codes.length);
    expect(getCountries().filter((country) => countryNameOf(country) === '')).toEqual([]);
  });
});
