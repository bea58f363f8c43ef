// The operations that start and poll a sign-up, and the profile that prefills the sign-up page.
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
import { type ProfileField, signUpFields } from './sign-up-fields';

const fieldSchemas = Object.fromEntries(
  signUpFields.map(({ name, description, maxLength }) => [
    name,
    text(description, { max: maxLength }),
  ]),
) as Record<ProfileField, z.ZodMiniString>;

const profileFields = record(
  undocumented('Values that prefill the sign-up page. Every field is optional.'),
  fieldSchemas,
);

/** The schema of a sign-up profile. The schema ignores unknown fields. */
export const profileSchema = named('SignUpRequest', changes(profileFields));

/** The known fields of a sign-up profile. Every field is optional. */
export type Profile = z.infer<typeof profileSchema>;

/** The result of POST /sign_up. */
export const signUpStart = component('SignUpStart', undocumented('A started sign-up.'), {
  signup_url: text('URL of the sign-up page to show to the user.', { format: 'uri' }),
  cli_token: text('Sign-up token for polling.', { pattern: /^[A-Za-z0-9_-]{43,}$/ }),
});

/** The poll result that contains the credentials. */
export const signUpCredentials = component(
  'SignUpCredentials',
  'The new account’s credentials, which the service returns only once.',
  {
    user_token: text('The account’s management key.', { pattern: /^uk_/ }),
    test_api_key: text('The account’s first test API key.', { pattern: /^ak_/ }),
    user_id: text('Internal user ID.'),
  },
);

/** The poll result while the sign-up is pending. */
export const signUpPending = component('SignUpPending', 'The sign-up is not complete yet.', {
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
      'Poll every 1 to 2 seconds, and set your own deadline. The service returns the credentials only once. If the token is unknown, the response is the same as for a pending sign-up.',
    parameters: {
      cliToken: inPath('cli_token', 'Sign-up token that the start operation returned.'),
    },
    result: signUpCredentials,
    codes: [4100],
  },
} as const satisfies Operations;

export type SignUpStart = ResultOf<typeof signUpStart>;
export type SignUpCredentials = ResultOf<typeof signUpCredentials>;
