// The schemas of the key settings that the API shows or changes. The sandbox has additional key settings
// (`sandbox/rules/key-settings.ts`).
import * as z from 'zod/mini';
import { maximumRetentionDays } from './limits';
import {
  changes,
  described,
  flag,
  integer,
  list,
  named,
  orNull,
  record,
  text,
  undocumented,
} from './schema';

/**
 * Matches an allowed URL: an optional scheme, an optional `*.`, a host with an optional port, and an optional slash.
 */
const allowedUrlForm = /^(https?:\/\/)?(\*\.)?([^\s*/?#@\\]+)\/?$/i;

/**
 * Converts an allowed URL to the form that the sandbox stores, such as `https://shop.example`,
 * `https://shop.example:8443`, `*.shop.example` or `https://*.shop.example`. This form is lowercase, and has no
 * trailing slash and no default port. Returns undefined if the text is not an allowed URL.
 */
function readAllowedUrl(text: string): string | undefined {
  const [, scheme = '', wildcard = '', host = ''] = allowedUrlForm.exec(text) ?? [];
  if (host === '' || (scheme === '' && wildcard === '')) return undefined;
  const url = `${scheme || 'https://'}${host}`;
  return URL.canParse(url) ? `${scheme.toLowerCase()}${wildcard}${new URL(url).host}` : undefined;
}

const datasets = record('Datasets that the key can use.', {
  geonames: flag('Places: search and resolution.'),
  usps: flag('Addresses in the USA: autocomplete, resolution and lookup by coordinates.'),
  uspscleanse: flag('Verification and cleansing of addresses in the USA.'),
  email: flag('Email validation.'),
  phone: flag('Phone number validation.'),
  gbrcleanse: flag('Cleansing of addresses in the United Kingdom.'),
  ab: flag('Addresses in the AddressBase dataset.'),
  here: flag('Addresses in the HERE dataset.'),
});

export type DatasetName = keyof z.infer<typeof datasets>;
export const datasetNames = Object.keys(datasets.shape) as DatasetName[];

/**
 * The schema of a dataset change: an object that maps dataset names to booleans, or a list of the dataset names to
 * enable.
 */
const datasetChanges = described(
  z.union([
    described(
      z.exactPartial(z.strictObject(datasets.shape)),
      'Datasets to enable (`true`) or disable (`false`). Other datasets do not change.',
    ),
    z.pipe(
      list(
        z.enum(datasetNames),
        'Datasets to enable. The update disables all other datasets.',
        100,
      ),
      z.transform(
        (enabled): Partial<Record<DatasetName, boolean>> =>
          Object.fromEntries(datasetNames.map((name) => [name, enabled.includes(name)])),
      ),
    ),
  ]),
  'Datasets to change. If a name is unknown, the service returns API code 4001.',
);

/**
 * Matches text that contains only printable characters and joiners (U+200C and U+200D). Some writing systems and emoji
 * need joiners. The text must contain at least one character that is neither a space nor a joiner.
 */
const printablePattern =
  /^(?=.*[^\s\u200C\u200D])(?:[^\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|\u200C|\u200D)*$/u;

const name = text('The key’s name: printable Unicode characters.', {
  filled: true,
  max: 64,
  test: (value) => printablePattern.test(value),
  form: 'must contain only printable characters',
});

/** The schema of an allowed URL. Parsing converts the URL to the form that the sandbox stores. */
const allowedUrl = text(
  'Scheme and host of a web page. `*.` before the host matches every subdomain.',
  {
    max: 256,
    test: (value) => readAllowedUrl(value) !== undefined,
    form: 'must be an origin such as https://shop.example, or a host such as *.shop.example',
    examples: ['https://shop.example', '*.shop.example'],
  },
).check(z.overwrite((value) => readAllowedUrl(value) ?? value));

const cap = (description: string, min = 0) =>
  record(description, {
    limit: orNull(integer('Maximum number of lookups.', min), 'Null means no limit.'),
  });

/** The schemas of the key settings, by setting name. */
export const apiKeySettings = {
  name,
  daily_limit: cap('Maximum number of lookups in a day (UTC).'),
  monthly_limit: cap(
    'Maximum number of lookups in a calendar month. The daily limit also applies.',
  ),
  notifications: record(
    'Notification settings: the recipients, and the events that cause a notification.',
    {
      emails: list(
        text('An email address.', {
          max: 320,
          pattern: /^[^\s@]+@[^\s@]+$/,
          form: 'must be an email address',
        }),
        'Email addresses that the service notifies.',
        5,
      ),
      enabled: flag('Whether the service sends notifications.'),
      balance_threshold: orNull(
        integer('Number of lookups.', 0),
        'Number of remaining lookups at which the service sends a notification. Null means no notification.',
      ),
      no_balance: flag('Whether the service sends a notification when no lookups remain.'),
      limit_reached: flag('Whether the service sends a notification when the key reaches a limit.'),
    },
  ),
  allowed_urls: list(
    allowedUrl,
    'Web pages from which the service accepts requests. An empty list allows all pages.',
    10,
  ),
  ip_forwarding: flag('Whether the service trusts the `Svc-Source-IP` header in a request.'),
  redact_days: integer(
    'Number of days after which the service removes personal data from log entries. If the number is 0, the service never stores personal data.',
    0,
    maximumRetentionDays,
  ),
  premier_support: flag('Whether the key is enrolled in a premier support program.'),
  datasets,
  individual_limit: cap('Maximum number of lookups in a day (UTC) from one IP address.'),
  rate_limit: cap(
    'Rate limit. The sandbox stores this limit with the key, but does not enforce the limit.',
    1,
  ),
  automated_topups: record('Automatic purchases of lookups.', {
    enabled: flag('Whether automatic purchases are enabled.'),
  }),
};

/**
 * The schemas of the key settings in an update, by setting name. If a setting is an object, an update changes only the
 * fields that the update contains.
 */
export const apiKeySettingChanges = {
  ...apiKeySettings,
  datasets: datasetChanges,
  daily_limit: changes(apiKeySettings.daily_limit),
  monthly_limit: changes(apiKeySettings.monthly_limit),
  individual_limit: changes(apiKeySettings.individual_limit),
  rate_limit: changes(apiKeySettings.rate_limit),
  notifications: changes(apiKeySettings.notifications),
  automated_topups: changes(apiKeySettings.automated_topups),
};

/** The body of PUT /keys/{key}/details: the settings that the owner can change. The schema ignores other fields. */
export const keyUpdate = named(
  'KeyUpdate',
  changes(
    record(
      undocumented(
        'Settings to change. Settings that the request omits do not change. If the key has an unlimited plan, the service ignores changes to `datasets`, `daily_limit` and `monthly_limit`.',
      ),
      {
        name: apiKeySettingChanges.name,
        daily_limit: apiKeySettingChanges.daily_limit,
        monthly_limit: apiKeySettingChanges.monthly_limit,
        individual_limit: apiKeySettingChanges.individual_limit,
        rate_limit: apiKeySettingChanges.rate_limit,
        allowed_urls: apiKeySettingChanges.allowed_urls,
        redact_days: apiKeySettingChanges.redact_days,
        notifications: apiKeySettingChanges.notifications,
        ip_forwarding: apiKeySettingChanges.ip_forwarding,
        datasets: apiKeySettingChanges.datasets,
      },
    ),
  ),
);
