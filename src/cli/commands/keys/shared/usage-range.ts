// The stretch of time a usage record is of: how long it is in words, the one of equal length just before,
// and which of its days it holds in part only.
import type { UsageRecord } from '../../../../api/types';
import { dateValue, type Range } from '../../../../export/range';
import { counted, dayText } from '../../../ui/figures';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/**
 * The range of a record, in epoch milliseconds, both ends included. Where the record does not say,
 * `asked` does; undefined where nothing does.
 */
export function rangeOf({ start, end }: UsageRecord, asked?: Range): Range | undefined {
  const from = dateValue(start ?? '', false);
  const to = dateValue(end ?? '', true);
  return from === undefined || to === undefined || to < from ? asked : { start: from, end: to };
}

/** The range of the same length that ends 1 ms before this one begins. */
export function rangeBefore({ start, end }: Range): Range {
  return { start: start - (end - start) - 1, end: start - 1 };
}

/**
 * `7 days, 1 Jan 2026 to 7 Jan 2026 (UTC)`; where it begins within a day, the time that it lasts and not
 * the days that it touches: `7 days, 1 Jan 2026 14:05 to 8 Jan 2026 14:05 (UTC)`.
 */
export function rangeText({ start, end }: Range): string {
  const from = isFirst(start) ? dayText(start) : momentText(start);
  const to = isLast(end) ? dayText(end) : momentText(end);
  return `${lengthText({ start, end })}, ${from === to ? from : `${from} to ${to}`} (UTC)`;
}

/** Which bars of a chart by day stand for a part of their day; '' where none does. */
export function partialDays({ start, end }: Range): string {
  if (dayOf(start) === dayOf(end)) return '';
  return [
    ...(isFirst(start) ? [] : [`First bar: from ${timeOfDay(start)}.`]),
    ...(isLast(end) ? [] : [`Last bar: until ${timeOfDay(end)}.`]),
  ].join(' ');
}

function lengthText({ start, end }: Range): string {
  if (isFirst(start)) return counted(dayOf(end) - dayOf(start) + 1, 'day');
  const ms = end - start;
  if (ms < 2 * hourMs) return counted(Math.round(ms / 60_000), 'minute');
  return ms < 2 * dayMs ? counted(tenths(ms / hourMs), 'hour') : counted(tenths(ms / dayMs), 'day');
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

function momentText(ms: number): string {
  return `${dayText(ms)} ${timeOfDay(ms)}`;
}

function timeOfDay(ms: number): string {
  return new Date(ms).toISOString().slice(11, 16);
}

function dayOf(ms: number): number {
  return Math.floor(ms / dayMs);
}

function isFirst(ms: number): boolean {
  return ms % dayMs === 0;
}

/** Whether a moment is in the last second of its day: services differ in whether they count on below. */
function isLast(ms: number): boolean {
  return dayOf(ms) !== dayOf(ms + 1000);
}
