// Finds values that cannot be right: a lookup of them would be billed and answered as invalid. Unusual values
// pass; the service knows more forms than this tool.
import { alpha2Of } from '../api/countries';
import type { Fields, InvalidReason, InvalidValue } from './lookup';

/** U+FF20 is the at sign of East Asian keyboards; some services read it as `@`. */
const atSign = /[@\uff20]/g;

/** An address inside other text: `Ada <ada@example.com>`, `mailto:ada@example.com`. */
const addressInText = [/<([^<>\s@]+@[^<>\s@]+)>\s*$/, /^mailto:([^\s@?]+@[^\s@?]+)/i];

/**
 * Why a text cannot be one e-mail address; undefined where it may be. Quoted mailboxes, comments in
 * parentheses, address literals and domains of any script pass.
 */
export function invalidEmail(text: string): InvalidValue | undefined {
  const value = text.trim();
  const invalid = (reason: InvalidReason) => ({ parameter: 'email', value, reason });
  for (const pattern of addressInText) {
    const [, suggestion] = pattern.exec(value) ?? [];
    if (suggestion !== undefined) return { ...invalid('address_in_text'), suggestion };
  }
  const signs = value.match(atSign)?.length ?? 0;
  if (signs === 0) return invalid('no_at_sign');
  // Inside quotes and comments nearly everything is allowed.
  if (/["\\()]/.test(value)) return undefined;
  if (/^[@\uff20]/.test(value)) return invalid('no_mailbox');
  if (/[@\uff20]$/.test(value)) return invalid('no_domain');
  if (signs > 1) return invalid(/[,;\s]/.test(value) ? 'several_addresses' : 'several_at_signs');
  // Blanks around dots and the at sign are an old form that some servers still read.
  if (/[^\s.@\uff20]\s+[^\s.@\uff20]/.test(value)) return invalid('blank_inside');
  return undefined;
}

// Phone numbers as the service reads them: in international form. They are judged by the numbering plans of
// libphonenumber, which are loaded only if the text alone does not decide.

/** A number with an explicit country code: `+44…`, `0044…`, `tel:+44…`. */
const international = /^(?:tel:)?[\s(]*(?:[+\uff0b]|00)/i;

/** Digits and the separators between them. */
const digitsOnly = /^[\d\s().\-/]+$/;

/** A number whose last part is a word, such as `1-800-FLOWERS`. */
const vanity = /^[+\uff0b\s(]*(?:[\s().\-/]*\d){4,}[\s().\-/]*[a-z][a-z\d\s.-]*$/i;

/** Digits that are dialled after the number itself. */
const extension = /(?:\bext(?:ension)?\b|;ext=|\bx|#).*$/i;

/** No number in international form has more, by the ITU's E.164. */
const maxPhoneDigits = 15;

/** No number with its country code has fewer digits, letters of a word included. */
const minPhoneDigits = 7;

/**
 * Why a phone number cannot be right: it has too few digits or too many, or begins with no country code and none is
 * given. Undefined if it may be right; words in place of digits, extensions and other text around a number pass.
 */
export async function invalidPhone(fields: Fields): Promise<InvalidValue | undefined> {
  const value = (fields.phone ?? '').trim();
  const invalid = (reason: InvalidReason) => ({ parameter: 'phone', value, reason });
  const country = fields.country?.trim() ?? '';
  const code = alpha2Of(country.toUpperCase());
  if (country !== '' && code === undefined) {
    return { parameter: 'country', value: country, reason: 'unknown_country' };
  }
  const digits = value.match(/\p{Nd}/gu)?.length ?? 0;
  if (digits === 0) return invalid('no_digits');
  if ((value.match(/[+\uff0b]/g)?.length ?? 0) > 1) return invalid('several_plus_signs');
  const [prefix] = international.exec(value) ?? [];
  const number = prefix === undefined ? value : value.slice(prefix.length);
  if (!digitsOnly.test(number)) {
    const whole = number.replace(extension, '').match(/\p{Nd}/gu)?.length ?? 0;
    if (whole > maxPhoneDigits) return invalid('too_many_digits');
    const letters = vanity.test(value) ? (value.match(/[a-z]/gi)?.length ?? 0) : 0;
    return digits + letters < minPhoneDigits ? invalid('too_few_digits') : undefined;
  }
  if (prefix !== undefined) {
    const reason = await wrongByPlan(number);
    return reason === undefined ? undefined : invalid(reason);
  }
  if (code !== undefined) {
    return (await internationalForm(value, code)) ? undefined : invalid('not_in_country');
  }
  return (await mayBeginWithCode(value)) ? undefined : invalid('no_country_code');
}

/** Why digits from their country code on are no number, by the numbering plans. Lengths between others pass. */
async function wrongByPlan(number: string): Promise<InvalidReason | undefined> {
  const { validatePhoneNumberLength } = await import('libphonenumber-js/max');
  switch (validatePhoneNumberLength(`+${number.replace(/\D/g, '')}`)) {
    case 'NOT_A_NUMBER':
    case 'TOO_SHORT':
      return 'too_few_digits';
    case 'TOO_LONG':
      return 'too_many_digits';
    case 'INVALID_COUNTRY':
      return 'unknown_country_code';
    default:
      return undefined;
  }
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
  const parsed = parsePhoneNumberFromString(number, { defaultCountry: country, extract: false });
  return parsed?.isPossible() === true ? parsed.number : undefined;
}
