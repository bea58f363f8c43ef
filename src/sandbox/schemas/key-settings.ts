// The settings of a key: one schema for the owner's requests, the control interface, the store and the
// OpenAPI document.
import * as z from 'zod/mini';
import { maximumRetentionDays } from '../../api/limits';
import { isNetwork, readUrlEntry } from '../rules/restrictions';
import {
  changes,
  described,
  flag,
  integer,
  list,
  notInServiceDocs,
  orNull,
  record,
  text,
} from './types';

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

/** Datasets a key can have. */
export type DatasetName = keyof z.infer<typeof datasets>;

/** The datasets by name. */
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
const printable =
  /^(?=.*[^\s\u200C\u200D])(?:[^\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|\u200C|\u200D)*$/u;

const name = text('Name of the key: printable characters of any script.', {
  filled: true,
  max: 64,
  test: (value) => printable.test(value),
  form: 'must hold printable characters only',
});

/** An allowed URL, in its stored form. */
const urlEntry = text('Scheme and host, exactly; `*.` before a host stands for every subdomain.', {
  max: 256,
  test: (value) => readUrlEntry(value) !== undefined,
  form: 'must be an origin such as https://shop.example, or a host such as *.shop.example',
  examples: ['https://shop.example', '*.shop.example'],
}).check(z.overwrite((value) => readUrlEntry(value) ?? value));

/** Greatest limit of lookups. */
const cap = (description: string, min = 0) =>
  record(description, { limit: orNull(integer('Most lookups.', min), 'Null for no limit.') });

/** Every setting by name. */
export const settings = {
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
  premier_support: flag('Whether the key is enrolled in a premier support programme.'),
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
export const keyUpdate = notInServiceDocs(
  changes(
    record(
      'Settings to change; what is not sent stays. On a key with an unlimited plan, changes to `datasets`, `daily_limit` and `monthly_limit` are ignored.',
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

// Only the owner sets the rate limit, and nobody the top-ups.
const {
  name: _name,
  rate_limit: _rate,
  automated_topups: _topups,
  ...controlled
} = changedSettings;

/** The settings a control call may change; other members are refused. */
export const keyPatch = z.exactPartial(
  z.strictObject({
    name,
    lookups_remaining: z.int().check(z.gte(0), z.lte(1_000_000_000)),
    ...controlled,
  }),
);

/**
 * The schema of the store. Names and URLs of earlier versions are read unchanged: to skip one would lose a
 * restriction of the key.
 */
export const storedSettings = z.exactPartial(
  z.object({
    ...changedSettings,
    name: z.string(),
    allowed_urls: z.array(z.string()).check(z.maxLength(10)),
  }),
);

/** Settings to change; missing ones stay. */
export type SettingChanges = z.infer<typeof storedSettings>;
