// Finds texts that cannot be a phone number: a lookup of them would be billed and answered as invalid. Numbers are
// read as the service reads them, in international form, by the numbering plans of libphonenumber, which are loaded
// only if the text alone does not decide.
import { alpha2Of } from '../api/countries';
import type { InvalidReason, InvalidValue, LookupParameters } from './lookup';

/** A number with an explicit country code: `+44…`, `0044…`. */
const international = /^[\s(]*(?:[+\uff0b]|00)/i;

/** Digits and the separators between them; others are left to libphonenumber. */
const digitsOnly = /^[\d \t\u00a0().\-/]+$/;

/** A country code in parentheses with its plus sign, which the service takes for no number: `(+1) 415…`. */
const codeInParentheses = /^\(\s*([+\uff0b][\s\d]*)\)/;

/** A number in parentheses, or behind a separator. */
const surrounded = /^(?:\([^()]*\)$|[.\-/])/;

/** The plus sign and the digits of East Asian keyboards. */
const fullWidth = /[\uff0b\uff10-\uff19]/;

/** A digit of another script. */
const otherDigit = /(?![0-9])\p{Nd}/u;

/** A number whose last part is a word, such as `1-800-FLOWERS`. */
const vanity = /^[+\uff0b\s(]*(?:[\s().\-/]*\d){4,}[\s().\-/]*[a-z][a-z\d\s.-]*$/i;

/** Digits that are dialled after the number itself. */
const extension = /(?:\bext(?:ension)?\b|;ext=|\bx|#).*$/i;

/** No number in international form has more, by the ITU's E.164. */
const maxPhoneDigits = 15;

/** No number with its country code has fewer digits, letters of a word included. */
const minPhoneDigits = 7;

/** libphonenumber reads no longer text. */
const longestNumber = 250;

/**
 * Returns why a phone number cannot be right: it has too few digits or too many, has no country code and none is
 * given, or other text is around it. Returns undefined if the number can be right; words in place of digits and
 * extensions pass. If the number that was meant is plain, it is the suggestion.
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

/** Why a text of more than ASCII digits and separators is no number; `number` is the text without its prefix. */
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
  // The service takes digits of other scripts for a number only if it begins with +.
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

/** From the first plus sign or digit to the last digit, with the parentheses of an area code. */
const firstToLastDigit = /(?:[+\uff0b]|\((?=\p{Nd}{1,4}\)))?\p{Nd}.*\p{Nd}/su;

/** A whole number as programs write it that take numbers for amounts. */
const decimals = /\.0$/;

/** The number in a text such as `tel:+44…` or `"+44…"`, in ASCII digits; the text itself if it has none. */
async function numberInside(value: string): Promise<string> {
  if (value.length > longestNumber) return value;
  const { parseDigits } = await import('libphonenumber-js/max');
  const [number = value] = firstToLastDigit.exec(value.replace(codeInParentheses, '$1')) ?? [];
  return number
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => parseDigits(digit))
    .replace(decimals, '');
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
export async function withInternationalNumber(fields: LookupParameters): Promise<LookupParameters> {
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
