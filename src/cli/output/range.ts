// A range of time as text, and as the line that tells which one is in use, so that nobody takes `3m` for three
// months or a day for another one.
import type { Range } from '../../export/range';
import { dayMs, isInMinutes, namedRange, type RangeOptions } from '../line/range';
import type { Context } from '../run/context';
import { counted, dayText } from './words';

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

/** Whether a range was given in words or as a length, so that it depends on the current time. */
export function isRelative({ start, end, last }: RangeOptions): boolean {
  const named = [start, end].some(
    (text) => text !== undefined && namedRange(text, 0) !== undefined,
  );
  return last !== undefined || named;
}

/** Prints the range in use; with --json as an event. */
export async function noteRange(
  { output }: Context,
  options: RangeOptions,
  { start, end }: Range,
): Promise<void> {
  if (output.json) {
    const [from, to] = [start, end].map((ms) => new Date(ms).toISOString());
    output.event({ event: 'range', start: from, end: to });
    return;
  }
  const text = [`Range: ${rangeText({ start, end })}.`, minutesText(options)].join(' ').trimEnd();
  await output.note((colour) => colour.dim(text));
}

/** Warns that `m` means minutes, for results that name their range themselves. */
export async function noteMinutes({ output }: Context, options: RangeOptions): Promise<void> {
  const text = minutesText(options);
  if (text !== '' && !output.json) await output.note((colour) => colour.dim(text));
}

function minutesText({ last }: RangeOptions): string {
  if (last === undefined || !isInMinutes(last)) return '';
  const [count = ''] = /\d+/.exec(last) ?? [];
  return `${count}m is in minutes; in months: --last ${count}mo.`;
}
