// Errors for values that cannot be right, before they cost a lookup.
import type { InvalidReason, InvalidValue } from '../../client/lookup';
import { invalidInput, type WaypostError } from '../../lib/errors';
import { shellWord } from '../../lib/shell-word';

/** The value as given, and nothing more. */
const asItIs = '--force sends it as it is.';
const oneAddress = 'Give one e-mail address, such as ada@example.com.';
const oneNumber = 'Give a number with its country code, such as "+44 20 7946 0018".';

/** What is wrong, which follows the value: `notanemail is not an e-mail address: …`; and what to do. */
const explanations: Readonly<Record<InvalidReason, readonly [message: string, hint: string]>> = {
  no_at_sign: ['is not an e-mail address: it has no @', oneAddress],
  several_at_signs: ['is not an e-mail address: it has more than one @', oneAddress],
  no_mailbox: ['is not an e-mail address: nothing is before the @', oneAddress],
  no_domain: ['is not an e-mail address: nothing is after the @', oneAddress],
  blank_inside: ['is not an e-mail address: it has a space in it', oneAddress],
  several_addresses: [
    'holds several e-mail addresses',
    'Give one, or a file with one in each row: --file <file>.',
  ],
  wrong_mailbox: [
    'is not an e-mail address: the part before the @ has characters or dots that cannot be there',
    oneAddress,
  ],
  wrong_domain: [
    'is not an e-mail address: the part after the @ is not a domain, such as example.com',
    oneAddress,
  ],
  domain_without_dot: ['is not an e-mail address: the domain has no dot', oneAddress],
  address_in_text: ['holds an e-mail address and more', oneAddress],
  no_digits: ['is not a phone number: it has no digits', oneNumber],
  too_few_digits: ['is not a phone number: it has too few digits', oneNumber],
  several_plus_signs: ['is not a phone number: it has more than one +', oneNumber],
  too_many_digits: ['is not a phone number: it has too many digits', oneNumber],
  other_digits: ['is not written in the digits 0 to 9', oneNumber],
  wrong_character: ['is not a phone number: it has characters that no number has', oneNumber],
  number_in_text: ['holds a phone number and more', oneNumber],
  unknown_country_code: [
    'is not a phone number: it begins with a country code that no country has',
    oneNumber,
  ],
  no_country_code: [
    'has no country code',
    'Name its country with --country, such as --country US, or begin the number with + and the country code.',
  ],
  not_in_country: [
    'is too short or too long for a phone number of the country in --country',
    'Check the digits and the country.',
  ],
  unknown_country: [
    'is not a country code of ISO 3166-1',
    'Give --country two or three letters, such as US or USA.',
  ],
};

/** The error for such a value; `invalid_input`. */
export function invalidValueError({ value, reason, suggestion }: InvalidValue): WaypostError {
  const [message, hint] = explanations[reason];
  const next = suggestion === undefined ? hint : `Did you mean ${suggestion}?`;
  return invalidInput(`${value} ${message}.`, `${next} ${asItIs}`);
}

/** The error for such a value in a row, where no hint is shown: the message has the suggestion. */
export function invalidRowError(invalid: InvalidValue): WaypostError {
  const error = invalidValueError(invalid);
  if (invalid.suggestion === undefined) return error;
  return invalidInput(`${error.message} Did you mean ${invalid.suggestion}?`);
}

/** The error for a file name in place of a value to look up; `invalid_input`. */
export function fileAsValueError(path: string): WaypostError {
  return invalidInput(
    `${path} is a file here, not a value to look up.`,
    `Look up every row of it with --file ${shellWord(path)}. ${asItIs}`,
  );
}
