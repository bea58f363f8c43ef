// Lookups by day as a bar chart, and the same as a table. The scale has a column of its own beside the
// SVG, as wide as its numbers. Places in the SVG are in percent and text in pixels, so that it stays
// readable on a narrow screen.
import type { Usage } from '../../rules/usage';
import { html, type Insert, type Markup } from '../html';
import { grouped } from './frame';

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

const height = 208;
const bottom = 28;
const top = 8;
const plot = height - top - bottom;

/** A day, such as 21 Nov. */
export const dayName = (date: string): string =>
  new Date(date).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

function bars({ dailyCount }: Usage, ceiling: number): Insert {
  const step = 100 / dailyCount.length;
  return dailyCount.map(({ date, count }, index) => {
    const tall = Math.max((count / ceiling) * plot, 1);
    const x = (index * step + step * 0.16).toFixed(2);
    const title = html`<title>${dayName(date)}: ${grouped(count)}</title>`;
    return html`<g><rect class="hit" x="${(index * step).toFixed(2)}%" y="${top}" width="${step.toFixed(2)}%" height="${plot}"/>${
      count > 0 &&
      html`<rect class="bar" x="${x}%" y="${(top + plot - tall).toFixed(1)}" width="${(step * 0.68).toFixed(2)}%" height="${tall.toFixed(1)}" rx="2"/>`
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
    return html`<text${between} x="${x.toFixed(2)}%" y="${height - 8}" text-anchor="${anchor}">${dayName(dailyCount[index]?.date ?? '')}</text>`;
  });
}

/** The chart of a range. */
export function usageChart(usage: Usage): Markup {
  const { dailyCount, total } = usage;
  const ceiling = ceilingOf(Math.max(...dailyCount.map(({ count }) => count)));
  const lines = [0, 0.5, 1].map((part) => {
    const y = top + plot - part * plot;
    return html`<line x1="0" x2="100%" y1="${y}" y2="${y}"/>`;
  });
  return html`<figure>
<div class="plot"><div class="scale" aria-hidden="true">${[1, 0.5, 0].map((part) => html`<span>${grouped(ceiling * part)}</span>`)}</div>
<svg class="chart" width="100%" height="${height}" role="img" aria-label="Lookups by day, ${grouped(total)} in all; the table below has the numbers">${lines}${bars(usage, ceiling)}${dayMarks(usage)}</svg></div>
<details><summary>Show as a table</summary><div class="wide tall" role="region" aria-label="Lookups by day" tabindex="0"><table class="days"><thead><tr><th scope="col">Day (UTC)</th><th scope="col" class="number">Lookups</th></tr></thead>
<tbody>${dailyCount.map(({ date, count }) => html`<tr><th scope="row">${date.slice(0, 10)}</th><td class="number">${grouped(count)}</td></tr>`)}</tbody></table></div></details>
</figure>`;
}
