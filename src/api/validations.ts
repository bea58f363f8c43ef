// The operations that validate email addresses and phone numbers.
import * as z from 'zod/mini';
import { maximumEmail } from './limits';
import { billed, inQuery, notDetailed, type Operations, ofLookup } from './operation';
import { component, described, flag, list, type ResultOf, text, undocumented } from './schema';

export const emailValidation = component(
  'EmailValidation',
  undocumented('The result of an email validation.'),
  {
    result: described(
      z.enum(['deliverable', 'not_deliverable', 'unknown']),
      'Whether the address receives mail. The sandbox checks the syntax, and looks for the domain in its lists of known domains. The sandbox does not connect to a mail server.',
    ),
    deliverable: flag('Whether `result` is `deliverable`.'),
    disposable: flag('Whether the domain provides disposable mailboxes.'),
    free: flag('Whether the domain provides free mailboxes.'),
    role: flag('Whether the part before the `@` is a role, such as `info`.'),
    catchall: flag('Whether the domain accepts mail for every address.'),
    suggestions: list(
      text('An email address.'),
      'Similar addresses that the user might mean, most likely first.',
    ),
  },
);

export const phoneValidation = component(
  'PhoneValidation',
  undocumented(
    'The result of a phone number validation. If the value of a text field is unknown, the field contains an empty string.',
  ),
  {
    valid: flag('Whether the number is valid in its numbering plan.'),
    national_format: text('Number as dialed within the country.'),
    international_format: text('Number as dialed from other countries.'),
    iso_country: text(
      'Country, ISO 3166-1 alpha-3. Empty if the number does not belong to a country.',
      {
        pattern: /^([A-Z]{3})?$/,
      },
    ),
    iso_country_2: text('Country, ISO 3166-1 alpha-2.', { pattern: /^([A-Z]{2})?$/ }),
    country: text('Name of the country.'),
    current_carrier: text('The number’s current carrier.'),
    original_carrier: text('The number’s original carrier.'),
  },
);

export const operations = {
  emailValidate: {
    method: 'GET',
    path: '/emails',
    credential: 'api_key',
    billed: true,
    command: 'emails validate',
    tag: 'Validation',
    summary: 'Validate an email address',
    description: notDetailed,
    parameters: {
      email: {
        ...inQuery('query', 'The email address, at most 320 characters.', {
          type: 'string',
          maxLength: maximumEmail,
        }),
        required: true,
      },
      ...ofLookup,
    },
    result: emailValidation,
    codes: [...billed, 40011, 40017],
  },
  phoneValidate: {
    method: 'GET',
    path: '/phone_numbers',
    credential: 'api_key',
    billed: true,
    command: 'phones validate',
    tag: 'Validation',
    summary: 'Validate a phone number',
    description: notDetailed,
    parameters: {
      phone: {
        ...inQuery('query', 'The phone number, in international format.'),
        required: true,
      },
      ...ofLookup,
    },
    result: phoneValidation,
    codes: [...billed, 40011, 4290],
  },
} as const satisfies Operations;

export type EmailValidation = ResultOf<typeof emailValidation>;
export type PhoneValidation = ResultOf<typeof phoneValidation>;
