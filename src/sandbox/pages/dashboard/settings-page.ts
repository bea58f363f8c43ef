// The settings of a key: what is set on it, its balance, its notifications, and its end.
import { html } from '../html';
import { buttonView, formView } from './form-view';
import { initialValues } from './forms';
import { paths } from './frame';
import {
  balanceForm,
  datasetFields,
  type KeyDetails,
  notificationsForm,
  settingsForm,
} from './key-forms';
import { type KeyHead, keyFrame } from './key-frame';
import type { Shown } from './shown';

/** The page of the settings. */
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
