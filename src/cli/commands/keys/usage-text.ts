// The text of `waypost keys usage`: the total, a chart, and a comparison with the previous range.

import type { ExactUsage, UsageQuery } from '../../../client/keys';
import { dateValue, dayMs, type Range } from '../../../export/range';
import { andList } from '../../../lib/word-list';
import { isEndOfDay, isStartOfDay, rangeText, timeOfDay } from '../../line/range';
import { chart, type Day, sparkline } from '../../output/chart';
import type { Colors } from '../../output/color';
import { oneLine } from '../../output/printable';
import { wrap } from '../../output/width';
import { counted, dayText, grouped, weekdayName } from '../../output/words';

export interface UsageView {
  usage: ExactUsage;
  /** The range of the counted lookups, or undefined if neither the response nor the request contains a range. */
  range: Range | undefined;
  /** The usage in the previous range of the same length, or undefined if this usage is unknown. */
  before: ExactUsage | undefined;
  filter: UsageQuery;
}

const grainCaptions = {
  day: '',
  week: 'Each bar represents a week that starts on Monday.',
  month: 'Each bar represents a month.',
  year: 'Each bar represents a year.',
};

export function usageText(
  { usage, range, before, filter }: UsageView,
  color: Colors,
  width: number,
): string {
  const days = sortedDays(usage);
  const lines = [
    ...headLines(usage, days, range, color, width),
    ...filterLines(filter).flatMap((line) => wrap(line, width)),
    ...comparison(usage, before, color, width),
  ];
  if (days.some(({ count }) => count > 0)) {
    const drawn = drawnDays(days, range);
    lines.push('', ...chartLines(days, drawn, range, color, width));
    if (drawn.length > 1) {
      const daysBefore = before === undefined ? [] : sortedDays(before);
      const drawnBefore = drawnDays(daysBefore, range && rangeBefore(range));
      lines.push('', ...sparklines(drawn, drawnBefore, color, width));
      lines.push(...busiestDay(days, color, width));
    }
  }
  return lines.join('\n');
}

/**
 * Returns the lines that show the total and its range. If the range is unknown, the lines show the first and the last
 * counted day instead.
 */
function headLines(
  { total }: ExactUsage,
  days: readonly Day[],
  range: Range | undefined,
  color: Colors,
  width: number,
): string[] {
  const [first, last] = [days[0], days.at(-1)];
  const counts = first && last && { start: first.at, end: last.at + dayMs - 1 };
  const told = range ?? counts;
  const count = counted(total, 'lookup');
  const [line = '', ...more] = wrap(
    told === undefined ? count : `${count} in ${rangeText(told)}`,
    width,
  );
  return [line.replace(count, color.bold(count)), ...more];
}

function sortedDays({ dailyCount }: ExactUsage): Day[] {
  return dailyCount
    .map(({ date, count }) => ({ at: Date.parse(date), count: Number(count) }))
    .sort((one, other) => one.at - other.at);
}

/**
 * Returns the chart, and captions about partial days. The chart omits a day if the range begins after the start of the
 * day, because the day's bar would look like a drop in usage.
 */
function chartLines(
  days: readonly Day[],
  drawn: readonly Day[],
  range: Range | undefined,
  color: Colors,
  width: number,
): string[] {
  const caption = (text: string) => wrap(text, width).map((line) => color.dim(line));
  const shown = new Set(drawn.map(({ at }) => at));
  const omitted = partialDays(
    days.filter(({ at }) => !shown.has(at)),
    range,
  );
  if (drawn.length === 0) {
    return caption(
      `Counted: ${omitted}. There is no chart, because the range does not include the start of a day.`,
    );
  }
  const { grain, lines } = chart(drawn, width, color);
  const begun = partialDays(drawn, range);
  const captions: string[] = [grainCaptions[grain]];
  if (begun !== '') captions.push(`The last bar represents a partial day: ${begun}.`);
  if (omitted !== '') captions.push(`Not in the chart: ${omitted}.`);
  return [...lines, ...captions.filter((text) => text !== '').flatMap(caption)];
}

export function filterLines({ tags = [], licensee }: UsageQuery): string[] {
  const parts = [
    ...(tags.length === 0 ? [] : [`tagged ${andList(tags.map(oneLine))}`]),
    ...(licensee === undefined ? [] : ['billed to one licensee']),
  ];
  return parts.length === 0 ? [] : [`Only lookups ${parts.join(', ')}`];
}

function comparison(
  { total }: ExactUsage,
  before: ExactUsage | undefined,
  color: Colors,
  width: number,
): string[] {
  if (before === undefined) return [];
  const was = `the previous range: ${grouped(before.total)}`;
  if (String(before.total) === String(total)) return wrap(`The same as in ${was}`, width);
  const [now, then] = [Number(total), Number(before.total)];
  const change = then === 0 ? `+${grouped(total)}` : percentText(((now - then) / then) * 100);
  const paint = now > then ? color.green : color.magenta;
  const [line = '', ...more] = wrap(`${change} against ${was}`, width);
  return [line.replace(change, paint(change)), ...more];
}

/** Returns a percentage with its sign, such as `+50%`. */
function percentText(value: number): string {
  const percent = Math.round(value);
  const amount = `${grouped(Math.abs(percent))}%`;
  if (percent === 0) return `±${amount}`;
  return percent > 0 ? `+${amount}` : `−${amount}`;
}

function sparklines(
  days: readonly Day[],
  daysBefore: readonly Day[],
  color: Colors,
  width: number,
): string[] {
  const highest = Math.max(...[...days, ...daysBefore].map(({ count }) => count));
  const line = (label: string, of: readonly Day[]) => {
    const counts = of.map(({ count }) => count);
    return `${color.dim(label.padEnd(13))} ${sparkline(counts, Math.max(1, width - 14), highest)}`;
  };
  return [
    ...(daysBefore.length === 0 ? [] : [line('Range before', daysBefore)]),
    line('This range', days),
  ];
}

function busiestDay(days: readonly Day[], color: Colors, width: number): string[] {
  const { at, count } = days.reduce((most, day) => (day.count > most.count ? day : most));
  const label = 'Busiest day'.padEnd(13);
  const text = `${weekdayName(at)} ${dayText(at)}, ${counted(count, 'lookup')}`;
  return wrap(text, Math.max(1, width - label.length - 1)).map((line, index) =>
    index === 0 ? `${color.dim(label)} ${line}` : `${' '.repeat(label.length)} ${line}`,
  );
}

/**
 * Returns the range in the response, in epoch milliseconds, both ends included. Returns `asked` if the response does
 * not contain a valid range.
 */
export function recordRange({ start, end }: ExactUsage, asked?: Range): Range | undefined {
  const from = dateValue(start ?? '', false);
  const to = dateValue(end ?? '', true);
  return from === undefined || to === undefined || to < from ? asked : { start: from, end: to };
}

/** Returns the previous range, which has the same length and ends 1 ms before this range begins. */
export function rangeBefore({ start, end }: Range): Range {
  return { start: start - (end - start) - 1, end: start - 1 };
}

/**
 * Returns the days that begin in the range, or all days if the range is unknown. The last day might be a partial day.
 */
export function drawnDays(days: readonly Day[], range: Range | undefined): Day[] {
  if (range === undefined) return [...days];
  return days
    .filter(({ at }) => isStartOfDay(at) && at >= range.start)
    .map((day) => (isWhole(day, range) ? day : { ...day, isPart: true }));
}

/** Lists the days that are only partly in the range, with their counts. Returns '' if there are no partial days. */
export function partialDays(days: readonly Day[], range: Range | undefined): string {
  if (range === undefined) return '';
  const { start, end } = range;
  const parts = days
    .filter((day) => !isWhole(day, range))
    .map(({ at, count }) => {
      const from = start > at ? ` from ${timeOfDay(start)}` : '';
      const until = end < at + dayMs && !isEndOfDay(end) ? ` until ${timeOfDay(end)}` : '';
      return `${dayText(at)}${from}${until} (${counted(count, 'lookup')})`;
    });
  return parts.join(', ');
}

function isWhole({ at }: Day, { start, end }: Range): boolean {
  const last = at + dayMs - 1;
  return (
    isStartOfDay(at) &&
    start <= at &&
    (end >= last || (isEndOfDay(end) && end >= at && last - end < 1000))
  );
}
