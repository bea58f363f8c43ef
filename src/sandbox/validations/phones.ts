// Phone number validation (GET /phone_numbers) with libphonenumber. The sandbox uses the library's full metadata. With
// the smaller metadata, the library checks only the length of many countries' numbers. The first validation loads the
// library.
import { alpha3Of as isoAlpha3Of } from '../../api/countries';
import type { PhoneValidation } from '../../api/validations';
import { Refusal } from '../http/responses';
import { phoneCarriers } from './test-values';

/**
 * Validates a phone number in international format. The country calling code can be written as `+44`, `0044` or `44`.
 * If the library cannot parse the number, `valid` is false, and all text fields of the result are empty.
 * @throws Refusal 40011 if the query is empty or is not text.
 */
export async function validatePhone(query: unknown): Promise<PhoneValidation> {
  if (typeof query !== 'string' || query.trim() === '') throw new Refusal(40011);
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const number = parsePhoneNumberFromString(withPlus(query), { extract: false });
  const country = number?.country ?? '';
  return {
    valid: number?.isValid() ?? false,
    national_format: number?.formatNational() ?? '',
    international_format: number?.formatInternational() ?? '',
    iso_country: country === '' ? '' : alpha3OfPhone(country),
    iso_country_2: country,
    country: country === '' ? '' : countryNameOf(country),
    current_carrier: '',
    original_carrier: '',
    ...phoneCarriers[number?.number ?? '']?.result,
  };
}

/** Returns a phone number with a plus sign: `0044…` and `44…` become `+44…`. */
function withPlus(query: string): string {
  const number = query.trim();
  if (/^[+＋]/.test(number)) return number;
  return /^\d/.test(number) ? `+${number.replace(/^00/, '')}` : number;
}

/**
 * The alpha-3 codes of territories to which ISO 3166-1 does not officially assign codes: Ascension, Tristan da Cunha
 * and Kosovo.
 */
const beyondIso: Readonly<Record<string, string>> = { AC: 'ASC', TA: 'TAA', XK: 'XKX' };

/** Returns the alpha-3 code for an alpha-2 code, or an empty string if the alpha-2 code is unknown. */
export function alpha3OfPhone(alpha2: string): string {
  return isoAlpha3Of(alpha2) ?? beyondIso[alpha2] ?? '';
}

/**
 * Returns a country's English name from the locale data in Node.js, or an empty string if the alpha-2 code is unknown.
 */
export function countryNameOf(alpha2: string): string {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return names.of(alpha2) ?? '';
}
