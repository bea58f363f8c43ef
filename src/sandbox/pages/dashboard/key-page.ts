// The overview of a key: whether it can be used and why not, its balance, its usage.
import { catalogue } from '../../../api/catalogue';
import { defaultRangeDays } from '../../../api/limits';
import { dayMs } from '../../clock';
import { keyOf } from '../../control/keys';
import { denial } from '../../rules/billing';
import { heldBackUntil } from '../../rules/caller';
import { dashboardDetailsOf } from '../../rules/key-views';
import { type Usage, usageOf } from '../../rules/log';
import type { Sandbox } from '../../sandbox';
import type { ApiKey } from '../../store/keys';
import { html, type Insert, type Markup } from '../page';
import { copyView } from './form-view';
import { accountOf, groupedNumber, momentView, type PageHandler, pageOfKey, paths } from './frame';
import { logTableView } from './log-page';

const usageDays = [7, 21, 30, 90] as const;
const rowsOfOverview = 10;

interface Limit {
  limit: number | null;
  consumed: number;
}

/** Lookups of the log, and how many of the limit are used: sample lookups do not count towards it. */
function capped(lookups: number, { consumed, limit }: Limit): Insert {
  const count = groupedNumber(lookups);
  if (limit === null) return html`${count}<small>no limit</small>`;
  const most = groupedNumber(limit);
  if (consumed === lookups) return html`${count}<small>of ${most}</small>`;
  return html`${count}<small>limit: ${groupedNumber(consumed)} of ${most} used</small>`;
}

/** The lookups of the current day and month (UTC), as the usage counts them. */
interface Recent {
  today: number;
  month: number;
}

function tiles(sandbox: Sandbox, key: ApiKey, { today, month }: Recent, address: string): Insert {
  const details = dashboardDetailsOf(sandbox, key);
  const { plan, lookups_remaining, daily_limit, monthly_limit, suspended } = details;
  const code = denial(sandbox, key, address);
  const refusedUntil = heldBackUntil(sandbox, key);
  const state =
    code || suspended
      ? html`<span class="state off">Unavailable</span>${code && html`<small>${code}: ${catalogue[code].message}</small>`}${suspended && html`<small>Suspended: place searches answer 4291</small>`}`
      : html`<span class="state">Available</span>${details.sublicensing && html`<small>to its licensees</small>`}`;
  return html`<dl class="tiles">
<div><dt>Availability</dt><dd>${state}${refusedUntil !== undefined && html`<small>High risk: lookups answer 4291 until ${momentView(refusedUntil)}</small>`}</dd></div>
<div><dt>Lookups left</dt><dd>${plan === 'unlimited' ? html`Unlimited<small>${groupedNumber(lookups_remaining)} on the balance</small>` : groupedNumber(lookups_remaining)}</dd></div>
<div><dt>Today (UTC)</dt><dd>${capped(today, daily_limit)}</dd></div>
<div><dt>This month</dt><dd>${capped(month, monthly_limit)}</dd></div>
</dl>`;
}

function ranges(key: string, days: number): Insert {
  return html`<nav class="ranges" aria-label="Days shown"><span class="soft">Days</span>${usageDays.map(
    (one) =>
      html`<a href="${paths.key(key)}?days=${one}#usage"${one === days && html` aria-current="true"`}>${one}</a>`,
  )}</nav>`;
}

/** The days with lookups, where they are so few that the chart does not say which they are. */
function fewDays({ dailyCount }: Usage): string {
  const busy = dailyCount.filter(({ count }) => count > 0);
  if (busy.length === 0 || busy.length > 3) return '';
  return `: ${busy.map(({ date, count }) => `${groupedNumber(count)} on ${dayName(date)}`).join(', ')}`;
}

/** The usage from a day on. */
function since({ dailyCount, ...usage }: Usage, start: number): Usage {
  const days = dailyCount.filter(({ date }) => Date.parse(date) >= start);
  return { ...usage, total: days.reduce((sum, { count }) => sum + count, 0), dailyCount: days };
}

export function overviewPage(sandbox: Sandbox): PageHandler {
  return async (call, state) => {
    const asked = Number(call.query.get('days'));
    const days = usageDays.find((one) => one === asked) ?? defaultRangeDays;
    const start = (Math.floor(state.now / dayMs) - days + 1) * dayMs;
    const now = new Date(state.now);
    const startOfMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
    const counted = await usageOf(sandbox, {
      keyId: keyOf(sandbox, call).id,
      start: Math.min(start, startOfMonth),
      end: state.now,
      tags: [],
      licenseeId: undefined,
    });
    const usage = since(counted, start);
    const recent = {
      today: usage.dailyCount.at(-1)?.count ?? 0,
      month: since(counted, startOfMonth).total,
    };
    // Counting a long log takes a while: the key may have changed or been deleted.
    const apiKey = keyOf(sandbox, call);
    const { id, key } = apiKey;
    const account = accountOf(sandbox, apiKey);
    const newest = sandbox.store.log.newest(id, rowsOfOverview);
    return pageOfKey(sandbox, apiKey, state, {
      tab: 'overview',
      title: 'Overview',
      content: html`${tiles(sandbox, apiKey, recent, call.address)}
<section class="card" aria-labelledby="usage"><div class="top"><div><h2 id="usage">Usage</h2><span class="soft">${groupedNumber(usage.total)} ${usage.total === 1 ? 'lookup' : 'lookups'} in ${days} days${fewDays(usage)}</span></div>${ranges(key, days)}</div>
${usageChart(usage)}</section>
<section class="card" aria-labelledby="newest"><div class="top"><h2 id="newest">Newest lookups</h2><a href="${paths.log(key)}">Open the log</a></div>
${logTableView(paths.log(key), '', newest, 'No lookups yet.')}</section>
<section class="card" aria-labelledby="secrets"><h2 id="secrets">Credentials</h2>
<details class="secret"><summary>Show the whole key</summary><div class="row">${copyView('key', 'API key', key)}${
        account && copyView('user-token', 'Management key', account.userToken)
      }${account && copyView('user-id', 'User ID', account.userId)}</div></details></section>`,
    });
  };
}

/** Tenths of a power of ten that read as round numbers. */
const rounds = [10, 12, 14, 16, 18, 20, 24, 30, 40, 50, 60, 80, 100];

/** The smallest round number at or above the highest bar that can be halved. */
export function ceilingOf(most: number): number {
  if (most <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(most));
  const ceiling = rounds
    .map((one) => (one * power) / 10)
    .find((one) => one >= most && one % 2 === 0);
  return ceiling ?? 10 * power;
}

const chartHeight = 208;
const chartBottom = 28;
const chartTop = 8;
const plotHeight = chartHeight - chartTop - chartBottom;

/** A day, such as 21 Nov. */
const dayName = (date: string): string =>
  new Date(date).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

function bars({ dailyCount }: Usage, ceiling: number): Insert {
  const step = 100 / dailyCount.length;
  return dailyCount.map(({ date, count }, index) => {
    const tall = Math.max((count / ceiling) * plotHeight, 1);
    const x = (index * step + step * 0.16).toFixed(2);
    const title = html`<title>${dayName(date)}: ${groupedNumber(count)}</title>`;
    return html`<g><rect class="hit" x="${(index * step).toFixed(2)}%" y="${chartTop}" width="${step.toFixed(2)}%" height="${plotHeight}"/>${
      count > 0 &&
      html`<rect class="bar" x="${x}%" y="${(chartTop + plotHeight - tall).toFixed(1)}" width="${(step * 0.68).toFixed(2)}%" height="${tall.toFixed(1)}" rx="2"/>`
    }${title}</g>`;
  });
}

/** The days with labels below the chart: the ends, and two between if there is space. */
function dayMarks({ dailyCount }: Usage): Insert {
  const step = 100 / dailyCount.length;
  const last = dailyCount.length - 1;
  return [0, Math.round(last / 3), Math.round((2 * last) / 3), last].map((index) => {
    const anchor = index === 0 ? 'start' : index === last ? 'end' : 'middle';
    const x = index === 0 ? 0 : index === last ? 100 : (index + 0.5) * step;
    const between = anchor === 'middle' && html` class="between"`;
    return html`<text${between} x="${x.toFixed(2)}%" y="${chartHeight - 8}" text-anchor="${anchor}">${dayName(dailyCount[index]?.date ?? '')}</text>`;
  });
}

function usageChart(usage: Usage): Markup {
  const { dailyCount, total } = usage;
  const ceiling = ceilingOf(Math.max(...dailyCount.map(({ count }) => count)));
  const lines = [0, 0.5, 1].map((part) => {
    const y = chartTop + plotHeight - part * plotHeight;
    return html`<line x1="0" x2="100%" y1="${y}" y2="${y}"/>`;
  });
  return html`<figure>
<div class="plot"><div class="scale" aria-hidden="true">${[1, 0.5, 0].map((part) => html`<span>${groupedNumber(ceiling * part)}</span>`)}</div>
<svg class="chart" width="100%" height="${chartHeight}" role="img" aria-label="Lookups by day, ${groupedNumber(total)} in all; the table below has the numbers">${lines}${bars(usage, ceiling)}${dayMarks(usage)}</svg></div>
<details><summary>Show as a table</summary><div class="wide tall" role="region" aria-label="Lookups by day" tabindex="0"><table class="days"><thead><tr><th scope="col">Day (UTC)</th><th scope="col" class="number">Lookups</th></tr></thead>
<tbody>${dailyCount.map(({ date, count }) => html`<tr><th scope="row">${date.slice(0, 10)}</th><td class="number">${groupedNumber(count)}</td></tr>`)}</tbody></table></div></details>
</figure>`;
}
