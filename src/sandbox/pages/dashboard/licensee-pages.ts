// The licensees of a key: the list, and one of them.
import { preview } from '../../../lib/masking';
import type { licenseeView } from '../../rules/licensees';
import { html, type Insert } from '../html';
import { buttonView, copyView, formView } from './form-view';
import { type Field, type Form, initialValues } from './forms';
import { grouped, type KeyHead, keyFrame, moment, paths, type Shown, timeOf } from './frame';

/** A licensee as its owner sees it. */
type ShownLicensee = ReturnType<typeof licenseeView>;

const fields: readonly Field[] = [
  { name: 'name', label: 'Name', kind: 'text' },
  { name: 'address', label: 'Address', kind: 'text' },
  { name: 'postcode', label: 'Postcode', kind: 'text' },
  {
    name: 'daily.limit',
    label: 'Daily limit',
    kind: 'integer',
    empty: 'null',
    hint: 'Lookups in a UTC day. Empty for no limit.',
  },
  {
    name: 'whitelist',
    label: 'Allowed URLs',
    kind: 'lines',
    hint: 'One per line. Empty for all.',
  },
];

/** Makes a licensee. */
export const newLicenseeForm: Form = { name: 'new-licensee', fields };

/** Changes a licensee. */
export const licenseeForm: Form = { name: 'licensee', fields };

/** Searches the list. */
const searchForm: Form = {
  name: 'search',
  fields: [{ name: 'q', label: 'Name contains', kind: 'text', optional: true }],
};

/** The values of the list. */
export interface LicenseesView {
  head: KeyHead;
  /** Whether the key is for sublicensing; else it has no licensees. */
  sublicensing: boolean;
  licensees: readonly ShownLicensee[];
  /** The search as it was entered. */
  query: string;
  /** Id after which the next page begins; undefined on the last one. */
  next: string | undefined;
  isFirst: boolean;
}

const layout = (field: (name: string) => Insert): Insert =>
  html`<div class="row">${['name', 'address'].map(field)}</div><div class="row">${['postcode', 'daily.limit'].map(field)}</div>${field('whitelist')}`;

const countOf = ({ daily }: ShownLicensee): string =>
  daily.limit === null
    ? grouped(daily.count)
    : `${grouped(daily.count)} of ${grouped(daily.limit)}`;

function table(path: string, licensees: readonly ShownLicensee[], query: string): Insert {
  if (licensees.length === 0) {
    return html`<p class="soft">${query === '' ? 'No licensees yet.' : 'No licensee has such a name.'}</p>`;
  }
  return html`<div class="wide" role="region" aria-label="Table of licensees" tabindex="0"><table>
<thead><tr><th scope="col">Name</th><th scope="col">Key</th><th scope="col" class="number">Today</th><th scope="col">Created (UTC)</th></tr></thead>
<tbody>${licensees.map(
    (one) =>
      html`<tr><th scope="row"><a href="${path}/${one.id}"><bdi>${one.name}</bdi></a></th><td><code>${preview(one.key)}</code></td><td class="number">${countOf(one)}</td><td>${timeOf(Date.parse(one.createdAt))}</td></tr>\n`,
  )}</tbody></table></div>`;
}

/** The list of licensees. */
export function licenseesPage(view: LicenseesView, shown: Shown): Response {
  const { head, sublicensing, licensees, query, next, isFirst } = view;
  const path = paths.licensees(head.key);
  const search = query === '' ? '' : `&q=${encodeURIComponent(query)}`;
  const list = html`<section class="card" aria-labelledby="list"><h2 id="list">Licensees</h2>
${
  (query !== '' || next !== undefined || !isFirst) &&
  formView({
    form: searchForm,
    action: path,
    method: 'get',
    values: { q: query },
    failed: undefined,
    button: 'Search',
    beside: query !== '' && html`<a href="${path}">Clear</a>`,
  })
}
${table(path, licensees, query)}
${
  (next !== undefined || !isFirst) &&
  html`<nav class="pages" aria-label="Pages">${!isFirst && html`<a href="${path}${search.replace('&', '?')}">First</a> `}${next !== undefined && html`<a rel="next" href="${path}?after=${next}${search}">Next</a>`}</nav>`
}</section>
<section class="card" aria-labelledby="new"><h2 id="new">Add a licensee</h2>
${formView({ form: newLicenseeForm, action: path, values: {}, failed: shown.failed, button: 'Add licensee', layout })}</section>`;
  return keyFrame(head, shown, {
    tab: 'licensees',
    title: 'Licensees',
    content: sublicensing
      ? list
      : html`<section class="card" aria-labelledby="list"><h2 id="list">Licensees</h2><p class="soft">This key is not for sublicensing. Turn sublicensing on in its <a href="${paths.settings(head.key)}">settings</a> to add licensees.</p></section>`,
  });
}

/** One licensee. */
export function licenseePage(head: KeyHead, licensee: ShownLicensee, shown: Shown): Response {
  const list = paths.licensees(head.key);
  const path = `${list}/${licensee.id}`;
  return keyFrame(head, shown, {
    tab: 'licensees',
    title: licensee.name,
    content: html`<p><a href="${list}">All licensees</a></p>
<section class="card" aria-labelledby="one"><h2 id="one"><bdi>${licensee.name}</bdi></h2>
<p class="soft">ID ${licensee.id} · ${countOf(licensee)} today · created ${moment(Date.parse(licensee.createdAt))}</p>
<details class="secret"><summary>Show the licensee key</summary><div class="row">${copyView('licensee-key', 'Licensee key', licensee.key)}</div></details></section>
<section class="card" aria-labelledby="change"><h2 id="change">Details</h2>
${formView({ form: licenseeForm, action: path, values: initialValues(licenseeForm, licensee), failed: shown.failed, button: 'Save licensee', layout })}</section>
<details class="danger"><summary>Regenerate the key</summary><p class="soft">The licensee gets another key. The one it has now stops working at once.</p>${buttonView(`${path}/regenerate`, 'Regenerate the key')}</details>
<details class="danger"><summary>Cancel this licensee</summary><p class="soft">Its key stops working, and it leaves this list. Its lookups stay in the log.</p>${buttonView(`${path}/cancel`, 'Cancel this licensee for good')}</details>`,
  });
}
