// What the document says of keys: the two views of one, what an owner may change, its usage.
import { maximumRetentionDays } from '../../api/limits';
import {
  changes,
  decided,
  flag,
  integer,
  list,
  moment,
  orNull,
  record,
  type Schema,
  text,
} from './schema';

const datasetNames = {
  geonames: 'Places.',
  usps: 'Addresses of the USA: autocomplete, resolution, lookup by coordinates.',
  uspscleanse: 'Verification and cleansing of addresses of the USA.',
  email: 'Email validation.',
  phone: 'Phone number validation.',
  gbrcleanse: 'Cleansing of addresses of the United Kingdom.',
  ab: 'A further address dataset.',
  here: 'A further address dataset.',
};

const datasets = Object.fromEntries(
  Object.entries(datasetNames).map(([name, description]) => [name, flag(description)]),
);

const limit = (least: number): Schema => orNull(integer('Null for no limit.', { minimum: least }));

const emails = list(text('An email address.', { maxLength: 320 }), 'Who is notified.', {
  maxItems: 5,
});

const notifications = {
  emails,
  enabled: flag('Whether anybody is notified.'),
  balance_threshold: orNull(integer('Lookups left at which to notify.', { minimum: 0 })),
  no_balance: flag('Notify when no lookups are left.'),
  limit_reached: flag('Notify when a limit is reached.'),
};

const name = text('Name of the key: printable characters of any script.', {
  minLength: 1,
  maxLength: 64,
});
const allowedUrls = list(
  text('Scheme and host, exactly; `*.` before a host stands for every subdomain.', {
    maxLength: 256,
    examples: ['https://shop.example', '*.shop.example'],
  }),
  'Pages the key answers; empty for all.',
  { maxItems: 10 },
);
const redactDays = integer(
  'Days until personal columns of the log are emptied; 0 never stores them.',
  {
    minimum: 0,
    maximum: maximumRetentionDays,
  },
);
const ipForwarding = flag('Whether `Svc-Source-IP` of a request is believed.');

/** A cap with what was consumed of it. */
const counted = (description: string): Schema =>
  record(description, { limit: limit(0), consumed: integer('Lookups so far.', { minimum: 0 }) });

const cap = (description: string, least = 0): Schema =>
  record(description, { limit: limit(least) });

/** A cap as a change: a member that is not sent stays. */
const newCap = (description: string, least = 0): Schema =>
  changes(description, { limit: limit(least) });

const context = decided(
  'availability `contexts` element',
  record('A search context the key is licensed for.', {
    iso_3: text('Country, ISO 3166-1 alpha-3.', { pattern: '^[A-Z]{3}$' }),
    iso_2: text('The same, alpha-2.', { pattern: '^[A-Z]{2}$' }),
    description: text('Name of the country.'),
    emoji: text('Its flag.'),
    rgeo: flag('Whether addresses can be looked up by coordinates.'),
  }),
);

const contexts = list(context, 'Search contexts the key is licensed for.');

const purchase = record('A purchase of lookups.', {
  expires: orNull(moment('Null where it never expires.')),
  purchased: integer('Lookups bought.', { minimum: 0 }),
  consumed: integer('Lookups used of them.', { minimum: 0 }),
});

/** Schemas of keys by name. */
export const keySchemas = {
  Availability: record('Public availability of a key.', {
    available: flag('False when the key has no lookups left or has breached a limit.'),
    contexts,
    context: text('The context that matches the caller’s address best; empty when none does.'),
  }),
  KeyDetails: decided(
    'private details',
    record('Private details of a key.', {
      name,
      contexts,
      lookups_remaining: integer('Lookups left.', { minimum: 0 }),
      daily_limit: counted('Most lookups a day (UTC).'),
      monthly_limit: counted('Most lookups a calendar month, beside the daily limit.'),
      individual_limit: cap('Most lookups a day from one IP address.'),
      rate_limit: cap('Kept with the key.', 1),
      allowed_urls: allowedUrls,
      redact_days: redactDays,
      notifications: record('Who is notified, and of what.', notifications),
      datasets: record('Which datasets the key may use.', datasets),
      automated_topups: record('Purchases without a person.', {
        enabled: flag('Whether there are any.'),
      }),
      current_purchases: list(purchase, 'Purchases the balance consists of.'),
      ip_forwarding: ipForwarding,
      premier_support: flag('Whether the key is enrolled in a premier support programme.'),
    }),
  ),
  KeyUpdate: decided(
    'PUT details',
    changes(
      'Settings to change; what is not sent stays. On a key with an unlimited plan, changes to `datasets`, `daily_limit` and `monthly_limit` are ignored.',
      {
        name,
        daily_limit: newCap('Most lookups a day (UTC).'),
        monthly_limit: newCap('Most lookups a calendar month.'),
        individual_limit: newCap('Most lookups a day from one IP address.'),
        rate_limit: newCap('Kept with the key.', 1),
        allowed_urls: allowedUrls,
        redact_days: redactDays,
        notifications: changes('Who is notified, and of what.', notifications),
        ip_forwarding: ipForwarding,
        datasets: {
          description: 'Datasets to change; a name that is not known is 4001.',
          anyOf: [
            { ...changes('Each by name; others stay.', datasets), additionalProperties: false },
            list(
              { type: 'string', enum: Object.keys(datasetNames) },
              'Those to enable; all others are disabled.',
            ),
          ],
        },
      },
    ),
  ),
  Usage: decided(
    'usage result',
    record('Lookups consumed over a range.', {
      start: moment('First moment of the range.'),
      end: moment('Last moment of the range.'),
      total: integer('Lookups of the whole range.', { minimum: 0 }),
      dailyCount: list(
        record('One day (UTC).', {
          date: moment('Its midnight.'),
          count: integer('Lookups of the day.', { minimum: 0 }),
        }),
        'Every day of the range in its order, those without lookups too.',
        { minItems: 1, maxItems: 92 },
      ),
    }),
  ),
} satisfies Record<string, Schema>;
