// Ranges of time in words: `yesterday`, `last week`, `2026-10`, `3mo`. Pure: the current time is a parameter.
// Days, weeks from Monday and months are in UTC.
import type { Range } from '../../export/range';

const dayMs = 86_400_000;
const unitMs: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: dayMs,
  w: 7 * dayMs,
};

/** The words for a range of time. */
export const rangeWords = ['today', 'yesterday', 'last week', 'last month'] as const;

/**
 * The whole days, week or month of a text: one of the words, or a month such as `2026-10`. Undefined for any
 * other text.
 */
export function namedRange(text: string, now: number): Range | undefined {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const today = dayOf(now);
  if (words === 'today') return days(today, 1);
  if (words === 'yesterday') return days(today - dayMs, 1);
  if (words === 'last week') return days(mondayOf(now) - 7 * dayMs, 7);
  const [year, month] = yearAndMonth(now);
  if (words === 'last month') return monthRange(year, month - 1);
  const [, named, number] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(words) ?? [];
  return named === undefined ? undefined : monthRange(Number(named), Number(number) - 1);
}

/** The start of a length of time before now, such as `30m`, `7d`, `3mo` or `1y`. Undefined for any other text. */
export function beginOfLast(text: string, now: number): number | undefined {
  const [, digits, unit = ''] = /^(\d{1,6})\s*(mo|[mhdwy])$/.exec(text.trim().toLowerCase()) ?? [];
  const count = Number(digits);
  if (!(count > 0)) return undefined;
  const months = unit === 'mo' ? count : unit === 'y' ? 12 * count : undefined;
  const begin =
    months === undefined ? now - count * (unitMs[unit] ?? 0) : monthsBefore(now, months);
  return Number.isNaN(new Date(begin).getTime()) ? undefined : begin;
}

/** Whether a length is in minutes, the meaning of `m`. */
export function isInMinutes(text: string): boolean {
  return /^\d+\s*m$/i.test(text.trim());
}

/** The same time this many months earlier; the month's last day if it has no such day. */
function monthsBefore(now: number, count: number): number {
  const [year, month] = yearAndMonth(now);
  const lastDay = new Date(Date.UTC(year, month - count + 1, 0)).getUTCDate();
  const day = Math.min(new Date(now).getUTCDate(), lastDay);
  return Date.UTC(year, month - count, day) + (now - dayOf(now));
}

function monthRange(year: number, month: number): Range {
  return { start: monthBegin(year, month), end: monthBegin(year, month + 1) - 1 };
}

/** `Date.UTC` reads years below 100 as 1900 to 1999. */
function monthBegin(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month, 1);
}

function days(start: number, count: number): Range {
  return { start, end: start + count * dayMs - 1 };
}

function dayOf(ms: number): number {
  return Math.floor(ms / dayMs) * dayMs;
}

function mondayOf(ms: number): number {
  return dayOf(ms) - ((new Date(ms).getUTCDay() + 6) % 7) * dayMs;
}

function yearAndMonth(ms: number): [year: number, month: number] {
  const date = new Date(ms);
  return [date.getUTCFullYear(), date.getUTCMonth()];
}
