// Lookups by day as a bar chart: an SVG as wide as the page, and the same as a table. Places are in
// percent and text in pixels, so that it stays readable on a narrow screen.
import type { Usage } from '../../rules/usage';
import { html, type Insert, type Markup } from '../html';
import { grouped } from './frame';

/** A round number at or above the highest bar, that can be halved. */
export function ceilingOf(most: number): number {
  if (most <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(most));
  const factor = [1, 2, 4, 5, 8, 10].find((one) => one * power >= most && (one * power) % 2 === 0);
  return (factor ?? 20) * power;
}

const height = 200;
const bottom = 24;
const top = 18;
const plot = height - top - bottom;

const dayName = (date: string): string =>
  new Date(date).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

function bars({ dailyCount }: Usage, ceiling: number): Insert {
  const step = 100 / dailyCount.length;
  return dailyCount.map(({ date, count }, index) => {
    const tall = (count / ceiling) * plot;
    const x = (index * step + step * 0.16).toFixed(2);
    const title = html`<title>${dayName(date)}: ${grouped(count)}</title>`;
    return html`<g><rect class="hit" x="${(index * step).toFixed(2)}%" y="${top}" width="${step.toFixed(2)}%" height="${plot}"/>${
      count > 0 &&
      html`<rect class="bar" x="${x}%" y="${(top + plot - Math.max(tall, 1)).toFixed(1)}" width="${(step * 0.68).toFixed(2)}%" height="${Math.max(tall, 1).toFixed(1)}" rx="2"/>`
    }${title}</g>`;
  });
}

/** The chart of a range. */
export function usageChart(usage: Usage): Markup {
  const { dailyCount, total } = usage;
  const ceiling = ceilingOf(Math.max(...dailyCount.map(({ count }) => count)));
  const lines = [0, 0.5, 1].map((part) => {
    const y = top + plot - part * plot;
    return html`<line x1="0" x2="100%" y1="${y}" y2="${y}"/>${part > 0 && html`<text x="0" y="${y - 5}">${grouped(ceiling * part)}</text>`}`;
  });
  const step = 100 / dailyCount.length;
  const last = dailyCount.length - 1;
  const marks = [0, Math.round(last / 3), Math.round((2 * last) / 3), last].map((index) => {
    const anchor = index === 0 ? 'start' : index === last ? 'end' : 'middle';
    const x = index === 0 ? 0 : index === last ? 100 : (index + 0.5) * step;
    return html`<text x="${x.toFixed(2)}%" y="${height - 6}" text-anchor="${anchor}">${dayName(dailyCount[index]?.date ?? '')}</text>`;
  });
  return html`<figure>
<svg class="chart" width="100%" height="${height}" role="img" aria-label="Lookups by day, ${grouped(total)} in all; the table below has the numbers">${lines}${bars(usage, ceiling)}${marks}</svg>
<details><summary>The numbers</summary><table><thead><tr><th scope="col">Day (UTC)</th><th scope="col" class="number">Lookups</th></tr></thead>
<tbody>${dailyCount.map(({ date, count }) => html`<tr><th scope="row">${date.slice(0, 10)}</th><td class="number">${grouped(count)}</td></tr>`)}</tbody></table></details>
</figure>`;
}
