// The validation of email addresses and phone numbers.
import * as z from 'zod/mini';
import { maximumEmail } from './limits';
import { billed, inQuery, notDetailed, type Operations, ofLookup } from './operation';
import { component, described, flag, list, type ResultOf, text, undocumented } from './schema';

export const emailValidation = component(
  'EmailValidation',
  undocumented('What is known of an email address.'),
  {
    result: described(
      z.enum(['deliverable', 'not_deliverable', 'unknown']),
      'By syntax and lists; no connection is opened.',
    ),
    deliverable: flag('Whether `result` is `deliverable`.'),
    disposable: flag('The domain gives mailboxes that are thrown away.'),
    free: flag('The domain gives mailboxes for nothing.'),
    role: flag('The name stands for a task, such as `info`.'),
    catchall: flag('The domain accepts mail for every name.'),
    suggestions: list(text('An address.'), 'What may have been meant, likeliest first.'),
  },
);

export const phoneValidation = component(
  'PhoneValidation',
  undocumented('What is known of a phone number. Text that is not known is empty.'),
  {
    valid: flag('Whether the numbering plan knows the number.'),
    national_format: text('As it is dialled at home.'),
    international_format: text('As it is dialled from abroad.'),
    iso_country: text('ISO 3166-1 alpha-3; empty for numbers of no country.', {
      pattern: /^([A-Z]{3})?$/,
    }),
    iso_country_2: text('ISO 3166-1 alpha-2.', { pattern: /^([A-Z]{2})?$/ }),
    country: text('Name of the country.'),
    current_carrier: text('Who carries the number now.'),
    original_carrier: text('Who it was given to.'),
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
        ...inQuery('query', 'The email address, of at most 320 characters.', {
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
