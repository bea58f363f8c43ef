// The sign-up: its profile, given on the page or before it, its start and its poll.
import * as z from 'zod/mini';
import { inPath, type Operations } from './operation';
import {
  changes,
  component,
  described,
  named,
  type ResultOf,
  record,
  text,
  undocumented,
} from './schema';

const profileMembers = record(
  undocumented('What the sign-up page is filled in with beforehand. All of it may be omitted.'),
  {
    email: text('Email address of the person.', { max: 320 }),
    name: text('Name of the person.', { max: 128 }),
    org_name: text('Organization.', { max: 128 }),
    org_address_line_one: text('Its address, first line.', { max: 128 }),
    org_address_line_two: text('Second line.', { max: 128 }),
    org_address_line_three: text('Third line.', { max: 128 }),
    org_post_town: text('Town.', { max: 128 }),
    org_postcode: text('Postcode.', { max: 32 }),
    org_country_code: text('Country, ISO 3166-1 alpha-3.', { max: 3 }),
  },
);

export type ProfileField = keyof typeof profileMembers.shape;

/** The members in the order of the questions. */
export const profileFieldNames = Object.keys(profileMembers.shape) as ProfileField[];

/** A profile; unknown members are ignored. */
export const profileSchema = named('SignUpRequest', changes(profileMembers));

/** The known members of a profile; any may be missing. */
export type Profile = z.infer<typeof profileSchema>;

/** The answer of POST /sign_up. */
export const signUpStart = component('SignUpStart', undocumented('A sign-up that began.'), {
  signup_url: text('Where the user is sent.', { format: 'uri' }),
  cli_token: text('What is polled with.', { pattern: /^[A-Za-z0-9_-]{43,}$/ }),
});

/** The answer of the poll, once. */
export const signUpCredentials = component('SignUpCredentials', 'The new account, told once.', {
  user_token: text('Management key of the account.', { pattern: /^uk_/ }),
  test_api_key: text('Its first test API key.', { pattern: /^ak_/ }),
  user_id: text('Internal user id.'),
});

/** The answer of the poll before. */
export const signUpPending = component('SignUpPending', 'Not complete yet.', {
  status: described(z.literal('pending'), 'Always `pending`.'),
});

export const operations = {
  signUpStart: {
    method: 'POST',
    path: '/sign_up',
    credential: 'none',
    command: null,
    tag: 'Sign-up',
    summary: 'Start a sign-up',
    parameters: {},
    body: { schema: profileSchema },
    result: signUpStart,
    codes: [4150],
  },
  signUpPoll: {
    method: 'GET',
    path: '/sign_up/{cli_token}',
    credential: 'none',
    command: null,
    tag: 'Sign-up',
    summary: 'Poll a sign-up',
    description:
      'Poll every 1 to 2 seconds with a deadline of your own. The credentials are answered once; a token that is not known is pending.',
    parameters: { cliToken: inPath('cli_token', 'The token of the start operation.') },
    result: signUpCredentials,
    codes: [4100],
  },
} as const satisfies Operations;

export type SignUpStart = ResultOf<typeof signUpStart>;
export type SignUpCredentials = ResultOf<typeof signUpCredentials>;
