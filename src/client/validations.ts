// Validation of email addresses and phone numbers.
import { endpoints } from '../api/endpoints';
import { maximumEmail } from '../api/limits';
import { isObject } from '../lib/exact-json';
import { invalidEmail } from './email-check';
import { type LookupOperation, requiredValue } from './lookup';
import { invalidPhone, withInternationalNumber } from './phone-check';
import { rejected } from './reasons';

/** Checks whether an email address receives mail. Costs one lookup. */
export const emailValidate: LookupOperation = {
  endpoint: endpoints.emailValidate,
  required: ['email'],
  optional: [],
  dataset: 'email',
  request(fields) {
    const query = requiredValue(fields, 'email').trim();
    if ([...query].length > maximumEmail) {
      const message = `The email address has more than ${maximumEmail} characters.`;
      throw rejected('email_too_long', message);
    }
    return { query: { query } };
  },
  check: async ({ email = '' }) => invalidEmail(email),
  cost: () => 1,
  outcomes: ['deliverable', 'undeliverable', 'unknown'],
  outcome(result) {
    const { result: verdict, deliverable } = isObject(result) ? result : {};
    if (verdict === 'deliverable' || deliverable === true) return 'deliverable';
    return verdict === 'not_deliverable' ? 'undeliverable' : 'unknown';
  },
};

/** Checks whether a phone number is valid, and returns its details. Costs one lookup. */
export const phoneValidate: LookupOperation = {
  endpoint: endpoints.phoneValidate,
  required: ['phone'],
  // The country of a number without a country code. waypost uses the country only to convert the number, and does not
  // send the country.
  optional: ['country'],
  dataset: 'phone',
  request: (fields) => ({ query: { query: requiredValue(fields, 'phone').trim() } }),
  check: invalidPhone,
  prepare: withInternationalNumber,
  cost: () => 1,
  outcomes: ['valid', 'not_valid'],
  outcome: (result) => (isObject(result) && result.valid === true ? 'valid' : 'not_valid'),
};
