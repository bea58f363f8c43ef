// The log of a key: rows as a table, a page of them with a filter, and one row in full.
import { defaultRangeDays } from '../../../api/limits';
import type { Position, ShownLookup } from '../../store/lookup-log';
import { lookupTypes } from '../../store/lookup-log';
import { html, type Insert, type Markup } from '../page';
import { formView } from './form-view';
import type { Form, Values } from './forms';
import { grouped, type KeyHead, keyFrame, paths, type Shown, timeOf } from './frame';

const columns = [
  'Time (UTC)',
  'IP',
  'Term',
  'URL',
  'Type',
  'Tags',
  'Lookups',
  'Licensee',
  'Source IP',
] as const;

/** The name of a row in a path or a query, such as `1763640000000-12`. */
const rowName = ({ at, sequence }: Position): string => `${at}-${sequence}`;

const cell = (text: string): Insert => text !== '' && html`<bdi>${text}</bdi>`;

/**
 * The nine columns of the log; the time links to the row's page below `path`, with the query `query`. A table
 * that is too wide scrolls in its own box.
 */
export function logView(
  path: string,
  query: string,
  rows: readonly ShownLookup[],
  empty: string,
): Markup {
  if (rows.length === 0) return html`<p class="soft">${empty}</p>`;
  return html`<div class="wide" role="region" aria-label="Lookup log" tabindex="0"><table class="log">
<thead><tr>${columns.map((name) => html`<th scope="col"${name === 'Lookups' && html` class="number"`}>${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr><td class="time"><a href="${path}/${rowName(row)}${query}">${timeOf(row.at)}</a></td><td>${row.ip}</td><td>${cell(row.term)}</td><td>${cell(row.url)}</td><td>${row.type}</td><td>${cell(row.tags)}</td><td class="number">${row.lookups}</td><td>${cell(row.licensee)}</td><td>${row.sourceIp}</td></tr>\n`,
  )}</tbody></table></div>`;
}

export const rowsOfLogPage = 50;

export const filterForm: Form = {
  name: 'filter',
  fields: [
    { name: 'q', label: 'Contains', kind: 'text', optional: true },
    {
      name: 'type',
      label: 'Type',
      kind: 'choice',
      options: [['', 'Every type'], ...lookupTypes.map((type) => [type, type] as const)],
    },
    { name: 'tags', label: 'Tags', kind: 'text', optional: true },
    { name: 'licensee', label: 'Licensee', kind: 'text', optional: true },
    { name: 'start', label: 'From', kind: 'date', optional: true },
    { name: 'end', label: 'Until', kind: 'date', optional: true },
  ],
};

/** POST /_sandbox/keys/{key}/lookups. */
export const sampleForm: Form = {
  name: 'sample',
  fields: [
    { name: 'count', label: 'Count', kind: 'integer' },
    {
      name: 'start',
      label: 'Start',
      kind: 'text',
      optional: true,
      hint: `Empty for ${defaultRangeDays} days before the end.`,
    },
    {
      name: 'end',
      label: 'End',
      kind: 'text',
      optional: true,
      hint: 'Such as 2026-11-20. Empty for now.',
    },
    { name: 'tags', label: 'Tags', kind: 'words', hint: 'Separated by commas.' },
    {
      name: 'licensee',
      label: 'Licensee',
      kind: 'text',
      optional: true,
      hint: 'ID or sl_ key. Empty for none.',
    },
  ],
};

const sampleValues: Values = { count: '100', start: '', end: '', tags: '', licensee: '' };

interface LogView {
  head: KeyHead;
  /** The filter as it was entered. */
  values: Values;
  rows: readonly ShownLookup[];
  /** The rows at the edges, from which older and newer pages continue; undefined if there are none. */
  older: Position | undefined;
  newer: Position | undefined;
}

/** The filter as the query of a link; empty without a filter. */
function queryOf(values: Values, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...values, ...more })) {
    if (typeof value === 'string' && value !== '') query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

function pager(path: string, { values, older, newer }: LogView): Insert {
  if (!older && !newer) return false;
  return html`<nav class="pages" aria-label="Pages">${
    newer &&
    html`<a href="${path}${queryOf(values)}">Newest</a> <a rel="prev" href="${path}${queryOf(values, { newer: rowName(newer) })}">Newer</a>`
  } ${older && html`<a rel="next" href="${path}${queryOf(values, { older: rowName(older) })}">Older</a>`}</nav>`;
}

/** A page of the log. The newest page updates itself if the script runs. */
export function logPage(view: LogView, shown: Shown): Response {
  const { head, values, rows, newer } = view;
  const path = paths.log(head.key);
  const query = queryOf(values);
  const rejected = shown.failed?.form === filterForm;
  const isLive = newer === undefined && !rejected;
  const empty = rejected
    ? 'Correct the filter to see lookups.'
    : query === ''
      ? 'No lookups yet.'
      : 'No lookups match the filter.';
  const samples = shown.failed?.form === sampleForm;
  return keyFrame(head, shown, {
    tab: 'log',
    title: 'Log',
    content: html`<section class="card" aria-labelledby="filter"><h2 class="unseen" id="filter">Filter</h2>
${formView({
  form: filterForm,
  action: path,
  method: 'get',
  values,
  failed: shown.failed,
  button: 'Filter',
  beside: query !== '' && html`<a href="${path}">Clear</a>`,
  layout: (field) =>
    html`<div class="row filter">${filterForm.fields.map(({ name }) => field(name))}</div>`,
})}</section>
<section class="card" aria-labelledby="rows"><div class="top"><h2 id="rows">Lookups</h2>
<div class="beside">${
      isLive &&
      html`<span class="soft" id="live-state" role="status"></span><button type="button" class="quiet" id="live-toggle" hidden>Pause</button><a id="live-refresh" href="${path}${query}">Refresh</a>`
    }${!rejected && html`<a href="${path}.csv${query}" download>Download CSV</a>`}</div></div>
<div${isLive && html` id="live"`}>
${logView(path, query, rows, empty)}
${rows.length > 0 && html`<div class="foot"><span class="soft">${grouped(rows.length)} ${rows.length === 1 ? 'row' : 'rows'}, newest first</span>${pager(path, view)}</div>`}
</div></section>
<section class="card" aria-labelledby="samples"><details${samples && html` open`}><summary><h2 id="samples">Add sample lookups</h2></summary>
<p class="soft">Rows for the log and the usage. They do not count towards the balance or the limits.</p>
${formView({ form: sampleForm, action: `${paths.key(head.key)}/lookups`, values: sampleValues, failed: shown.failed, button: 'Add sample lookups' })}</details></section>`,
  });
}

/** One row with all columns. `filter` leads back to its page. */
export function lookupPage(
  head: KeyHead,
  row: ShownLookup,
  filter: Values,
  shown: Shown,
): Response {
  const none = html`<span class="soft">–</span>`;
  const fact = (name: string, value: string): Insert =>
    html`<div><dt>${name}</dt><dd>${value === '' ? none : html`<bdi>${value}</bdi>`}</dd></div>\n`;
  return keyFrame(head, shown, {
    tab: 'log',
    title: 'Lookup',
    content: html`<p><a href="${paths.log(head.key)}${queryOf(filter)}">Back to the log</a></p>
<section class="card" aria-labelledby="row"><h2 id="row">${row.type}</h2>
<dl class="facts">
${fact('Time', new Date(row.at).toISOString())}${fact('IP', row.ip)}${fact('Term', row.term)}${fact('URL', row.url)}${fact('Type', row.type)}${fact('Tags', row.tags.replaceAll(',', ', '))}${fact('Lookups', String(row.lookups))}${fact('Licensee', row.licensee)}${fact('Source IP', row.sourceIp)}
</dl></section>`,
  });
}
