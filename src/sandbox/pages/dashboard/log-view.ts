// The newest rows of a key's lookup log, as a table.
import type { ShownLookup } from '../../store/lookup-log';
import { html, type Markup } from '../html';
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

/** The nine columns of the log. Where it is too wide, the table moves in its own box. */
export function logView(rows: readonly ShownLookup[]): Markup {
  if (rows.length === 0) return html`<p class="soft">No lookups yet.</p>`;
  return html`<div class="wide" role="region" aria-label="Lookup log" tabindex="0"><table class="log">
<thead><tr>${columns.map((name) => html`<th scope="col"${name === 'Lookups' && html` class="number"`}>${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr><td class="time">${timeOf(row.at)}</td><td>${row.ip}</td><td>${row.term}</td><td>${row.url}</td><td>${row.type}</td><td>${row.tags}</td><td class="number">${row.lookups}</td><td>${row.licensee}</td><td>${row.sourceIp}</td></tr>\n`,
  )}</tbody></table></div>`;
}
