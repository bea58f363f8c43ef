// Phone number validation, GET /phone_numbers, with libphonenumber. It uses the full metadata, because the short
// metadata only checks lengths in many countries. The library is loaded on first use.
import { alpha3Of as isoAlpha3Of } from '../../api/countries';
import type { PhoneValidation } from '../../api/validations';
import { Refusal } from '../http/responses';
import { phoneCarriers } from './test-values';

/**
 * Validates a phone number in international format, with its country code as `+44`, `0044` or `44`. A number that
 * cannot be parsed is not valid, and all its text is empty.
 * @throws Refusal 40011 for a query without text.
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

/** Returns a number with a plus sign: `0044…` and `44…` become `+44…`. */
function withPlus(query: string): string {
  const number = query.trim();
  if (/^[+＋]/.test(number)) return number;
  return /^\d/.test(number) ? `+${number.replace(/^00/, '')}` : number;
}

/** Codes that ISO 3166-1 does not have, but reserves: Ascension, Tristan da Cunha and Kosovo. */
const beyondIso: Readonly<Record<string, string>> = { AC: 'ASC', TA: 'TAA', XK: 'XKX' };

/** Returns the alpha-3 code for an alpha-2 code; empty for an unknown code. */
export function alpha3OfPhone(alpha2: string): string {
  return isoAlpha3Of(alpha2) ?? beyondIso[alpha2] ?? '';
}

/** Returns the English name of a country by its alpha-2 code, from Node's data; empty for an unknown code. */
export function countryNameOf(alpha2: string): string {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return names.of(alpha2) ?? '';
}
