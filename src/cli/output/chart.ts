// Draws a bar chart that fits the terminal. The chart contains a bar for each day, and an axis with weekdays and
// months. If the terminal is too narrow for all days, the chart contains a bar for each week, month or year instead.
import { startOfWeek } from '../../export/range';
import type { Colors } from './color';
import { compact, monthName, weekdayName } from './words';

/** The count for one day, such as a number of lookups. */
export interface Day {
  /** The start of the day (UTC), in milliseconds since the epoch. */
  at: number;
  count: number;
  /** True if the count covers only part of the day. The chart dims the bar of this day. */
  isPart?: boolean;
}

const grains = ['day', 'week', 'month', 'year'] as const;

type Grain = (typeof grains)[number];

export interface Chart {
  grain: Grain;
  lines: string[];
}

const chartHeight = 8;
const widestBar = 6;
const blocks = ' ▁▂▃▄▅▆▇█';

/** Draws a chart of the days in at most `width` columns. The days must be sorted, oldest first. */
export function chart(days: readonly Day[], width: number, color: Colors): Chart {
  const { grain, bars, labels } = fitBars(days, width);
  const top = ceiling(highest(bars));
  const column = Math.max(1, Math.min(widestBar, Math.floor((width - labels - 2) / bars.length)));
  const paint = ({ at, isPart }: Day, text: string) => {
    const painted = grain === 'day' && isWeekend(at) ? color.blue(text) : color.cyan(text);
    return isPart === true ? color.dim(painted) : painted;
  };
  const rows = Array.from({ length: chartHeight }, (_, index) => {
    const row = chartHeight - 1 - index;
    const label = labelOf(row, top);
    const cells = bars.map((bar) =>
      paint(
        bar,
        `${block(bar.count, top, row).repeat(Math.max(1, column - 1))}${column > 1 ? ' ' : ''}`,
      ),
    );
    return `${color.dim(`${label.padStart(labels)} ${label === '' ? '│' : '┤'}`)}${cells.join('')}`.trimEnd();
  });
  const axis = `${'0'.padStart(labels)} └${'─'.repeat(column * bars.length)}`;
  const marks = [
    initialsLine(bars, grain, column),
    datesLine(bars, grain, column, width - labels - 2),
  ]
    .filter((line) => line !== '')
    .map((line) => color.dim(`${' '.repeat(labels + 2)}${line}`));
  return { grain, lines: [...rows, color.dim(axis), ...marks] };
}

/**
 * Returns the label next to a row of the chart. The top row shows the top of the scale, and the middle row shows half
 * of this value if the value is even. All other labels are empty.
 */
function labelOf(row: number, top: number): string {
  if (row === chartHeight - 1) return compact(top);
  return row === chartHeight / 2 - 1 ? middleLabel(top) : '';
}

/** Draws the values as one line of at most `width` small bars. `highest` is the value of a bar with full height. */
export function sparkline(values: readonly number[], width: number, highest: number): string {
  const length = Math.min(values.length, Math.max(1, width));
  return Array.from({ length }, (_, index) => {
    const from = Math.floor((index * values.length) / length);
    const to = Math.max(from + 1, Math.floor(((index + 1) * values.length) / length));
    const part = values.slice(from, to);
    const mean = part.reduce((sum, value) => sum + value, 0) / part.length;
    if (mean <= 0 || highest <= 0) return '▁';
    return blocks[Math.min(8, 1 + Math.ceil((mean / highest) * 7))];
  }).join('');
}

function fitBars(days: readonly Day[], width: number) {
  const drawn = (grain: Grain) => {
    const bars = gather(days, grain);
    return { grain, bars, labels: widthOfLabels(ceiling(highest(bars))) };
  };
  for (const grain of grains) {
    const { bars, labels } = drawn(grain);
    if (labels + 2 + bars.length <= width) return { grain, bars, labels };
  }
  return drawn('year');
}

function highest(bars: readonly Day[]): number {
  return Math.max(1, ...bars.map(({ count }) => count));
}

/**
 * Adds up the counts for each day, week (starting on Monday), month or year, according to `grain`. The date of each
 * total is the date of the first item of `days` in the period.
 */
function gather(days: readonly Day[], grain: Grain): Day[] {
  const bars = new Map<number, Day>();
  for (const day of days) {
    const start = startOf(day.at, grain);
    const bar = bars.get(start);
    if (bar === undefined) {
      bars.set(start, { ...day });
    } else {
      bar.count += day.count;
      bar.isPart ||= day.isPart === true;
    }
  }
  return [...bars.values()];
}

function startOf(at: number, grain: Grain): number {
  if (grain === 'day') return at;
  if (grain === 'week') return startOfWeek(at);
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), grain === 'year' ? 0 : date.getUTCMonth(), 1);
}

function isWeekend(at: number): boolean {
  return [0, 6].includes(new Date(at).getUTCDay());
}

/** Returns the character for one row of a bar. Every count above 0 is visible. */
function block(count: number, top: number, row: number): string {
  const eighths = count > 0 ? Math.max(1, Math.round((count / top) * chartHeight * 8)) : 0;
  return blocks[Math.max(0, Math.min(8, eighths - row * 8))] ?? ' ';
}

/** Returns the smallest round number that is at least `value`. This number is the top of the scale. */
function ceiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const round = [1, 2, 3, 4, 5, 6, 8, 10].find((step) => step * power >= value) ?? 10;
  return round * power;
}

function middleLabel(top: number): string {
  return top % 2 === 0 ? compact(top / 2) : '';
}

function widthOfLabels(top: number): number {
  return Math.max(compact(top).length, middleLabel(top).length);
}

/**
 * Returns the first line below the axis. If each bar represents a day, the line contains the first letter of each
 * weekday. If each bar represents a month, the line contains the first letter of each month. If each bar represents a
 * week or a year, the line is empty.
 */
function initialsLine(bars: readonly Day[], grain: Grain, column: number): string {
  if (grain === 'week' || grain === 'year') return '';
  const name = grain === 'day' ? weekdayName : monthName;
  return bars
    .map(({ at }) => name(at).charAt(0).padEnd(column))
    .join('')
    .trimEnd();
}

/**
 * Returns the line that shows the months or, if each bar represents a month or a year, the years. If each bar
 * represents a day, the line also contains the dates of Mondays.
 */
function datesLine(bars: readonly Day[], grain: Grain, column: number, width: number): string {
  const byYear = grain === 'month' || grain === 'year';
  const marks: { at: number; text: string }[] = [];
  const lesser: typeof marks = [];
  const first: typeof marks = [];
  let previous: number | undefined;
  for (const [index, { at }] of bars.entries()) {
    const date = new Date(at);
    const period = byYear ? date.getUTCFullYear() : date.getUTCMonth();
    const place = index * column;
    if (period !== previous) {
      const text = byYear ? String(period) : monthName(at);
      if (index > 0) marks.push({ at: place, text });
      else first.push({ at: place, text: grain === 'day' ? `${text} ${date.getUTCDate()}` : text });
    } else if (grain === 'day' && date.getUTCDay() === 1) {
      lesser.push({ at: place, text: String(date.getUTCDate()) });
    }
    previous = period;
  }
  return placed([...marks, ...first, ...lesser], Math.min(width, bars.length * column + 3));
}

/**
 * Returns a line with the labels at their positions. Omits a label that would touch an earlier label or extend past the
 * end of the line.
 */
function placed(marks: readonly { at: number; text: string }[], width: number): string {
  const line = Array.from({ length: width }, () => ' ');
  for (const { at, text } of marks) {
    const neighbors = line.slice(Math.max(0, at - 1), at + text.length + 1);
    if (at + text.length > line.length || neighbors.some((character) => character !== ' '))
      continue;
    for (const [offset, character] of [...text].entries()) line[at + offset] = character;
  }
  return line.join('').trimEnd();
}
