// Rows of the lookup log as a table.
import type { Position, ShownLookup } from '../../store/lookup-log';
import { html, type Insert, type Markup } from '../html';
import { timeOf } from './frame';

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

/** How a row is named in a path or a query, such as `1763640000000-12`. */
export const rowName = ({ at, sequence }: Position): string => `${at}-${sequence}`;

const cell = (text: string): Insert => text !== '' && html`<bdi>${text}</bdi>`;

/**
 * The nine columns of the log; the time leads to the row's page below `path`, with the query `query`.
 * Where it is too wide, the table scrolls in its own box.
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
