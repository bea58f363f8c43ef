// Ranges of time, from options and in words: `yesterday`, `last week`, `2026-10`, `3mo`. Days, weeks from Monday and
// months are in UTC.
import { defaultRangeDays } from '../../api/limits';
import { dateValue, type Range, type RequestedRange } from '../../export/range';
import { invalidInput } from '../../lib/errors';

/** The options for a range, as given. */
export interface RangeOptions {
  start?: string | undefined;
  end?: string | undefined;
  last?: string | undefined;
}

/** A day in milliseconds. */
export const dayMs = 86_400_000;

/**
 * Reads the given range. Throws `invalid_input` for an invalid date and a start after the end.
 */
export function parseRange({ start, end, last }: RangeOptions, now: number): RequestedRange {
  if (last !== undefined) {
    if (start !== undefined || end !== undefined) {
      throw invalidInput(
        '--last cannot be combined with --start or --end.',
        'Use --last, or --start and --end.',
      );
    }
    return parseLast(last, now);
  }
  const to = end === undefined ? now : parseDate(end, '--end', now);
  const from = start === undefined ? defaultStart(to) : parseDate(start, '--start', now);
  if (from > to) {
    throw invalidInput(
      end === undefined ? '--start is in the future.' : '--start is after --end.',
      'Swap --start and --end, or omit --end to mean now.',
    );
  }
  return { start: from, end: to, explicit: start !== undefined || end !== undefined };
}

/**
 * The start of a range of the default length: before a whole day, the start of a day, so that the range has
 * whole days.
 */
function defaultStart(end: number): number {
  const endsWithDay = (end + 1) % dayMs === 0;
  return end - defaultRangeDays * dayMs + (endsWithDay ? 1 : 0);
}

/**
 * The given date as epoch milliseconds: of a day, week or month its first moment, for --end its last. Throws
 * `invalid_input`.
 */
export function parseDate(text: string, option: '--start' | '--end', now: number): number {
  const isEnd = option === '--end';
  const named = namedRange(text, now);
  if (named !== undefined) return isEnd ? named.end : named.start;
  const value = dateValue(text.trim(), isEnd);
  if (value !== undefined && !isMistaken(text.trim())) return value;
  const length = beginOfLast(text, now);
  throw invalidInput(
    `${option} is not a date: ${JSON.stringify(text)}.`,
    length !== undefined && !isEnd
      ? `A length of time goes with --last: --last ${text.trim()}.`
      : `Give a date (2026-01-31), a date-time (2026-01-31T12:00:00Z), a month (2026-01), ${rangeWords.slice(0, 2).join(', ')}, "${rangeWords.slice(2).join('", "')}", or epoch milliseconds, not seconds.`,
  );
}

/** Whether digits are more likely a date or epoch seconds than milliseconds of January 1970. */
function isMistaken(text: string): boolean {
  return /^(?:(?:19|20)\d{6}|1\d{9})$/.test(text);
}

function parseLast(text: string, now: number): RequestedRange {
  const [, word] = /^(?:last\s+)?(week|month)$/i.exec(text.trim()) ?? [];
  const calendar = word === undefined ? undefined : namedRange(`last ${word}`, now);
  if (calendar !== undefined) return { ...calendar, explicit: true };
  const start = beginOfLast(text, now);
  if (start !== undefined) return { start, end: now, explicit: true };
  const named = namedRange(text, now);
  const typed = /\s/.test(text.trim()) ? JSON.stringify(text.trim()) : text.trim();
  throw invalidInput(
    `--last is not a length of time: ${JSON.stringify(text)}.`,
    named === undefined
      ? 'Give a number and a unit, 30m (minutes), 24h, 7d, 3w, 3mo (months) or 1y; or week or month, the one before this.'
      : `To mean that range, give --start ${typed} --end ${typed}.`,
  );
}

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
