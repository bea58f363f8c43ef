// What a seed file may hold. data/seed.schema.json says the same for editors; a test holds them together.
import * as z from 'zod/mini';
import { readMoment } from '../rules/ranges';
import { lookupTypes } from '../store/lookup-log';
import { newConfig } from './config';
import { changedSettings } from './key-settings';
import { newLicensee } from './licensee';
import { profileSchema } from './sign-up';
import { text } from './types';

/** Most rows that one entry of `lookups` makes. */
const maxRows = 200_000;

const momentForm = 'must be an ISO 8601 date or date-time';

/** Text of an ISO 8601 date or date-time, as milliseconds since the epoch. */
const moment = (edge: 'first' | 'last') =>
  z.pipe(
    z.string(momentForm),
    z.transform((given, context) => {
      const time = /^\d{4}-/.test(given) ? readMoment(given, edge) : undefined;
      if (time !== undefined && time >= 0) return time;
      context.issues.push({ code: 'custom', message: momentForm, input: given });
      return z.NEVER;
    }),
  );

const secret = (prefix: string) =>
  text(`A secret that begins with ${prefix}_.`, {
    pattern: new RegExp(`^${prefix}_[A-Za-z0-9_]{1,60}$`),
    form: `must be ${prefix}_ and 1 to 60 letters, digits or underscores`,
  });

const whole = (min: number, max = Number.MAX_SAFE_INTEGER) => z.int().check(z.gte(min), z.lte(max));

const list = <S extends z.ZodMiniType>(element: S, max: number) =>
  z.array(element).check(z.maxLength(max));

const weight = whole(0, 1000);
const [place, lookup, verification, cleanse, email, phone] = lookupTypes;

const lookups = z.extend(
  z.exactPartial(
    z.strictObject({
      days: whole(1, 3650),
      start: moment('first'),
      end: moment('last'),
      types: z.exactPartial(
        z.strictObject({
          [place]: weight,
          [lookup]: weight,
          [verification]: weight,
          [cleanse]: weight,
          [email]: weight,
          [phone]: weight,
        }),
      ),
      tags: list(
        text('A tag.', {
          filled: true,
          max: 256,
          pattern: /^[^,]*$/,
          form: 'must not hold a comma',
        }),
        100,
      ),
      licensees: list(text('Name of a licensee of the key.', { filled: true, max: 128 }), 100),
    }),
  ),
  { count: whole(1, maxRows) },
);

const licensee = z.strictObject({ key: z.exactOptional(secret('sl')), ...newLicensee.shape });

const key = z.exactPartial(
  z.strictObject({
    key: secret('ak'),
    created_at: moment('first'),
    lookups_remaining: whole(0, 1_000_000_000),
    used_today: whole(0, 1_000_000_000),
    ...changedSettings,
    licensees: list(licensee, 1000),
    configs: list(newConfig, 1000),
    lookups: list(lookups, 100),
  }),
);

const account = z.strictObject({
  user_id: z.exactOptional(
    text('Internal user id.', {
      pattern: /^[A-Za-z0-9_-]{1,64}$/,
      form: 'must be 1 to 64 letters, digits, underscores or hyphens',
    }),
  ),
  user_token: z.exactOptional(secret('uk')),
  ...profileSchema.shape,
  created_at: z.exactOptional(moment('first')),
  keys: z.exactOptional(list(key, 1000)),
});

/** A seed file. */
export const seedSchema = z.exactPartial(
  z.strictObject({
    $schema: z.string(),
    clock: moment('first'),
    random: whole(0),
    accounts: list(account, 1000),
  }),
);

/** What a seed says, parsed. */
export type Seed = z.infer<typeof seedSchema>;

/** An account of a seed. */
export type SeedAccount = z.infer<typeof account>;

/** A key of a seed. */
export type SeedKey = z.infer<typeof key>;

/** Log rows of a seed. */
export type SeedLookups = z.infer<typeof lookups>;
