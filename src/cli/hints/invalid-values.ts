// Errors for values that cannot be right, before they cost a lookup.
import type { InvalidReason, InvalidValue } from '../../client/lookup';
import { invalidInput, type WaypostError } from '../../lib/errors';

/** The value as given, and nothing more. */
const asItIs = '--force sends it as it is.';
const oneAddress = 'Give one e-mail address, such as ada@example.com.';
const oneNumber = 'Give a number with its country code, such as "+44 20 7946 0018".';

interface Explanation {
  /** Follows the value: `notanemail is not an e-mail address: …`. */
  message: string;
  hint: string;
}

const explanations: Readonly<Record<InvalidReason, Explanation>> = {
  no_at_sign: { message: 'is not an e-mail address: it has no @', hint: oneAddress },
  several_at_signs: {
    message: 'is not an e-mail address: it has more than one @',
    hint: oneAddress,
  },
  no_mailbox: { message: 'is not an e-mail address: nothing is before the @', hint: oneAddress },
  no_domain: { message: 'is not an e-mail address: nothing is after the @', hint: oneAddress },
  blank_inside: { message: 'is not an e-mail address: it has a space in it', hint: oneAddress },
  several_addresses: {
    message: 'holds several e-mail addresses',
    hint: 'Give one, or a file with one in each row: --file <file>.',
  },
  address_in_text: { message: 'holds an e-mail address and more', hint: oneAddress },
  no_digits: {
    message: 'is not a phone number: it has no digits',
    hint: oneNumber,
  },
  too_few_digits: { message: 'is not a phone number: it has too few digits', hint: oneNumber },
  several_plus_signs: {
    message: 'is not a phone number: it has more than one +',
    hint: oneNumber,
  },
  too_many_digits: { message: 'is not a phone number: it has too many digits', hint: oneNumber },
  unknown_country_code: {
    message: 'is not a phone number: it begins with a country code that no country has',
    hint: oneNumber,
  },
  no_country_code: {
    message: 'has no country code',
    hint: 'Name its country with --country, such as --country US, or begin the number with + and the country code.',
  },
  not_in_country: {
    message: 'is too short or too long for a phone number of the country in --country',
    hint: 'Check the digits and the country.',
  },
  unknown_country: {
    message: 'is not a country code of ISO 3166-1',
    hint: 'Give --country two or three letters, such as US or USA.',
  },
};

/** The error for such a value; `invalid_input`. */
export function invalidValueError({ value, reason, suggestion }: InvalidValue): WaypostError {
  const { message, hint } = explanations[reason];
  const next = suggestion === undefined ? hint : `Did you mean ${suggestion}?`;
  return invalidInput(`${value} ${message}.`, `${next} ${asItIs}`);
}

/** The error for a file name in place of a value to look up; `invalid_input`. */
export function fileAsValueError(path: string): WaypostError {
  return invalidInput(
    `${path} is a file here, not a value to look up.`,
    `Look up every row of it with --file ${inShell(path)}. ${asItIs}`,
  );
}

/** A word of a command line, in quotes if a shell needs them. */
function inShell(word: string): string {
  return /^[\w./@%+:,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
