// Phone number validation, GET /phone_numbers, by libphonenumber with its full metadata: the short one checks
// only lengths in many countries. Loaded on first use.
import { alpha3Of as isoAlpha3Of } from '../../api/countries';
import type { PhoneValidation } from '../../api/validations';
import { Refusal } from '../http/responses';
import { phoneCarriers } from './test-values';

/**
 * Validates a phone number in international format: with its country code as `+44`, `0044` or `44`. A number
 * that can't be read is not valid, and all its text is "".
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
    ...phoneCarriers[number?.number ?? '']?.answer,
  };
}

/** `0044…` and `44…` as `+44…`. */
function withPlus(query: string): string {
  const number = query.trim();
  if (/^[+＋]/.test(number)) return number;
  return /^\d/.test(number) ? `+${number.replace(/^00/, '')}` : number;
}

/** Ascension, Tristan da Cunha and Kosovo have codes that ISO reserves for them or for users. */
const beyondIso: Readonly<Record<string, string>> = { AC: 'ASC', TA: 'TAA', XK: 'XKX' };

/** Alpha-3 for alpha-2, or "". */
export function alpha3OfPhone(alpha2: string): string {
  return isoAlpha3Of(alpha2) ?? beyondIso[alpha2] ?? '';
}

/** English name of a country by alpha-2, as Node's own data has it, or "". */
export function countryNameOf(alpha2: string): string {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return names.of(alpha2) ?? '';
}
