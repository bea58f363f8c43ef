// What operations on licensees, configs and sign-ups answer, for the document.
import * as z from 'zod/mini';
import { maximumLicensees } from '../../api/limits';
import { configMembers } from '../schemas/config';
import { dailyLimit, licenseeMembers } from '../schemas/licensee';
import {
  described,
  flag,
  integer,
  list,
  moment,
  record,
  text,
  undocumented,
} from '../schemas/types';

export const licensee = record('An alternate legal end user of the data.', {
  id: text('Licensee id: an integer, rising with creation.', { pattern: /^\d+$/ }),
  key: text('Licensee key.', { pattern: /^sl_/ }),
  ...licenseeMembers,
  daily: undocumented(
    record('Lookups of today.', {
      count: integer('Lookups so far.', 0),
      limit: dailyLimit,
      updatedAt: moment('When it last counted.'),
    }),
  ),
  createdAt: moment('When it was made.'),
});

export const licensees = record('One page of licensees.', {
  licensees: list(licensee, 'Oldest first, without cancelled ones.', maximumLicensees),
  hasMore: flag('Whether more follow beyond the limit.'),
});

export const config = record('A named payload of a key.', {
  ...configMembers,
  createdAt: moment('When it was made.'),
  updatedAt: moment('When its payload was last replaced.'),
});

export const configs = record('The configs of a key.', {
  configs: list(config, 'Every one, oldest first.'),
});

export const deleted = undocumented(
  record('What was deleted.', { deleted: described(z.literal(1), 'How many: one.') }),
);

export const signUpStart = undocumented(
  record('A sign-up that began.', {
    signup_url: text('Where the user is sent.', { format: 'uri' }),
    cli_token: text('What is polled with.', { pattern: /^[A-Za-z0-9_-]{43,}$/ }),
  }),
);

export const signUpCredentials = record('The new account, told once.', {
  user_token: text('Management key of the account.', { pattern: /^uk_/ }),
  test_api_key: text('Its first test API key.', { pattern: /^ak_/ }),
  user_id: text('Internal user id.'),
});

export const signUpPending = record('Not complete yet.', {
  status: described(z.literal('pending'), 'Always `pending`.'),
});
