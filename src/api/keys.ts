// The operations on a key: its two views, its settings, its usage and its log.
import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { defaultRangeDays, maximumRangeDays, maximumRetentionDays, maximumTags } from './limits';
import {
  inPath,
  inQuery,
  type JsonSchema,
  key,
  managed,
  type Operations,
  sourceIp,
} from './operation';
import {
  changes,
  component,
  described,
  flag,
  integer,
  list,
  moment,
  named,
  orNull,
  type ResultOf,
  record,
  showing,
  text,
  undocumented,
} from './schema';

/** Scheme, `*.`, and host with an optional port; nothing after them but a slash. */
const form = /^(https?:\/\/)?(\*\.)?([^\s*/?#@\\]+)\/?$/i;

/**
 * An entry in its stored form: `https://shop.example`, `https://shop.example:8443`, `*.shop.example` or
 * `https://*.shop.example`, in lower case, without a trailing slash or the scheme's default port. Undefined
 * for anything else.
 */
function readUrlEntry(text: string): string | undefined {
  const [, scheme = '', wildcard = '', host = ''] = form.exec(text) ?? [];
  if (host === '' || (scheme === '' && wildcard === '')) return undefined;
  const url = `${scheme || 'https://'}${host}`;
  return URL.canParse(url) ? `${scheme.toLowerCase()}${wildcard}${new URL(url).host}` : undefined;
}

function isNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

const datasets = record('Which datasets the key may use.', {
  geonames: flag('Places.'),
  usps: flag('Addresses of the USA: autocomplete, resolution, lookup by coordinates.'),
  uspscleanse: flag('Verification and cleansing of addresses of the USA.'),
  email: flag('Email validation.'),
  phone: flag('Phone number validation.'),
  gbrcleanse: flag('Cleansing of addresses of the United Kingdom.'),
  ab: flag('A further address dataset.'),
  here: flag('A further address dataset.'),
});

export type DatasetName = keyof z.infer<typeof datasets>;
export const datasetNames = Object.keys(datasets.shape) as DatasetName[];

/** Datasets to switch by name, or a list of the names to enable, while all others are disabled. */
const datasetChanges = described(
  z.union([
    described(z.exactPartial(z.strictObject(datasets.shape)), 'Each by name; others stay.'),
    z.pipe(
      list(z.enum(datasetNames), 'Those to enable; all others are disabled.', 100),
      z.transform(
        (enabled): Partial<Record<DatasetName, boolean>> =>
          Object.fromEntries(datasetNames.map((name) => [name, enabled.includes(name)])),
      ),
    ),
  ]),
  'Datasets to change; a name that is not known is 4001.',
);

/** Printable characters, and between them the joiners of some scripts and emoji. */
const printablePattern =
  /^(?=.*[^\s\u200C\u200D])(?:[^\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|\u200C|\u200D)*$/u;

const name = text('Name of the key: printable characters of any script.', {
  filled: true,
  max: 64,
  test: (value) => printablePattern.test(value),
  form: 'must hold printable characters only',
});

/** An allowed URL, in its stored form. */
const urlEntry = text('Scheme and host, exactly; `*.` before a host stands for every subdomain.', {
  max: 256,
  test: (value) => readUrlEntry(value) !== undefined,
  form: 'must be an origin such as https://shop.example, or a host such as *.shop.example',
  examples: ['https://shop.example', '*.shop.example'],
}).check(z.overwrite((value) => readUrlEntry(value) ?? value));

const cap = (description: string, min = 0) =>
  record(description, { limit: orNull(integer('Most lookups.', min), 'Null for no limit.') });

const settings = {
  name,
  plan: described(z.enum(['metered', 'unlimited']), 'Whether lookups are taken from a balance.'),
  suspended: flag('A suspended key searches no places, and is not available.'),
  daily_limit: cap('Most lookups a day (UTC).'),
  monthly_limit: cap('Most lookups a calendar month, beside the daily limit.'),
  notifications: record('Who is notified, and of what.', {
    emails: list(
      text('An email address.', {
        max: 320,
        pattern: /^[^\s@]+@[^\s@]+$/,
        form: 'must be an email address',
      }),
      'Who is notified.',
      5,
    ),
    enabled: flag('Whether anybody is notified.'),
    balance_threshold: orNull(integer('Lookups left.', 0), 'Lookups left at which to notify.'),
    no_balance: flag('Notify when no lookups are left.'),
    limit_reached: flag('Notify when a limit is reached.'),
  }),
  ip_allow_list: list(
    text('An IP address or network.', { test: isNetwork, form: 'must be an IP address' }),
    'Addresses the key answers; empty for all.',
    100,
  ),
  allowed_urls: list(urlEntry, 'Pages the key answers; empty for all.', 10),
  sublicensing: flag('Whether every lookup must name a licensee.'),
  ip_forwarding: flag('Whether `Svc-Source-IP` of a request is believed.'),
  redact_days: integer(
    'Days until personal columns of the log are emptied; 0 never stores them.',
    0,
    maximumRetentionDays,
  ),
  premier_support: flag('Whether the key is enrolled in a premier support program.'),
  high_risk: flag('A key of high risk is answered 4291 while it is under two days old.'),
  datasets,
  individual_limit: cap('Most lookups a day from one IP address.'),
  rate_limit: cap('Kept with the key, not enforced.', 1),
  automated_topups: record('Purchases without a person.', {
    enabled: flag('Whether there are any.'),
  }),
};

/** All settings of a key. On an unlimited plan it has no balance. */
export type KeySettings = z.infer<z.ZodMiniObject<typeof settings>>;

/** Each setting as it is changed: members of an object that are not sent stay. */
export const changedSettings = {
  ...settings,
  datasets: datasetChanges,
  daily_limit: changes(settings.daily_limit),
  monthly_limit: changes(settings.monthly_limit),
  individual_limit: changes(settings.individual_limit),
  rate_limit: changes(settings.rate_limit),
  notifications: changes(settings.notifications),
  automated_topups: changes(settings.automated_topups),
};

/** The settings an owner may change; other members are ignored. */
export const keyUpdate = named(
  'KeyUpdate',
  changes(
    record(
      undocumented(
        'Settings to change; what is not sent stays. On a key with an unlimited plan, changes to `datasets`, `daily_limit` and `monthly_limit` are ignored.',
      ),
      {
        name: changedSettings.name,
        daily_limit: changedSettings.daily_limit,
        monthly_limit: changedSettings.monthly_limit,
        individual_limit: changedSettings.individual_limit,
        rate_limit: changedSettings.rate_limit,
        allowed_urls: changedSettings.allowed_urls,
        redact_days: changedSettings.redact_days,
        notifications: changedSettings.notifications,
        ip_forwarding: changedSettings.ip_forwarding,
        datasets: changedSettings.datasets,
      },
    ),
  ),
);

const searchContext = record(undocumented('A search context the key is licensed for.'), {
  iso_3: text('Country, ISO 3166-1 alpha-3.', { pattern: /^[A-Z]{3}$/ }),
  iso_2: text('The same, alpha-2.', { pattern: /^[A-Z]{2}$/ }),
  description: text('Name of the country.'),
  emoji: text('Its flag.'),
  rgeo: flag('Whether addresses can be looked up by coordinates.'),
});

export type SearchContext = z.infer<typeof searchContext>;

const contexts = list(searchContext, 'Search contexts the key is licensed for.');

/** A limit with its current count. */
const countedLimit = ({ shape }: typeof settings.daily_limit, description: string) =>
  record(description, { ...shape, consumed: integer('Lookups so far.', 0) });

export const availability = component('Availability', 'Public availability of a key.', {
  available: flag('False when the key has no lookups left or has breached a limit.'),
  contexts,
  context: text('The context that matches the caller’s address best; empty when none does.'),
});

const privateDetails = component('KeyDetails', undocumented('Private details of a key.'), {
  name: settings.name,
  contexts,
  lookups_remaining: integer('Lookups left.', 0),
  daily_limit: countedLimit(settings.daily_limit, 'Most lookups a day (UTC).'),
  monthly_limit: countedLimit(
    settings.monthly_limit,
    'Most lookups a calendar month, beside the daily limit.',
  ),
  individual_limit: settings.individual_limit,
  rate_limit: settings.rate_limit,
  allowed_urls: settings.allowed_urls,
  redact_days: settings.redact_days,
  notifications: settings.notifications,
  datasets: settings.datasets,
  automated_topups: settings.automated_topups,
  current_purchases: list(
    record('A purchase of lookups.', {
      expires: orNull(moment('When it expires.'), 'Null where it never expires.'),
      purchased: integer('Lookups bought.', 0),
      consumed: integer('Lookups used of them.', 0),
    }),
    'Purchases the balance consists of.',
  ),
  ip_forwarding: settings.ip_forwarding,
  premier_support: settings.premier_support,
});

export const keyDetails = showing(privateDetails, 'name', 'premier_support');

export const usage = component('Usage', undocumented('Lookups consumed over a range.'), {
  start: moment('First moment of the range.'),
  end: moment('Last moment of the range.'),
  total: integer('Lookups of the whole range.', 0),
  dailyCount: list(
    record('One day (UTC).', {
      date: moment('Its midnight.'),
      count: integer('Lookups of the day.', 0),
    }),
    'Every day of the range in its order, those without lookups too.',
    maximumRangeDays + 2,
    1,
  ),
});

const range = `At most ${maximumRangeDays} days. UNIX timestamp in milliseconds, or an ISO 8601 date or date-time.`;

const moments: JsonSchema = {
  type: ['integer', 'string'],
  examples: [1795176000000, '2026-11-20'],
};

/** The range of the log, and which of its rows. */
const ofLog = {
  key,
  start: inQuery(
    'start',
    `First moment of the range. Default: ${defaultRangeDays} days before its end. ${range}`,
    moments,
  ),
  end: inQuery('end', `Last moment of the range. Default: now. ${range}`, moments),
  tagFilter: inQuery(
    'tags',
    `Comma separated. A request must satisfy all of them. At most ${maximumTags}.`,
  ),
  licenseeFilter: inQuery('licensee', 'Restricts to a licensee, by its key or id.'),
};

const ranged = [4005, 4006, 4007, 4008, 4009, 4045] as const;

export const operations = {
  keyAvailability: {
    method: 'GET',
    path: '/keys/{key}',
    credential: 'none',
    command: 'keys show',
    tag: 'Keys',
    summary: 'Key availability',
    description:
      'No management key is needed; with one, the result is the private details. A key that cannot be used is `available: false`.',
    parameters: {
      anyKey: inPath('key', 'API key (`ak_`) or licensee key (`sl_`).'),
      sourceIp,
    },
    result: [availability, keyDetails],
    codes: [4011, 4012, 4041, 4042],
  },
  keyDetails: {
    method: 'GET',
    path: '/keys/{key}/details',
    credential: 'management_key',
    command: 'keys details',
    tag: 'Keys',
    summary: 'Private key details',
    parameters: { key },
    result: keyDetails,
    codes: managed,
  },
  keyUpdate: {
    method: 'PUT',
    path: '/keys/{key}/details',
    credential: 'management_key',
    command: 'keys update',
    tag: 'Keys',
    summary: 'Update key settings',
    parameters: { key },
    body: { schema: keyUpdate, required: true },
    result: keyDetails,
    codes: [...managed, 4001, 4150],
  },
  keyUsage: {
    method: 'GET',
    path: '/keys/{key}/usage',
    credential: 'management_key',
    command: 'keys usage',
    tag: 'Keys',
    summary: 'Usage statistics',
    parameters: ofLog,
    result: usage,
    codes: [...managed, ...ranged],
  },
  lookupLog: {
    method: 'GET',
    path: '/keys/{key}/lookups',
    credential: 'management_key',
    command: 'lookups export',
    tag: 'Keys',
    summary: 'Lookup log as CSV',
    description:
      'Nine columns without a header row, oldest row first: timestamp (ISO 8601), IP address, search term, URL, lookup type, tags, lookups consumed, licensee name, source IP address. Personal columns (2, 3, 4, 9) are redacted weekly. Any other answer than 200 is JSON.',
    parameters: ofLog,
    result: 'csv',
    codes: [...managed, ...ranged],
  },
} as const satisfies Operations;

export type Availability = ResultOf<typeof availability>;
export type KeyDetails = ResultOf<typeof keyDetails>;
export type UsageRecord = ResultOf<typeof usage, 'start' | 'end'>;
