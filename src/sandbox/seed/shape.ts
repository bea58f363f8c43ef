// What a seed file may hold. data/seed.schema.json says the same for editors; a test holds them together.

import { newConfigShape } from '../rules/config-changes';
import { settingShapes } from '../rules/key-settings';
import { licenseeMembers } from '../rules/licensee-changes';
import { readMoment } from '../rules/ranges';
import { integer, list, members, type Of, type Shape, text } from '../shapes/shape';
import { profileMembers } from '../sign-up/profile';
import { lookupTypes } from '../store/lookup-log';

/** Most rows that one entry of `lookups` makes. */
const maxRows = 200_000;

/** Text of an ISO 8601 date or date-time, as milliseconds since the epoch. */
const moment =
  (edge: 'first' | 'last'): Shape<number> =>
  (given, path, errors) => {
    const isText = typeof given === 'string' && /^\d{4}-/.test(given);
    const time = isText ? readMoment(given, edge) : undefined;
    if (time !== undefined && time >= 0) return time;
    errors.push({ path, message: 'must be an ISO 8601 date or date-time' });
    return undefined;
  };

const secret = (prefix: string): Shape<string> =>
  text({
    pattern: new RegExp(`^${prefix}_[A-Za-z0-9_]{1,60}$`),
    form: `must be ${prefix}_ and 1 to 60 letters, digits or underscores`,
  });

const name = text({ max: 128, filled: true });
const weight = integer(0, 1000);
const [place, lookup, verification, cleanse, email, phone] = lookupTypes;

const lookups = members(
  {
    count: integer(1, maxRows),
    days: integer(1, 3650),
    start: moment('first'),
    end: moment('last'),
    types: members(
      {
        [place]: weight,
        [lookup]: weight,
        [verification]: weight,
        [cleanse]: weight,
        [email]: weight,
        [phone]: weight,
      },
      { strict: true },
    ),
    tags: list(
      text({ max: 256, filled: true, pattern: /^[^,]*$/, form: 'must not hold a comma' }),
      100,
    ),
    licensees: list(name, 100),
  },
  { strict: true, required: ['count'] },
);

const key = members(
  {
    key: secret('ak'),
    created_at: moment('first'),
    lookups_remaining: integer(0, 1_000_000_000),
    used_today: integer(0, 1_000_000_000),
    ...settingShapes,
    licensees: list(
      members({ key: secret('sl'), ...licenseeMembers }, { strict: true, required: ['name'] }),
      1000,
    ),
    configs: list(newConfigShape, 1000),
    lookups: list(lookups, 100),
  },
  { strict: true },
);

const account = members(
  {
    user_id: text({
      pattern: /^[A-Za-z0-9_-]{1,64}$/,
      form: 'must be 1 to 64 letters, digits, underscores or hyphens',
    }),
    user_token: secret('uk'),
    ...profileMembers,
    created_at: moment('first'),
    keys: list(key, 1000),
  },
  { strict: true },
);

/** A seed file. */
export const seedShape = members(
  {
    $schema: text(),
    clock: moment('first'),
    random: integer(0),
    accounts: list(account, 1000),
  },
  { strict: true },
);

/** What a seed says, read. */
export type Seed = Of<typeof seedShape>;

/** An account of a seed. */
export type SeedAccount = Of<typeof account>;

/** A key of a seed. */
export type SeedKey = Of<typeof key>;

/** Log rows of a seed. */
export type SeedLookups = Of<typeof lookups>;
