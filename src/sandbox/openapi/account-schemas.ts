// What the document says of licensees, configs and sign-ups.
import { maximumLicensees, maximumPayload } from '../../api/limits';
import {
  changes,
  decided,
  flag,
  integer,
  list,
  moment,
  named,
  orNull,
  record,
  type Schema,
  text,
} from './schema';

const licenseeMembers = {
  name: text('Licensee name, unique among the licensees of the key.', {
    minLength: 1,
    maxLength: 128,
  }),
  address: text('Street address.', { maxLength: 512 }),
  postcode: text('Postcode.', { maxLength: 32 }),
  whitelist: list(text('A URL.', { maxLength: 256 }), 'Allowed URLs; empty for all.', {
    maxItems: 10,
  }),
};

const dailyLimit = orNull(integer('Most lookups a day; null for no limit.', { minimum: 0 }));

const licenseeBody = {
  ...licenseeMembers,
  daily: changes('The limit of a day.', { limit: dailyLimit }),
};

const configName = text('Unique per key, fixed at creation.', {
  pattern: '^[A-Za-z0-9._-]{1,32}$',
});
const payload = text('Serialized text.', { maxLength: maximumPayload });

const profile = {
  email: text('Email address of the person.', { maxLength: 320 }),
  name: text('Name of the person.', { maxLength: 128 }),
  org_name: text('Organisation.', { maxLength: 128 }),
  org_address_line_one: text('Its address, first line.', { maxLength: 128 }),
  org_address_line_two: text('Second line.', { maxLength: 128 }),
  org_address_line_three: text('Third line.', { maxLength: 128 }),
  org_post_town: text('Town.', { maxLength: 128 }),
  org_postcode: text('Postcode.', { maxLength: 32 }),
  org_country_code: text('Country, ISO 3166-1 alpha-3.', { maxLength: 3 }),
};

/** Schemas of licensees, configs and sign-ups by name. */
export const accountSchemas = {
  Licensee: record('An alternate legal end user of the data.', {
    id: text('Licensee id: an integer, rising with creation.', { pattern: '^\\d+$' }),
    key: text('Licensee key.', { pattern: '^sl_' }),
    ...licenseeMembers,
    daily: record('Lookups of today. `limit` is as decisions.md has it under “licensee create”.', {
      count: integer('Lookups so far.', { minimum: 0 }),
      limit: dailyLimit,
      updatedAt: moment('When it last counted.'),
    }),
    createdAt: moment('When it was made.'),
  }),
  Licensees: record('One page of licensees.', {
    licensees: list(named('Licensee'), 'Oldest first, without cancelled ones.', {
      maxItems: maximumLicensees,
    }),
    hasMore: flag('Whether more follow beyond the limit.'),
  }),
  LicenseeCreate: decided(
    'licensee create',
    changes('A licensee to make.', licenseeBody, ['name']),
  ),
  LicenseeUpdate: decided(
    'licensee create',
    changes('What to change of a licensee; what is not sent stays.', licenseeBody),
  ),
  Config: record('A named payload of a key.', {
    name: configName,
    payload,
    createdAt: moment('When it was made.'),
    updatedAt: moment('When its payload was last replaced.'),
  }),
  Configs: record('The configs of a key.', {
    configs: list(named('Config'), 'Every one, oldest first.'),
  }),
  ConfigCreate: decided(
    'config create / read / delete',
    changes('A config to make.', { name: configName, payload }, ['name', 'payload']),
  ),
  ConfigUpdate: changes('The new payload; the old one stays where none is sent.', { payload }),
  Deleted: decided(
    'licensee read / cancel / regenerate',
    record('What was deleted.', { deleted: integer('How many: one.', { const: 1 }) }),
  ),
  SignUpRequest: decided(
    'POST /sign_up',
    changes(
      'What the sign-up page is filled in with beforehand. All of it may be left out.',
      profile,
    ),
  ),
  SignUpStart: decided(
    'POST /sign_up',
    record('A sign-up that began.', {
      signup_url: text('Where the user is sent.', { format: 'uri' }),
      cli_token: text('What is polled with.', { pattern: '^[A-Za-z0-9_-]{43,}$' }),
    }),
  ),
  SignUpCredentials: record('The new account, told once.', {
    user_token: text('Management key of the account.', { pattern: '^uk_' }),
    test_api_key: text('Its first test API key.', { pattern: '^ak_' }),
    user_id: text('Internal user id.'),
  }),
  SignUpPending: record('Not complete yet.', {
    status: text('Always `pending`.', { const: 'pending' }),
  }),
} satisfies Record<string, Schema>;
