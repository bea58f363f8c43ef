// Creates the errors for values that cannot be valid. waypost rejects these values before they cost a lookup.
import type { InvalidReason, InvalidValue } from '../../client/lookup';
import { invalidInput, type WaypostError } from '../../lib/errors';
import { shellWord } from '../../lib/shell-word';

const unchanged = 'To send the value unchanged, use --force.';
const oneAddress = 'Use one email address, for example ada@example.com.';
const oneNumber = 'Use a number with its country code, for example "+44 20 7946 0018".';

/**
 * The message and the hint for each reason why a value is invalid. The message begins after the invalid value: for
 * `notanemail`, the user sees `notanemail is not an email address: …`.
 */
const explanations: Readonly<Record<InvalidReason, readonly [message: string, hint: string]>> = {
  no_at_sign: ['is not an email address: it has no @', oneAddress],
  several_at_signs: ['is not an email address: it has more than one @', oneAddress],
  no_mailbox: ['is not an email address: there is no text before the @', oneAddress],
  no_domain: ['is not an email address: there is no text after the @', oneAddress],
  blank_inside: ['is not an email address: it contains a space', oneAddress],
  several_addresses: [
    'contains several email addresses',
    'Pass one email address, or use --file with a file that contains one address per row.',
  ],
  wrong_mailbox: [
    'is not an email address: the part before the @ contains invalid characters or dots',
    oneAddress,
  ],
  wrong_domain: [
    'is not an email address: the part after the @ is not a domain like example.com',
    oneAddress,
  ],
  domain_without_dot: ['is not an email address: the domain has no dot', oneAddress],
  address_in_text: ['contains other text in addition to an email address', oneAddress],
  no_digits: ['is not a phone number: it has no digits', oneNumber],
  too_few_digits: ['is not a phone number: it has too few digits', oneNumber],
  several_plus_signs: ['is not a phone number: it has more than one +', oneNumber],
  too_many_digits: ['is not a phone number: it has too many digits', oneNumber],
  other_digits: ['contains digits other than 0 to 9', oneNumber],
  wrong_character: ['is not a phone number: it contains invalid characters', oneNumber],
  number_in_text: ['contains other text in addition to a phone number', oneNumber],
  unknown_country_code: [
    'is not a phone number: it begins with an unknown country code',
    oneNumber,
  ],
  no_country_code: [
    'has no country code',
    'Set the country, for example --country US, or begin the number with + and the country code.',
  ],
  not_in_country: [
    'is too short or too long for a phone number in the country that --country specifies',
    'Check the digits, and the value of --country.',
  ],
  unknown_country: [
    'is not an ISO 3166-1 country code',
    'Use --country with two or three letters, for example US or USA.',
  ],
};

/** Returns the `invalid_input` error for an invalid value. */
export function invalidValueError({ value, reason, suggestion }: InvalidValue): WaypostError {
  const [message, hint] = explanations[reason];
  const next = suggestion === undefined ? hint : `Did you mean ${suggestion}?`;
  return invalidInput(`${value} ${message}.`, `${next} ${unchanged}`);
}

/**
 * Returns the error for an invalid value in a row. In a batch, the error of a row has no hint, so the message contains
 * the suggestion.
 */
export function invalidRowError(invalid: InvalidValue): WaypostError {
  const error = invalidValueError(invalid);
  if (invalid.suggestion === undefined) return error;
  return invalidInput(`${error.message} Did you mean ${invalid.suggestion}?`);
}

/** Returns the `invalid_input` error for a file name that was passed as a value to look up. */
export function fileAsValueError(path: string): WaypostError {
  return invalidInput(
    `${path} is a file, not a value to look up.`,
    `Use --file ${shellWord(path)} to look up the file's rows. ${unchanged}`,
  );
}
