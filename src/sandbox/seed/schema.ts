// The schema of a seed file. `npm run reference` writes the schema to data/seed.schema.json, so that code editors can
// check seed files.
import * as z from 'zod/mini';
import { newConfig } from '../../api/configs';
import { newLicensee } from '../../api/licensees';
import { described, integer, list, text } from '../../api/schema';
import { profileSchema } from '../../api/sign-up';
import { keySettingChanges } from '../rules/key-settings';
import { readMoment } from '../rules/ranges';
import { lookupTypes } from '../store/lookup-log';

const maxLookups = 200_000;

const momentForm = 'must be an ISO 8601 date or date-time';

/** Returns the schema of an ISO 8601 date or date-time. Parsing converts the text to milliseconds since the epoch. */
const momentText = (edge: 'first' | 'last', what: string) =>
  z.pipe(
    described(
      z.string(momentForm),
      `${what} Format: ISO 8601 date or date-time, in UTC unless the text contains a time zone.`,
      { pattern: '^\\d{4}-\\d{2}-\\d{2}([T ].*)?$' },
    ),
    z.transform((given, context) => {
      const time = /^\d{4}-/.test(given) ? readMoment(given, edge) : undefined;
      if (time !== undefined && time >= 0) return time;
      context.issues.push({ code: 'custom', message: momentForm, input: given });
      return z.NEVER;
    }),
  );

const secret = (what: string, prefix: string) =>
  text(`${what} Default: derived from \`random\`.`, {
    pattern: new RegExp(`^${prefix}_[A-Za-z0-9_]{1,60}$`),
    form: `must be ${prefix}_ followed by 1 to 60 letters, digits or underscores`,
  });

const maxBalance = 1_000_000_000;
const weight = integer('Relative frequency of the lookup type.', 0, 1000);
const [place, lookup, verification, cleanse, email, phone] = lookupTypes;

const lookupsSchema = described(
  z.extend(
    z.exactPartial(
      z.strictObject({
        days: integer(
          'Number of days before `end` over which the sandbox spreads the lookups.',
          1,
          3650,
        ),
        start: momentText('first', 'First moment of the range. Cannot be combined with `days`.'),
        end: momentText(
          'last',
          'Last moment of the range. Default: the current time of the sandbox clock.',
        ),
        types: described(
          z.exactPartial(
            z.strictObject({
              [place]: weight,
              [lookup]: weight,
              [verification]: weight,
              [cleanse]: weight,
              [email]: weight,
              [phone]: weight,
            }),
          ),
          'Relative frequency of each lookup type. Types that are not listed do not occur. Default: every type occurs.',
        ),
        tags: list(
          text('A tag.', {
            filled: true,
            max: 256,
            pattern: /^[^,]*$/,
            form: 'must not contain a comma',
          }),
          'Tags. Each lookup has one of these tags. Tags at the start of the list are more frequent.',
          100,
        ),
        licensees: list(
          text('Name of one of the key’s licensees.', { filled: true, max: 128 }),
          'The key’s licensees. Each lookup is billed to one of these licensees or to no licensee.',
          100,
        ),
      }),
    ),
    { count: integer('Number of lookups.', 1, maxLookups) },
  ),
  'Sample lookups for the lookup log, distributed over time like an online shop’s traffic. Sample lookups do not reduce the balance, and do not count toward the limits.',
);

const licenseeSchema = described(
  z.strictObject({ key: z.exactOptional(secret('The licensee key.', 'sl')), ...newLicensee.shape }),
  'A licensee.',
);

const keySchema = described(
  z.exactPartial(
    z.strictObject({
      key: secret('The API key.', 'ak'),
      created_at: momentText(
        'first',
        'Time at which the key was created. Default: the current time of the sandbox clock.',
      ),
      lookups_remaining: integer('Number of remaining lookups. Default: 50.', 0, maxBalance),
      used_today: integer(
        'Number of lookups that already count toward the daily limit and the monthly limit.',
        0,
        maxBalance,
      ),
      ...keySettingChanges,
      licensees: list(
        licenseeSchema,
        'The key’s licensees. If the key has licensees, `sublicensing` is true by default.',
        1000,
      ),
      configs: list(newConfig, 'The key’s configs.', 1000),
      lookups: list(lookupsSchema, 'Groups of sample lookups.', 100),
    }),
  ),
  'An API key.',
);

const accountSchema = described(
  z.strictObject({
    user_id: z.exactOptional(
      text('Internal user ID.', {
        pattern: /^[A-Za-z0-9_-]{1,64}$/,
        form: 'must be 1 to 64 characters: letters, digits, underscores or hyphens',
      }),
    ),
    user_token: z.exactOptional(secret('The management key.', 'uk')),
    ...profileSchema.shape,
    created_at: z.exactOptional(
      momentText(
        'first',
        'Time at which the account was created. Default: the current time of the sandbox clock.',
      ),
    ),
    keys: z.exactOptional(list(keySchema, 'The account’s API keys.', 1000)),
  }),
  'An account.',
);

export const seedSchema = described(
  z.exactPartial(
    z.strictObject({
      $schema: text('Path or URL of this schema, for code editors.'),
      clock: momentText(
        'first',
        'Time to which the sandbox sets its clock. Default: the clock does not change.',
      ),
      random: integer(
        'Number from which the sandbox derives the keys and lookups that are not in the file. Default: 1.',
        0,
      ),
      accounts: list(accountSchema, 'Accounts and their keys.', 1000),
    }),
  ),
  'Initial content for `waypost sandbox start --seed <file>`. The same file always creates the same data, except times that the file does not set.',
);

export type Seed = z.infer<typeof seedSchema>;

export type SeedAccount = z.infer<typeof accountSchema>;

export type SeedKey = z.infer<typeof keySchema>;

export type SeedLookups = z.infer<typeof lookupsSchema>;
