// The log of a key: a page of its rows by a filter, one row in full, and the filtered rows as CSV.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { defaultRangeDays, maximumTags } from '../../../api/limits';
import { logColumns } from '../../../api/lookup-log';
import type { FieldError } from '../../../lib/errors';
import { ControlError } from '../../control/control';
import { keyOf } from '../../control/keys';
import type { Call } from '../../http/call';
import { sendDownload } from '../../http/download';
import { findLicensee } from '../../rules/caller';
import { redactWhenDue } from '../../rules/log';
import { readMoment, readTags } from '../../rules/ranges';
import type { Sandbox } from '../../sandbox';
import type { ApiKey } from '../../store/keys';
import { type LogFilter, type LogPosition, type LogRow, lookupTypes } from '../../store/lookup-log';
import { html, type Insert, type Markup } from '../page';
import { formView } from './form-view';
import { type Form, formValues, optionalText, type Values } from './forms';
import { groupedNumber, type PageHandler, pageOfKey, paths, timeView } from './frame';

const columnTitles = 'Time (UTC),IP,Term,URL,Type,Tags,Lookups,Licensee,Source IP'.split(',');

/** The name of a row in a path or a query, such as `1763640000000-12`. */
const rowName = ({ at, sequence }: LogPosition): string => `${at}-${sequence}`;

const cell = (text: string): Insert => text !== '' && html`<bdi>${text}</bdi>`;

/**
 * The nine columns of the log; the time links to the row's page below `path`, with the query `query`. A table
 * that is too wide scrolls in its own box.
 */
export function logTableView(
  path: string,
  query: string,
  rows: readonly LogRow[],
  empty: string,
): Markup {
  if (rows.length === 0) return html`<p class="soft">${empty}</p>`;
  return html`<div class="wide" role="region" aria-label="Lookup log" tabindex="0"><table class="log">
<thead><tr>${columnTitles.map((name) => html`<th scope="col"${name === 'Lookups' && html` class="number"`}>${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr><td class="time"><a href="${path}/${rowName(row)}${query}">${timeView(row.at)}</a></td><td>${row.ip}</td><td>${cell(row.term)}</td><td>${cell(row.url)}</td><td>${row.type}</td><td>${cell(row.tags)}</td><td class="number">${row.lookups}</td><td>${cell(row.licensee)}</td><td>${row.sourceIp}</td></tr>\n`,
  )}</tbody></table></div>`;
}

const rowsPerPage = 50;

const filterForm: Form = {
  name: 'filter',
  fields: [
    optionalText('q', 'Contains'),
    {
      name: 'type',
      label: 'Type',
      kind: 'choice',
      options: [['', 'Every type'], ...lookupTypes.map((type) => [type, type] as const)],
    },
    optionalText('tags', 'Tags'),
    optionalText('licensee', 'Licensee'),
    { name: 'start', label: 'From', kind: 'date', optional: true },
    { name: 'end', label: 'Until', kind: 'date', optional: true },
  ],
};

export const sampleForm: Form = {
  name: 'sample',
  fields: [
    { name: 'count', label: 'Count', kind: 'integer' },
    optionalText('start', 'Start', `Empty for ${defaultRangeDays} days before the end.`),
    optionalText('end', 'End', 'Such as 2026-11-20. Empty for now.'),
    { name: 'tags', label: 'Tags', kind: 'words', hint: 'Separated by commas.' },
    optionalText('licensee', 'Licensee', 'ID or sl_ key. Empty for none.'),
  ],
};

const sampleValues: Values = { count: '100', start: '', end: '', tags: '', licensee: '' };

function filterQuery(values: Values, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...values, ...more })) {
    if (typeof value === 'string' && value !== '') query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

function pager(path: string, values: Values, { older, newer }: RowsOfPage): Insert {
  if (!older && !newer) return false;
  return html`<nav class="pages" aria-label="Pages">${
    newer &&
    html`<a href="${path}${filterQuery(values)}">Newest</a> <a rel="prev" href="${path}${filterQuery(values, { newer: rowName(newer) })}">Newer</a>`
  } ${older && html`<a rel="next" href="${path}${filterQuery(values, { older: rowName(older) })}">Older</a>`}</nav>`;
}

/** Rows of the log that are read at a time; other requests are answered in between. */
const stepSize = 2000;

/** The rows of a query, and its errors; an invalid part is ignored. */
interface FilterOfPage {
  values: Values;
  filter: LogFilter;
  problems: readonly FieldError[];
}

function readFilter(sandbox: Sandbox, call: Call, key: ApiKey): FilterOfPage {
  const problems: FieldError[] = [];
  const wrong = (path: string, message: string): void => void problems.push({ path, message });
  const values = formValues(filterForm, call.query);
  const given = (name: string): string => String(values[name] ?? '').trim();
  const moment = (name: string, edge: 'first' | 'last', none: number): number => {
    const time = given(name) === '' ? none : readMoment(given(name), edge);
    if (time === undefined) wrong(name, 'must be a date such as 2026-11-20');
    return time ?? none;
  };
  const type = given('type');
  if (type !== '' && !lookupTypes.some((one) => one === type)) wrong('type', 'is not known');
  const tags = readTags(call);
  if (tags.length > maximumTags) wrong('tags', `must be at most ${maximumTags}`);
  const licensee =
    given('licensee') === '' ? undefined : findLicensee(sandbox, key, given('licensee'));
  if (given('licensee') !== '' && !licensee) wrong('licensee', 'is not known');
  const start = moment('start', 'first', 0);
  const end = moment('end', 'last', Number.MAX_SAFE_INTEGER);
  if (start > end) wrong('start', 'must not be after Until');
  const text = given('q');
  return {
    values,
    filter: { keyId: key.id, start, end, tags, licenseeId: licensee?.id, type, text },
    problems,
  };
}

function readPosition(name: string | null): LogPosition | undefined {
  const [, at, sequence] = /^(\d{1,15})-(\d{1,15})$/.exec(name ?? '') ?? [];
  return at === undefined ? undefined : { at: Number(at), sequence: Number(sequence) };
}

async function firstRows(
  { store }: Sandbox,
  filter: LogFilter,
  direction: 'older' | 'newer',
  from: LogPosition | undefined,
  count: number,
): Promise<LogRow[]> {
  const found: LogRow[] = [];
  for (const rows of store.log.rows(filter, direction, from, stepSize, count)) {
    found.push(...rows);
    if (found.length >= count) break;
    await yieldToEventLoop();
  }
  return found.slice(0, count);
}

/** A page of rows, newest first, and the rows at its edges, from which older and newer pages continue. */
interface RowsOfPage {
  rows: readonly LogRow[];
  older: LogPosition | undefined;
  newer: LogPosition | undefined;
}

/** A page of rows, newest first, and whether there are more on either side. */
async function rowsOfPage(sandbox: Sandbox, call: Call, filter: LogFilter): Promise<RowsOfPage> {
  const count = rowsPerPage + 1;
  const newer = readPosition(call.query.get('newer'));
  if (newer) {
    const found = await firstRows(sandbox, filter, 'newer', newer, count);
    // The newest rows do not fill a page of their own: the newest page shows them.
    if (found.length === count) {
      const rows = found.slice(0, rowsPerPage).reverse();
      return { rows, newer: rows[0], older: rows.at(-1) };
    }
  }
  const older = newer ? undefined : readPosition(call.query.get('older'));
  const found = await firstRows(sandbox, filter, 'older', older, count);
  const rows = found.slice(0, rowsPerPage);
  return {
    rows,
    newer: older && (rows[0] ?? older),
    older: found.length === count ? rows.at(-1) : undefined,
  };
}

/** A page of the log. The newest page updates itself if the script runs. */
export function logPage(sandbox: Sandbox): PageHandler {
  return async (call, state) => {
    await redactWhenDue(sandbox);
    const { values, filter, problems } = readFilter(sandbox, call, keyOf(sandbox, call));
    const isWrong = problems.length > 0;
    const page = isWrong
      ? { rows: [], newer: undefined, older: undefined }
      : await rowsOfPage(sandbox, call, filter);
    // The key may have been deleted meanwhile.
    const key = keyOf(sandbox, call);
    const failed = state.failed ?? (isWrong ? { form: filterForm, values, problems } : undefined);
    const { rows } = page;
    const path = paths.log(key.key);
    const query = filterQuery(values);
    const isRejected = failed?.form === filterForm;
    const isLive = page.newer === undefined && !isRejected;
    const empty = isRejected
      ? 'Correct the filter to see lookups.'
      : query === ''
        ? 'No lookups yet.'
        : 'No lookups match the filter.';
    return pageOfKey(
      sandbox,
      key,
      { ...state, failed },
      {
        tab: 'log',
        title: 'Log',
        content: html`<section class="card" aria-labelledby="filter"><h2 class="unseen" id="filter">Filter</h2>
${formView({
  form: filterForm,
  action: path,
  method: 'get',
  values,
  failed,
  button: 'Filter',
  beside: query !== '' && html`<a href="${path}">Clear</a>`,
  layout: (field) =>
    html`<div class="row filter">${filterForm.fields.map(({ name }) => field(name))}</div>`,
})}</section>
<section class="card" aria-labelledby="rows"><div class="top"><h2 id="rows">Lookups</h2>
<div class="beside">${
          isLive &&
          html`<span class="soft" id="live-state" role="status"></span><button type="button" class="quiet" id="live-toggle" hidden>Pause</button><a id="live-refresh" href="${path}${query}">Refresh</a>`
        }${!isRejected && html`<a href="${path}.csv${query}" download>Download CSV</a>`}</div></div>
<div${isLive && html` id="live"`}>
${logTableView(path, query, rows, empty)}
${rows.length > 0 && html`<div class="foot"><span class="soft">${groupedNumber(rows.length)} ${rows.length === 1 ? 'row' : 'rows'}, newest first</span>${pager(path, values, page)}</div>`}
</div></section>
<section class="card" aria-labelledby="samples"><details${failed?.form === sampleForm && html` open`}><summary><h2 id="samples">Add sample lookups</h2></summary>
<p class="soft">Rows for the log and the usage. They do not count towards the balance or the limits.</p>
${formView({ form: sampleForm, action: `${paths.key(key.key)}/lookups`, values: sampleValues, failed, button: 'Add sample lookups' })}</details></section>`,
      },
    );
  };
}

export function lookupPage(sandbox: Sandbox): PageHandler {
  return async (call, state) => {
    await redactWhenDue(sandbox);
    const key = keyOf(sandbox, call);
    const position = readPosition(call.param('row'));
    const row = position && sandbox.store.log.find(key.id, position);
    if (!row) throw new ControlError(404, 'no such lookup');
    const none = html`<span class="soft">–</span>`;
    const fact = (name: string, value: string): Insert =>
      html`<div><dt>${name}</dt><dd>${value === '' ? none : html`<bdi>${value}</bdi>`}</dd></div>\n`;
    return pageOfKey(sandbox, key, state, {
      tab: 'log',
      title: 'Lookup',
      content: html`<p><a href="${paths.log(key.key)}${filterQuery(formValues(filterForm, call.query))}">Back to the log</a></p>
<section class="card" aria-labelledby="row"><h2 id="row">${row.type}</h2>
<dl class="facts">
${fact('Time', new Date(row.at).toISOString())}${fact('IP', row.ip)}${fact('Term', row.term)}${fact('URL', row.url)}${fact('Type', row.type)}${fact('Tags', row.tags.replaceAll(',', ', '))}${fact('Lookups', String(row.lookups))}${fact('Licensee', row.licensee)}${fact('Source IP', row.sourceIp)}
</dl></section>`,
    });
  };
}

/** The rows of a filter as CSV with a header row, oldest first, whatever page is shown. */
export function logCsv(sandbox: Sandbox): (call: Call) => Promise<Response> {
  return async (call) => {
    await redactWhenDue(sandbox);
    const { filter, problems } = readFilter(sandbox, call, keyOf(sandbox, call));
    const [problem] = problems;
    if (problem) throw new ControlError(422, `${problem.path} ${problem.message}`);
    function* chunks() {
      yield `${logColumns.join(',')}\n`;
      yield* sandbox.store.log.csv(filter, stepSize);
    }
    const headers = {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': 'attachment; filename="lookups.csv"',
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    };
    try {
      return await sendDownload(call, { headers, chunks: chunks() });
    } catch (error) {
      sandbox.report(error);
      return RESPONSE_ALREADY_SENT;
    }
  };
}
