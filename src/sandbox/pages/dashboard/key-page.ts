// The overview of a key: whether it can be used and why not, its balance, its usage.
import type { Usage } from '../../rules/usage';
import type { ShownLookup } from '../../store/lookup-log';
import { html, type Insert } from '../html';
import { dayName, usageChart } from './chart';
import { copyView } from './form-view';
import { grouped, type KeyHead, keyFrame, moment, paths, type Shown } from './frame';
import { logView } from './log-page';
import type { KeyDetails } from './settings-page';

/** Ranges of the chart, in days. */
export const usageRanges = [7, 21, 30, 90] as const;

/** The values of the overview. */
export interface KeyView {
  head: KeyHead;
  details: KeyDetails;
  /** Why no lookup can be consumed now; undefined if one can. */
  denial: { code: number; message: string } | undefined;
  /** Until when a key of high risk is refused. */
  heldBackUntil: number | undefined;
  usage: Usage;
  newest: readonly ShownLookup[];
}

const capped = (consumed: number, limit: number | null): Insert =>
  html`${grouped(consumed)}<small>${limit === null ? 'no limit' : `of ${grouped(limit)}`}</small>`;

function tiles({ details, denial, heldBackUntil }: KeyView): Insert {
  const { plan, lookups_remaining, daily_limit, monthly_limit } = details;
  const state =
    denial || details.suspended
      ? html`<span class="state off">Unavailable</span>${denial && html`<small>${denial.code}: ${denial.message}</small>`}${details.suspended && html`<small>Suspended: place searches answer 4291</small>`}`
      : html`<span class="state">Available</span>${details.sublicensing && html`<small>to its licensees</small>`}`;
  return html`<dl class="tiles">
<div><dt>Availability</dt><dd>${state}${heldBackUntil !== undefined && html`<small>High risk: lookups answer 4291 until ${moment(heldBackUntil)}</small>`}</dd></div>
<div><dt>Lookups left</dt><dd>${plan === 'unlimited' ? html`Unlimited<small>${grouped(lookups_remaining)} on the balance</small>` : grouped(lookups_remaining)}</dd></div>
<div><dt>Today (UTC)</dt><dd>${capped(daily_limit.consumed, daily_limit.limit)}</dd></div>
<div><dt>This month</dt><dd>${capped(monthly_limit.consumed, monthly_limit.limit)}</dd></div>
</dl>`;
}

function ranges(key: string, days: number): Insert {
  return html`<nav class="ranges" aria-label="Days shown"><span class="soft">Days</span>${usageRanges.map(
    (one) =>
      html`<a href="${paths.key(key)}?days=${one}#usage"${one === days && html` aria-current="true"`}>${one}</a>`,
  )}</nav>`;
}

/** The days with lookups, where they are so few that the chart does not say which they are. */
function fewDays({ dailyCount }: Usage): string {
  const busy = dailyCount.filter(({ count }) => count > 0);
  if (busy.length === 0 || busy.length > 3) return '';
  return `: ${busy.map(({ date, count }) => `${grouped(count)} on ${dayName(date)}`).join(', ')}`;
}

/** The overview. */
export function keyPage(view: KeyView, shown: Shown): Response {
  const { head, usage } = view;
  const { key, account } = head;
  const days = usage.dailyCount.length;
  return keyFrame(head, shown, {
    tab: 'overview',
    title: 'Overview',
    content: html`${tiles(view)}
<section class="card" aria-labelledby="usage"><div class="top"><div><h2 id="usage">Usage</h2><span class="soft">${grouped(usage.total)} ${usage.total === 1 ? 'lookup' : 'lookups'} in ${days} days${fewDays(usage)}</span></div>${ranges(key, days)}</div>
${usageChart(usage)}</section>
<section class="card" aria-labelledby="newest"><div class="top"><h2 id="newest">Newest lookups</h2><a href="${paths.log(key)}">Open the log</a></div>
${logView(paths.log(key), '', view.newest, 'No lookups yet.')}</section>
<section class="card" aria-labelledby="secrets"><h2 id="secrets">Credentials</h2>
<details class="secret"><summary>Show the whole key</summary><div class="row">${copyView('key', 'API key', key)}${
      account && copyView('user-token', 'Management key', account.userToken)
    }${account && copyView('user-id', 'User ID', account.userId)}</div></details></section>`,
  });
}
