// Before waypost sends a billable request, this module rejects text that cannot be a phone number. If waypost sent such
// text, the service would bill the lookup and report the number as invalid. Like the service, this module expects a
// number to begin with a country code. If `country` is set, this module also accepts national numbers. This module
// loads libphonenumber's numbering plans only if a check requires them.
import { alpha2Of } from '../api/countries';
import type { InvalidReason, InvalidValue, LookupParameters } from './lookup';

/** Matches the international prefix before a country code: the plus sign in `+44…` or the zeros in `0044…`. */
const international = /^[\s(]*(?:[+\uff0b]|00)/i;

/** Matches digits and the separators between them. libphonenumber checks all other text. */
const digitsOnly = /^[\d \t\u00a0().\-/]+$/;

/**
 * Matches a plus sign and country code in parentheses, as in `(+1) 415…`. The service does not accept this notation.
 */
const codeInParentheses = /^\(\s*([+\uff0b][\s\d]*)\)/;

/** Matches a number that is completely in parentheses, or that begins with a separator. */
const surrounded = /^(?:\([^()]*\)$|[.\-/])/;

/** Matches the full-width plus sign and digits, which East Asian keyboards can produce. */
const fullWidth = /[\uff0b\uff10-\uff19]/;

/** Matches a digit other than 0 to 9, such as an Arabic-Indic digit. */
const otherDigit = /(?![0-9])\p{Nd}/u;

/** Matches a number that ends in a word, such as `1-800-FLOWERS`. */
const vanity = /^[+\uff0b\s(]*(?:[\s().\-/]*\d){4,}[\s().\-/]*[a-z][a-z\d\s.-]*$/i;

/** Matches an extension: digits that the caller dials after the number. */
const extension = /(?:\bext(?:ension)?\b|;ext=|\bx|#).*$/i;

/** The maximum number of digits in international format (ITU-T E.164). */
const maxPhoneDigits = 15;

/** The minimum number of digits in a number, including the country code. Each letter of a vanity number, such as `1-800-FLOWERS`, counts as a digit. */
const minPhoneDigits = 7;

/** The maximum length of text that libphonenumber reads, in characters. */
const longestNumber = 250;

/**
 * Returns the reason why a phone number is invalid: for example, the number has too few digits, its country code is
 * unknown, or other text surrounds the number. Returns undefined if the number might be valid. Accepts extensions, and
 * words that replace digits, as in `1-800-FLOWERS`. If the intended number is clear, `suggestion` contains that number.
 */
export async function invalidPhone(fields: LookupParameters): Promise<InvalidValue | undefined> {
  const value = (fields.phone ?? '').trim();
  const country = fields.country?.trim() ?? '';
  const code = alpha2Of(country.toUpperCase());
  if (country !== '' && code === undefined) {
    return { parameter: 'country', value: country, reason: 'unknown_country' };
  }
  const reason = await whyNoNumber(value, code);
  if (reason === undefined) return undefined;

  const inside = await numberInside(value);
  const reasonInside = inside === value ? reason : await whyNoNumber(inside, code);
  if (reasonInside === undefined) {
    const isKept = reason === 'other_digits' || reason === 'several_plus_signs';
    const shown = isKept ? reason : 'number_in_text';
    return { parameter: 'phone', value, reason: shown, suggestion: inside };
  }
  const isRead = reasonInside !== 'no_digits';
  const isDirt = isRead && (reason === 'other_digits' || reason === 'wrong_character');
  return { parameter: 'phone', value, reason: isDirt ? reasonInside : reason };
}

async function whyNoNumber(
  value: string,
  country: string | undefined,
): Promise<InvalidReason | undefined> {
  const digits = digitsIn(value);
  if (digits === 0) return 'no_digits';
  if ((value.match(/[+\uff0b]/g)?.length ?? 0) > 1) return 'several_plus_signs';
  const [prefix] = international.exec(value) ?? [];
  const number = prefix === undefined ? value : value.slice(prefix.length);
  if (!digitsOnly.test(number) || fullWidth.test(value)) {
    return whyNotReadable(value, number, country);
  }
  if (surrounded.test(value) || codeInParentheses.test(value)) return 'wrong_character';
  if (prefix !== undefined) return wrongByPlan(number);
  if (country !== undefined) {
    return (await internationalForm(value, country)) ? undefined : 'not_in_country';
  }
  return (await mayBeginWithCode(value)) ? undefined : 'no_country_code';
}

/**
 * Checks text that contains characters other than ASCII digits and separators. Returns the reason why the text is not a
 * phone number, or undefined if the text might be a phone number. `number` is the text without its international
 * prefix.
 */
async function whyNotReadable(
  value: string,
  number: string,
  country: string | undefined,
): Promise<InvalidReason | undefined> {
  if (digitsIn(number.replace(extension, '')) > maxPhoneDigits) return 'too_many_digits';
  if (value.length > longestNumber) return 'wrong_character';
  const isWord = vanity.test(value) && /[a-z]{3}/i.test(value);
  const letters = isWord ? (value.match(/[a-z]/gi)?.length ?? 0) : 0;
  if (digitsIn(value) + letters < minPhoneDigits) return 'too_few_digits';
  if (number === value && country !== undefined && (await internationalForm(value, country))) {
    return undefined;
  }
  if (fullWidth.test(value)) return 'other_digits';
  // The service accepts digits of other scripts only after a plus sign.
  if (number === value && otherDigit.test(value)) return 'other_digits';

  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const parsed = parsePhoneNumberFromString(`+${number}`, { extract: false });
  if (parsed !== undefined && number !== value) return wrongByPlan(parsed.number);
  if (parsed?.ext !== undefined) return undefined;
  if (parsed !== undefined) {
    return (await mayBeginWithCode(parsed.number.slice(1))) ? undefined : 'no_country_code';
  }
  const [beforeWord = ''] = /^[^a-z]*/i.exec(number) ?? [];
  const isComplete = parsePhoneNumberFromString(`+${beforeWord}`)?.isValid() === true;
  if (isWord && !isComplete) return undefined;
  return 'wrong_character';
}

function digitsIn(text: string): number {
  return text.match(/\p{Nd}/gu)?.length ?? 0;
}

/**
 * Matches the text from the first plus sign or digit to the last digit. If an area code in parentheses comes first, the
 * match includes the opening parenthesis.
 */
const firstToLastDigit = /(?:[+\uff0b]|\((?=\p{Nd}{1,4}\)))?\p{Nd}.*\p{Nd}/su;

/** Matches the decimals that a spreadsheet adds if it treats a phone number as a decimal number. */
const decimals = /\.0$/;

/**
 * Returns the number inside text such as `tel:+44…` or `"+44…"`, in ASCII digits. If the text contains no number,
 * returns the normalized text.
 */
async function numberInside(value: string): Promise<string> {
  if (value.length > longestNumber) return value;
  const { parseDigits } = await import('libphonenumber-js/max');
  const [number = value] = firstToLastDigit.exec(value.replace(codeInParentheses, '$1')) ?? [];
  return number
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => parseDigits(digit))
    .replace(decimals, '');
}

/**
 * Returns the reason why digits with a country code are not a phone number, or undefined if the digits might be a phone
 * number. Checks the number of digits against the numbering plans. Accepts every length between the shortest and the
 * longest valid length.
 */
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

/** True if the digits can be a complete number that begins with a country code, according to the numbering plans. */
async function mayBeginWithCode(digits: string): Promise<boolean> {
  const plans = await import('libphonenumber-js/max');
  const [, inParentheses] = /^\((\d+)\)/.exec(digits) ?? [];
  const isCode = (text: string) =>
    plans.getCountries().some((country) => plans.getCountryCallingCode(country) === text);
  // `(650) …` begins with 65, the country code of Singapore. However, 650 is not a country code, so it is an area code.
  if (inParentheses !== undefined && !isCode(inParentheses)) return false;
  return plans.validatePhoneNumberLength(`+${digits}`) === undefined;
}

/**
 * Returns the parameters without `country`, which waypost does not send. If the number's country is known, converts a
 * national number to international format.
 */
export async function withInternationalNumber(fields: LookupParameters): Promise<LookupParameters> {
  const { phone = '', country, ...others } = fields;
  const code = alpha2Of((country ?? '').trim().toUpperCase());
  if (code === undefined || international.test(phone.trim())) return { ...others, phone };
  return { ...others, phone: (await internationalForm(phone.trim(), code)) ?? phone };
}

/**
 * Returns a number in international format: for example, `+14155552671` for `(415) 555-2671` with the country `US`.
 * Returns undefined if the country is not supported or has no numbers of this length.
 */
async function internationalForm(number: string, country: string): Promise<string | undefined> {
  const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  if (!isSupportedCountry(country)) return undefined;
  const parsed = parsePhoneNumberFromString(number, { defaultCountry: country, extract: false });
  return parsed?.isPossible() === true ? parsed.number : undefined;
}
