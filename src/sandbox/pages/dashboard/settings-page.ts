// The settings of a key: its settings, its balance, its notifications, and its deletion. Each form has the
// name of its control call.
import { maximumRetentionDays } from '../../../api/limits';
import type { dashboardDetailsOf } from '../../rules/key-views';
import { html } from '../page';
import { buttonView, formView } from './form-view';
import { type Field, type Form, initialValues } from './forms';
import { type KeyHead, keyFrame, paths, type Shown } from './frame';

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

const datasetFields = Object.keys(datasetLabels).map((name) => `datasets.${name}`);

/** PATCH /_sandbox/keys/{key}, except the balance, which may change while the page is open. */
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

/** PATCH /_sandbox/keys/{key} with the balance only. */
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

export function settingsPage(head: KeyHead, details: KeyDetails, shown: Shown): Response {
  const path = paths.key(head.key);
  const { failed } = shown;
  return keyFrame(head, shown, {
    tab: 'settings',
    title: 'Settings',
    content: html`<section class="card" aria-labelledby="set"><h2 id="set">Settings</h2>
${formView({
  form: settingsForm,
  action: `${path}/settings`,
  values: initialValues(settingsForm, details),
  failed,
  button: 'Save settings',
  layout: (field) => html`<div class="row">${['name', 'plan'].map(field)}</div>
<div class="row">${['daily_limit.limit', 'monthly_limit.limit', 'individual_limit.limit', 'redact_days'].map(field)}</div>
<div class="row">${['allowed_urls', 'ip_allow_list'].map(field)}</div>
<div class="row">${['sublicensing', 'ip_forwarding', 'premier_support', 'high_risk', 'suspended'].map(field)}</div>
<fieldset><legend>Datasets</legend><div class="boxes">${datasetFields.map(field)}</div></fieldset>`,
})}</section>
<section class="card" aria-labelledby="balance"><h2 id="balance">Balance</h2>
${formView({
  form: balanceForm,
  action: `${path}/balance`,
  values: { lookups_remaining: String(details.lookups_remaining) },
  failed,
  button: 'Set balance',
})}</section>
<section class="card" aria-labelledby="notify"><h2 id="notify">Notifications</h2>
<p class="soft">The sandbox keeps these settings and sends no email.</p>
${formView({
  form: notificationsForm,
  action: `${path}/notifications`,
  values: initialValues(notificationsForm, details),
  failed,
  button: 'Save notifications',
  layout: (field) =>
    html`${field('notifications.enabled')}<div class="row">${['notifications.emails', 'notifications.balance_threshold'].map(field)}</div>
<div class="row">${['notifications.no_balance', 'notifications.limit_reached'].map(field)}</div>`,
})}</section>
${
  head.account &&
  html`<details class="danger"><summary>Delete this key</summary><p class="soft">Requests with it are refused from then on, and its log, licensees and configs are deleted with it.</p>${buttonView(`${path}/delete`, 'Delete this key for good')}</details>`
}`,
  });
}
