// Phone numbers as the service reads them: in international form. What tells numbers apart is the numbering
// plans of libphonenumber, loaded only where the text alone does not tell.
import type { CountryCode } from 'libphonenumber-js/max';
import { alpha2Of } from '../api/countries';
import type { InvalidReason, InvalidValue } from './invalid-value';
import type { Fields } from './lookup';

/** A number that says itself that its country code comes first: `+44…`, `0044…`, `tel:+44…`. */
const international = /^(?:tel:)?[\s(]*(?:[+\uff0b]|00)/i;

/** Digits and the characters that are written between them. */
const digitsOnly = /^[\d\s().\-/]+$/;

/**
 * Why a phone number cannot be right: it holds no digit, or has no country code and none is given. Undefined
 * where it may be right; letters, extensions and scripts that are not known here pass.
 */
export async function invalidPhone(fields: Fields): Promise<InvalidValue | undefined> {
  const value = (fields.phone ?? '').trim();
  const invalid = (reason: InvalidReason) => ({ parameter: 'phone', value, reason });
  const country = fields.country?.trim() ?? '';
  const code = alpha2Of(country.toUpperCase());
  if (country !== '' && code === undefined) {
    return { parameter: 'country', value: country, reason: 'unknown_country' };
  }
  if (!/\p{Nd}/u.test(value)) return invalid('no_digits');
  if (international.test(value) || !digitsOnly.test(value)) return undefined;
  if (code !== undefined) {
    return (await internationalForm(value, code)) === undefined
      ? invalid('not_in_country')
      : undefined;
  }
  return (await mayBeginWithCode(value)) ? undefined : invalid('no_country_code');
}

/** Whether digits may be a whole number that begins with its country code, by the numbering plans. */
async function mayBeginWithCode(digits: string): Promise<boolean> {
  const plans = await import('libphonenumber-js/max');
  const [, inParentheses] = /^\((\d+)\)/.exec(digits) ?? [];
  const isCode = (text: string) =>
    plans.getCountries().some((country) => plans.getCountryCallingCode(country) === text);
  // `(650) …` begins like Singapore's 65, but what stands in parentheses is an area code.
  if (inParentheses !== undefined && !isCode(inParentheses)) return false;
  return plans.validatePhoneNumberLength(`+${digits}`) === undefined;
}

/** The parameters with a national number in international form, where its country is given. */
export async function withInternationalNumber(fields: Fields): Promise<Fields> {
  const { phone = '', country, ...others } = fields;
  const code = alpha2Of((country ?? '').trim().toUpperCase());
  if (code === undefined || international.test(phone.trim())) return { ...others, phone };
  return { ...others, phone: (await internationalForm(phone.trim(), code)) ?? phone };
}

/** `+14155552671` of `(415) 555-2671` in US; undefined where it is no number of that country's length. */
async function internationalForm(number: string, country: string): Promise<string | undefined> {
  const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  if (!isSupportedCountry(country)) return undefined;
  const options: { defaultCountry: CountryCode; extract: false } = {
    defaultCountry: country,
    extract: false,
  };
  const parsed = parsePhoneNumberFromString(number, options);
  return parsed?.isPossible() === true ? parsed.number : undefined;
}
