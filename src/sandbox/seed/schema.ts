// The schema of a seed file. `npm run reference` makes data/seed.schema.json for editors from it.
import * as z from 'zod/mini';
import { newConfig } from '../../api/configs';
import { newLicensee } from '../../api/licensees';
import { described, integer, list, text } from '../../api/schema';
import { profileSchema } from '../../api/sign-up';
import { keySettingChanges } from '../rules/key-settings';
import { readMoment } from '../rules/ranges';
import { lookupTypes } from '../store/lookup-log';

const maxRows = 200_000;

const momentForm = 'must be an ISO 8601 date or date-time';

/** Text of an ISO 8601 date or date-time, as milliseconds since the epoch. */
const momentText = (edge: 'first' | 'last', what: string) =>
  z.pipe(
    described(
      z.string(momentForm),
      `${what} An ISO 8601 date or date-time, in UTC where it names no zone.`,
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
  text(`${what} It is made from \`random\` where it is omitted.`, {
    pattern: new RegExp(`^${prefix}_[A-Za-z0-9_]{1,60}$`),
    form: `must be ${prefix}_ and 1 to 60 letters, digits or underscores`,
  });

const maxBalance = 1_000_000_000;
const weight = integer('Weight among the types.', 0, 1000);
const [place, lookup, verification, cleanse, email, phone] = lookupTypes;

const lookupsSchema = described(
  z.extend(
    z.exactPartial(
      z.strictObject({
        days: integer('How many days they are spread over, up to the clock.', 1, 3650),
        start: momentText('first', 'The first moment, in place of `days`.'),
        end: momentText('last', 'The last moment. The clock unless given.'),
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
          'Lookup types by weight. All types unless given.',
        ),
        tags: list(
          text('A tag.', {
            filled: true,
            max: 256,
            pattern: /^[^,]*$/,
            form: 'must not hold a comma',
          }),
          'Each row carries one of them, the first more often than the last.',
          100,
        ),
        licensees: list(
          text('Name of a licensee of the key.', { filled: true, max: 128 }),
          'Each row is of one of these licensees of the key, or of none.',
          100,
        ),
      }),
    ),
    { count: integer('How many rows.', 1, maxRows) },
  ),
  'Rows of the log, spread like the traffic of a shop. Balance and limits do not count them.',
);

const licenseeSchema = described(
  z.strictObject({ key: z.exactOptional(secret('The licensee key.', 'sl')), ...newLicensee.shape }),
  'A licensee.',
);

const keySchema = described(
  z.exactPartial(
    z.strictObject({
      key: secret('The API key.', 'ak'),
      created_at: momentText('first', 'When it was made. The clock unless given.'),
      lookups_remaining: integer('Its balance. 50 unless given.', 0, maxBalance),
      used_today: integer(
        'Lookups that count for the daily and monthly limit already.',
        0,
        maxBalance,
      ),
      ...keySettingChanges,
      licensees: list(licenseeSchema, 'Licensees; with any, `sublicensing` is on.', 1000),
      configs: list(newConfig, 'Configs.', 1000),
      lookups: list(lookupsSchema, 'Rows of the log.', 100),
    }),
  ),
  'An API key.',
);

const accountSchema = described(
  z.strictObject({
    user_id: z.exactOptional(
      text('Internal user id.', {
        pattern: /^[A-Za-z0-9_-]{1,64}$/,
        form: 'must be 1 to 64 letters, digits, underscores or hyphens',
      }),
    ),
    user_token: z.exactOptional(secret('The management key.', 'uk')),
    ...profileSchema.shape,
    created_at: z.exactOptional(momentText('first', 'When it signed up. The clock unless given.')),
    keys: z.exactOptional(list(keySchema, 'Its API keys.', 1000)),
  }),
  'An account.',
);

export const seedSchema = described(
  z.exactPartial(
    z.strictObject({
      $schema: text('Where this schema is, for editors.'),
      clock: momentText('first', 'What the clock of the sandbox shows.'),
      random: integer(
        'The number from which keys and log rows are made that the file does not give. 1 unless given.',
        0,
      ),
      accounts: list(accountSchema, 'Accounts with their keys.', 1000),
    }),
  ),
  'What `waypost sandbox start --seed <file>` fills a sandbox with. The same file makes the same state every time.',
);

export type Seed = z.infer<typeof seedSchema>;

export type SeedAccount = z.infer<typeof accountSchema>;

export type SeedKey = z.infer<typeof keySchema>;

export type SeedLookups = z.infer<typeof lookupsSchema>;
