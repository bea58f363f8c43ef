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
    {
      name: 'plan',
      label: 'Plan',
      hint: 'unlimited has no balance, and no daily or monthly limit',
      kind: 'choice',
      options: [
        ['metered', 'Metered'],
        ['unlimited', 'Unlimited'],
      ],
    },
    {
      name: 'redact_days',
      label: 'Retention in days',
      kind: 'integer',
      hint: `0 to ${maximumRetentionDays}; with 0 no personal data is logged at all`,
    },
    {
      name: 'individual_limit.limit',
      label: 'Lookups a day from one IP address',
      kind: 'integer',
      empty: 'null',
      hint: 'empty for no limit',
    },
    {
      name: 'allowed_urls',
      label: 'Allowed URLs',
      kind: 'lines',
      hint: 'one a line, such as https://shop.example or *.shop.example; empty for all',
    },
    {
      name: 'ip_allow_list',
      label: 'Allowed IP addresses',
      kind: 'lines',
      hint: 'one a line, such as 192.0.2.7 or 10.0.0.0/8; empty for all',
    },
    {
      name: 'sublicensing',
      label: 'Sublicensing',
      kind: 'flag',
      hint: 'every lookup names a licensee',
    },
    {
      name: 'ip_forwarding',
      label: 'IP forwarding',
      kind: 'flag',
      hint: 'Svc-Source-IP is taken for the address',
    },
    { name: 'premier_support', label: 'Premier support', kind: 'flag' },
    {
      name: 'high_risk',
      label: 'High risk',
      kind: 'flag',
      hint: 'answers 4291 until two days old',
    },
    ...Object.entries(datasetLabels).map(
      ([name, label]): Field => ({ name: `datasets.${name}`, label, kind: 'flag' }),
    ),
  ],
};

/** What the settings form holds at first. */
export function settingsValues(details: KeyDetails): Values {
  return {
    plan: details.plan,
    redact_days: String(details.redact_days),
    'individual_limit.limit': String(details.individual_limit.limit ?? ''),
    allowed_urls: details.allowed_urls.join('\n'),
    ip_allow_list: details.ip_allow_list.join('\n'),
    sublicensing: details.sublicensing,
    ip_forwarding: details.ip_forwarding,
    premier_support: details.premier_support,
    high_risk: details.high_risk,
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

/** POST /_sandbox/keys/{key}/lookups. */
export const lookupsForm: Form = {
  name: 'lookups',
  fields: [
    { name: 'count', label: 'How many', kind: 'integer' },
    { name: 'start', label: 'From', kind: 'text', optional: true, hint: 'empty: 21 days before' },
    {
      name: 'end',
      label: 'To',
      kind: 'text',
      optional: true,
      hint: 'such as 2026-11-20; empty: now',
    },
    { name: 'tags', label: 'Tags', kind: 'words', hint: 'with commas between' },
    {
      name: 'licensee',
      label: 'Licensee',
      kind: 'text',
      optional: true,
      hint: 'its id or sl_ key; empty for none',
    },
  ],
};

/** What the form for made-up rows holds at first. */
export const lookupsValues: Values = { count: '100', start: '', end: '', tags: '', licensee: '' };
