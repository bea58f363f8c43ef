// The forms of a key's page, after the control calls they make.
import { maximumRetentionDays } from '../../../api/limits';
import type { dashboardDetailsOf } from '../../rules/key-views';
import type { Field, Form, Values } from './forms';

/** Everything about a key, as the control call answers it. */
export type KeyDetails = ReturnType<typeof dashboardDetailsOf>;

const datasetLabels: Readonly<Record<keyof KeyDetails['datasets'], string>> = {
  geonames: 'Places',
  usps: 'US addresses',
  uspscleanse: 'US cleansing',
  email: 'Email',
  phone: 'Phone numbers',
  gbrcleanse: 'UK cleansing',
  ab: 'AddressBase',
  here: 'HERE',
};

/** Names of the fields of datasets. */
export const datasetFields = Object.keys(datasetLabels).map((name) => `datasets.${name}`);

/** PATCH /_sandbox/keys/{key}, but for the balance, which goes on changing while one looks at it. */
export const settingsForm: Form = {
  name: 'settings',
  fields: [
    { name: 'name', label: 'Name', kind: 'text' },
    {
      name: 'plan',
      label: 'Plan',
      hint: 'Unlimited needs no balance. Limits that are set still apply; through the API, changes to datasets and to the daily and monthly limit are ignored.',
      kind: 'choice',
      options: [
        ['metered', 'Metered'],
        ['unlimited', 'Unlimited'],
      ],
    },
    {
      name: 'daily_limit.limit',
      label: 'Daily limit',
      kind: 'integer',
      empty: 'null',
      hint: 'Lookups in a UTC day. Empty for no limit.',
    },
    {
      name: 'monthly_limit.limit',
      label: 'Monthly limit',
      kind: 'integer',
      empty: 'null',
      hint: 'Lookups in a UTC month. Empty for no limit.',
    },
    {
      name: 'individual_limit.limit',
      label: 'Daily limit per IP address',
      kind: 'integer',
      empty: 'null',
      hint: 'Lookups in a UTC day. Empty for no limit.',
    },
    {
      name: 'redact_days',
      label: 'Retention in days',
      kind: 'integer',
      hint: `0 to ${maximumRetentionDays}. With 0, no personal data is logged.`,
    },
    {
      name: 'allowed_urls',
      label: 'Allowed URLs',
      kind: 'lines',
      hint: 'One per line, such as https://shop.example or *.shop.example. Empty for all.',
    },
    {
      name: 'ip_allow_list',
      label: 'Allowed IP addresses',
      kind: 'lines',
      hint: 'One per line, such as 192.0.2.7 or 10.0.0.0/8. Empty for all.',
    },
    {
      name: 'sublicensing',
      label: 'Sublicensing',
      kind: 'flag',
      hint: 'Every lookup must name a licensee.',
    },
    {
      name: 'ip_forwarding',
      label: 'IP forwarding',
      kind: 'flag',
      hint: 'Svc-Source-IP is used as the IP address.',
    },
    { name: 'premier_support', label: 'Premier support', kind: 'flag' },
    {
      name: 'high_risk',
      label: 'High risk',
      kind: 'flag',
      hint: 'Lookups answer 4291 until the key is two days old.',
    },
    {
      name: 'suspended',
      label: 'Suspended',
      kind: 'flag',
      hint: 'Place searches answer 4291.',
    },
    ...Object.entries(datasetLabels).map(
      ([name, label]): Field => ({ name: `datasets.${name}`, label, kind: 'flag' }),
    ),
  ],
};

/** What the settings form holds at first. */
export function settingsValues(details: KeyDetails): Values {
  return {
    name: details.name,
    plan: details.plan,
    'daily_limit.limit': String(details.daily_limit.limit ?? ''),
    'monthly_limit.limit': String(details.monthly_limit.limit ?? ''),
    redact_days: String(details.redact_days),
    'individual_limit.limit': String(details.individual_limit.limit ?? ''),
    allowed_urls: details.allowed_urls.join('\n'),
    ip_allow_list: details.ip_allow_list.join('\n'),
    sublicensing: details.sublicensing,
    ip_forwarding: details.ip_forwarding,
    premier_support: details.premier_support,
    high_risk: details.high_risk,
    suspended: details.suspended,
    ...Object.fromEntries(
      Object.entries(details.datasets).map(([name, on]) => [`datasets.${name}`, on]),
    ),
  };
}

/** PATCH /_sandbox/keys/{key} with the balance alone. */
export const balanceForm: Form = {
  name: 'balance',
  fields: [{ name: 'lookups_remaining', label: 'Lookups remaining', kind: 'integer' }],
};

/** PATCH /_sandbox/keys/{key} with the notifications. */
export const notificationsForm: Form = {
  name: 'notifications',
  fields: [
    { name: 'notifications.enabled', label: 'Send notifications', kind: 'flag' },
    {
      name: 'notifications.emails',
      label: 'Email addresses',
      kind: 'lines',
      hint: 'One per line, at most 5.',
    },
    {
      name: 'notifications.balance_threshold',
      label: 'Balance threshold',
      kind: 'integer',
      empty: 'null',
      hint: 'Notify when fewer lookups are left. Empty for never.',
    },
    {
      name: 'notifications.no_balance',
      label: 'Balance used up',
      kind: 'flag',
      hint: 'Notify when no lookups are left.',
    },
    {
      name: 'notifications.limit_reached',
      label: 'Limit reached',
      kind: 'flag',
      hint: 'Notify when a daily or monthly limit is reached.',
    },
  ],
};

/** What the notifications form holds at first. */
export function notificationsValues({ notifications }: KeyDetails): Values {
  return {
    'notifications.enabled': notifications.enabled,
    'notifications.emails': notifications.emails.join('\n'),
    'notifications.balance_threshold': String(notifications.balance_threshold ?? ''),
    'notifications.no_balance': notifications.no_balance,
    'notifications.limit_reached': notifications.limit_reached,
  };
}
