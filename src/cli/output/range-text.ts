// A range of time in words, in UTC.
import type { Range } from '../../export/range';
import { counted, dayText } from './figures';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/**
 * `7 days, 2026-01-01 to 2026-01-07 (UTC)`; if it begins within a day, its length and exact ends: `7 days,
 * 2026-01-01 14:05 to 2026-01-08 14:05 (UTC)`.
 */
export function rangeText({ start, end }: Range): string {
  const isWithinDay = dayOf(start) === dayOf(end) && !(isDayBegin(start) && isDayEnd(end));
  const from = isDayBegin(start) && !isWithinDay ? dayText(start) : momentText(start);
  const to = isDayEnd(end) ? dayText(end) : momentText(end);
  return `${lengthText({ start, end })}, ${from === to ? from : `${from} to ${to}`} (UTC)`;
}

/** `14:05`. */
export function timeOfDay(ms: number): string {
  return new Date(ms).toISOString().slice(11, 16);
}

/** Whether a moment is the first of its day. */
export function isDayBegin(ms: number): boolean {
  return ms % dayMs === 0;
}

/** Whether a moment is in the last second of its day: services differ in the precision of the end. */
export function isDayEnd(ms: number): boolean {
  return dayOf(ms) !== dayOf(ms + 1000);
}

function lengthText({ start, end }: Range): string {
  if (isDayBegin(start) && (isDayEnd(end) || end - start >= 2 * dayMs)) {
    return counted(dayOf(end) - dayOf(start) + 1, 'day');
  }
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

function dayOf(ms: number): number {
  return Math.floor(ms / dayMs);
}
