// One key: whether it can be used and why not, what is left, what it was used for, and what is set on it.
import { preview } from '../../../lib/masking';
import type { Usage } from '../../rules/usage';
import type { ShownLookup } from '../../store/lookup-log';
import { html, type Insert } from '../html';
import { usageChart } from './chart';
import { buttonView, formView } from './form-view';
import type { Failed } from './forms';
import { dashboardPage, grouped, moment, paths } from './frame';
import {
  balanceForm,
  datasetFields,
  type KeyDetails,
  lookupsForm,
  lookupsValues,
  settingsForm,
  settingsValues,
} from './key-forms';
import { logView } from './log-view';

/** What the page of a key shows. */
export interface KeyView {
  key: string;
  /** Absent for the shared test key, which belongs to nobody. */
  account: { userId: string; userToken: string; name: string } | undefined;
  createdAt: number;
  details: KeyDetails;
  /** Why no lookup can be consumed now; undefined when one can. */
  hindrance: { code: number; message: string } | undefined;
  /** Until when a key of high risk is held back. */
  heldBackUntil: number | undefined;
  usage: Usage;
  newest: readonly ShownLookup[];
}

/** What a page is shown with. */
export interface Shown {
  now: number;
  done: string | undefined;
  failed: Failed | undefined;
}

const capped = (consumed: number, limit: number | null): Insert =>
  html`${grouped(consumed)}<small>${limit === null ? 'no limit' : `of ${grouped(limit)}`}</small>`;

function tiles({ details, hindrance, heldBackUntil }: KeyView): Insert {
  const { plan, lookups_remaining, daily_limit, monthly_limit } = details;
  const state = hindrance
    ? html`<span class="state off">Unavailable</span><small>${hindrance.code}: ${hindrance.message}</small>`
    : html`<span class="state">Available</span>${details.sublicensing && html`<small>to its licensees</small>`}`;
  return html`<dl class="tiles">
<div><dt>Availability</dt><dd>${state}${heldBackUntil !== undefined && html`<small>High risk: lookups answer 4291 until ${moment(heldBackUntil)}</small>`}</dd></div>
<div><dt>Lookups left</dt><dd>${plan === 'unlimited' ? html`Unlimited<small>${grouped(lookups_remaining)} on the balance</small>` : grouped(lookups_remaining)}</dd></div>
<div><dt>Today (UTC)</dt><dd>${capped(daily_limit.consumed, daily_limit.limit)}</dd></div>
<div><dt>This month</dt><dd>${capped(monthly_limit.consumed, monthly_limit.limit)}</dd></div>
</dl>`;
}

const copied = (id: string, label: string, secret: string): Insert =>
  html`<div class="field"><label for="${id}">${label}</label><input id="${id}" type="text" readonly value="${secret}"></div>`;

/** The page of a key. */
export function keyPage(view: KeyView, { now, done, failed }: Shown): Response {
  const { key, account, details, usage } = view;
  const path = paths.key(key);
  const content = html`<h1>${details.name || 'A key'} <code>${preview(key)}</code></h1>
<p class="soft">${account ? html`${account.name} · ` : 'Belongs to nobody · '}made ${moment(view.createdAt)}</p>
<details class="secret"><summary>Show the whole key</summary><div class="row">${copied('key', 'API key', key)}${
    account && copied('user-token', 'Management key', account.userToken)
  }${account && copied('user-id', 'User id', account.userId)}</div></details>
${tiles(view)}
<section class="card" aria-labelledby="usage"><div class="top"><h2 id="usage">Usage of the last ${usage.dailyCount.length} days</h2><span class="soft">${grouped(usage.total)} lookups</span></div>
${usageChart(usage)}</section>
<section class="card" aria-labelledby="log"><div class="top"><h2 id="log">Newest lookups</h2><a href="${path}/log">Live log</a></div>
${logView(view.newest)}</section>
<section class="card" aria-labelledby="set"><h2 id="set">Settings</h2>
${formView({
  form: settingsForm,
  action: `${path}/settings`,
  values: settingsValues(details),
  failed,
  button: 'Save settings',
  layout: (
    field,
  ) => html`<div class="row">${['plan', 'redact_days', 'individual_limit.limit'].map(field)}</div>
<div class="row">${['allowed_urls', 'ip_allow_list'].map(field)}</div>
<div class="row">${['sublicensing', 'ip_forwarding', 'premier_support', 'high_risk'].map(field)}</div>
<fieldset><legend>Datasets</legend><div class="boxes">${datasetFields.map(field)}</div></fieldset>`,
})}</section>
<div class="pair">
<section class="card" aria-labelledby="left"><h2 id="left">Balance</h2>
${formView({
  form: balanceForm,
  action: `${path}/balance`,
  values: { lookups_remaining: String(details.lookups_remaining) },
  failed,
  button: 'Set the balance',
})}</section>
<section class="card" aria-labelledby="made"><h2 id="made">Made-up lookups</h2>
<p class="soft">Rows for the log and the usage. Balance and limits do not count them.</p>
${formView({ form: lookupsForm, action: `${path}/lookups`, values: lookupsValues, failed, button: 'Add lookups' })}</section>
</div>
${account && html`<details class="danger"><summary>Delete this key</summary><p class="soft">Requests with it are refused from then on. Its log goes with it.</p>${buttonView(`${path}/delete`, 'Delete for good')}</details>`}`;
  const title = `${details.name || 'Key'} ${preview(key)}`;
  return dashboardPage({ title, part: 'keys', now, done, failed: failed !== undefined, content });
}

/** The newest rows of a key's log. While it is live the browser asks for the page every other second. */
export function logPage(
  {
    key,
    name,
    rows,
    live,
  }: { key: string; name: string; rows: readonly ShownLookup[]; live: boolean },
  now: number,
): Response {
  const path = paths.key(key);
  return dashboardPage({
    title: `Log of ${preview(key)}`,
    part: 'keys',
    now,
    refresh: live ? 2 : undefined,
    content: html`<h1>Log of <a href="${path}">${name || 'key'} <code>${preview(key)}</code></a></h1>
<div class="top"><p class="soft">The newest ${rows.length} rows, newest first.${live && ' Looked up again every two seconds.'}</p>
<a href="${path}/log${live && '?pause'}">${live ? 'Pause' : 'Go on'}</a></div>
<div class="card">${logView(rows)}</div>`,
  });
}
