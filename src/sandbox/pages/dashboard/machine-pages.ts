// The pages of the switches that are the sandbox's own: its clock and its faults.
import { faultKinds } from '../../faults/fault';
import type { FaultRule } from '../../faults/faults';
import { html, type Insert } from '../html';
import { buttonView, formView } from './form-view';
import type { Form } from './forms';
import { dashboardPage, moment, paths } from './frame';
import type { Shown } from './key-page';

/** POST /_sandbox/clock with `advance`. */
export const advanceForm: Form = {
  name: 'advance',
  fields: [
    {
      name: 'advance',
      label: 'Move on by',
      kind: 'text',
      hint: 'a number and ms, s, m, h, d or w, such as 8d; with a minus it goes back',
    },
  ],
};

/** POST /_sandbox/clock with `now`. */
export const setForm: Form = {
  name: 'set',
  fields: [
    { name: 'now', label: 'Set to', kind: 'text', hint: 'ISO 8601, such as 2026-11-20T12:00:00Z' },
  ],
};

const spans = [
  ['1h', 'An hour'],
  ['1d', 'A day'],
  ['8d', 'Eight days'],
  ['31d', '31 days'],
] as const;

/** The clock's page. */
export function clockPage({ now, done, failed }: Shown): Response {
  const iso = `${new Date(now).toISOString().slice(0, 19)}Z`;
  return dashboardPage({
    title: 'Clock',
    part: 'clock',
    now,
    done,
    failed: failed !== undefined,
    content: html`<h1>Clock</h1>
<p class="soft">Limits, retention, the weekly redaction and the expiry of sign-ups follow it.</p>
<section class="card" aria-labelledby="on"><h2 id="on">It is ${moment(now)}</h2>
<div>${spans.map(([advance, label]) => buttonView(`${paths.clock}/advance`, `${label} on`, { advance }))}${buttonView(`${paths.clock}/release`, 'Back to the real time')}</div>
<div class="pair">${formView({ form: advanceForm, action: `${paths.clock}/advance`, values: { advance: '' }, failed, button: 'Move the clock' })}
${formView({ form: setForm, action: `${paths.clock}/set`, values: { now: iso }, failed, button: 'Set the clock' })}</div></section>
<section class="card" aria-labelledby="weekly"><h2 id="weekly">Weekly redaction</h2>
<p class="soft">It runs on Mondays, 00:00 UTC, and empties the personal columns of rows older than their key's retention.</p>
${buttonView(`${paths.clock}/redact`, 'Run it now')}</section>`,
  });
}

/** POST /_sandbox/faults. A rate is part of the fault there. */
export const faultForm: Form = {
  name: 'add',
  fields: [
    { name: 'path', label: 'Path', kind: 'text', hint: 'such as /v1/keys/*, where * is any text' },
    { name: 'method', label: 'Method', kind: 'text', optional: true, hint: 'empty for every one' },
    {
      name: 'fault',
      label: 'Fault',
      kind: 'choice',
      options: Object.entries(faultKinds).map(([kind, does]) => [kind, `${kind}: ${does}`]),
    },
    {
      name: 'rate',
      label: 'Rate',
      kind: 'text',
      optional: true,
      hint: 'from 0 to 1; empty for every request',
    },
    {
      name: 'times',
      label: 'Times',
      kind: 'integer',
      empty: 'nothing',
      hint: 'empty for no end',
    },
  ],
  compose: ({ rate, ...rest }) =>
    rate === undefined ? rest : { ...rest, fault: `${rest.fault}:${rate}` },
};

function faultTable(rules: readonly FaultRule[]): Insert {
  if (rules.length === 0)
    return html`<p class="soft">None: every request is answered as it should be.</p>`;
  return html`<div class="wide" role="region" aria-label="Faults" tabindex="0"><table>
<thead><tr><th scope="col">Path</th><th scope="col">Method</th><th scope="col">Fault</th><th scope="col" class="number">Times left</th></tr></thead>
<tbody>${rules.map(
    ({ path, method, fault, times }) =>
      html`<tr><th scope="row"><code>${path}</code></th><td>${method ?? 'every'}</td><td>${fault}</td><td class="number">${times ?? 'no end'}</td></tr>\n`,
  )}</tbody></table></div>`;
}

/** The page of the faults. */
export function faultsPage(rules: readonly FaultRule[], { now, done, failed }: Shown): Response {
  return dashboardPage({
    title: 'Faults',
    part: 'faults',
    now,
    done,
    failed: failed !== undefined,
    content: html`<h1>Faults</h1>
<p class="soft">The sandbox fails on purpose, for programs that have to take it. The first fault for a path strikes; <code>X-Sandbox-Fault</code> asks for one in a single request.</p>
<section class="card" aria-labelledby="set"><div class="top"><h2 id="set">Faults that are set</h2>${rules.length > 0 && buttonView(`${paths.faults}/clear`, 'Clear all')}</div>
${faultTable(rules)}</section>
<section class="card" aria-labelledby="more"><h2 id="more">Add a fault</h2>
${formView({
  form: faultForm,
  action: `${paths.faults}/add`,
  values: { path: '/v1/*', method: '', fault: '503', rate: '', times: '' },
  failed,
  button: 'Add the fault',
  layout: (field) =>
    html`<div class="row">${['path', 'method'].map(field)}</div>${field('fault')}<div class="row">${['rate', 'times'].map(field)}</div>`,
})}</section>`,
  });
}
