// Reads time ranges from options and from text such as `yesterday`, `last week`, `2026-10` and `3mo`, and formats time
// ranges. Days, weeks and months are in UTC. Weeks start on Monday.
import { defaultRangeDays } from '../../api/limits';
import {
  dateValue,
  dayMs,
  type Range,
  type RequestedRange,
  startOfDay,
  startOfWeek,
} from '../../export/range';
import { invalidInput } from '../../lib/errors';
import type { Output } from '../output/output';
import { counted, dayText } from '../output/words';

export interface RangeOptions {
  start?: string | undefined;
  end?: string | undefined;
  last?: string | undefined;
}

/**
 * The maximum length of a range in years. The limit exists because waypost sends a request for every 90 days of the
 * range.
 */
const maximumYears = 10;

/**
 * Reads the range from the options. Throws `invalid_input` if a date or duration is invalid, if the options cannot be
 * combined, if the start is after the end, or if the range is too long.
 */
export function parseRange(options: RangeOptions, now: number): RequestedRange {
  const range = readRange(options, now);
  if (range.start < monthsBefore(range.end, 12 * maximumYears)) {
    throw invalidInput(
      `The range is longer than ${maximumYears} years: ${rangeText(range)}.`,
      options.last === undefined
        ? `Set --start and --end at most ${maximumYears} years apart.`
        : `Use --last ${maximumYears}y or less. For earlier years, use --start and --end.`,
    );
  }
  return range;
}

function readRange({ start, end, last }: RangeOptions, now: number): RequestedRange {
  if (last !== undefined) {
    if (start !== undefined || end !== undefined) {
      throw invalidInput(
        '--last cannot be combined with --start or --end.',
        'Use either --last, or --start and --end.',
      );
    }
    return parseLast(last, now);
  }
  const to = end === undefined ? now : parseDate(end, '--end', now);
  const from = start === undefined ? defaultStart(to) : parseDate(start, '--start', now);
  if (from > to) {
    throw invalidInput(
      end === undefined ? '--start is in the future.' : '--start is after --end.',
      end === undefined
        ? 'Set --start to a time in the past.'
        : 'Swap --start and --end, or remove --end to use the current time.',
    );
  }
  return { start: from, end: to, explicit: start !== undefined || end !== undefined };
}

/**
 * Returns the start of a range with the default length. If the range ends at the end of a day, the range begins at the
 * start of a day.
 */
function defaultStart(end: number): number {
  const endsWithDay = (end + 1) % dayMs === 0;
  return end - defaultRangeDays * dayMs + (endsWithDay ? 1 : 0);
}

/**
 * Converts a date to milliseconds since the epoch. For a day, week or month, returns the first moment for --start, and
 * the last moment for --end. Throws `invalid_input` if the text is not a date.
 */
export function parseDate(text: string, option: '--start' | '--end', now: number): number {
  const isEnd = option === '--end';
  const named = namedRange(text, now);
  if (named !== undefined) return isEnd ? named.end : named.start;
  const value = dateValue(text.trim(), isEnd);
  if (value !== undefined && !isMistaken(text.trim())) return value;
  const length = startOfLength(text, now);
  throw invalidInput(
    `${option} is not a date: ${JSON.stringify(text)}.`,
    length !== undefined && !isEnd
      ? `For a duration, use --last ${text.trim()}.`
      : `Use a date (2026-01-31), a date-time (2026-01-31T12:00:00Z), a month (2026-01), ${rangeWords.slice(0, 2).join(', ')}, "${rangeWords.slice(2).join('", "')}", or milliseconds (not seconds) since the epoch.`,
  );
}

/**
 * True if the digits are probably a date or a number of seconds. As milliseconds, these digits would be a time in
 * January 1970.
 */
function isMistaken(text: string): boolean {
  return /^(?:(?:19|20)\d{6}|1\d{9})$/.test(text);
}

function parseLast(text: string, now: number): RequestedRange {
  const [, word] = /^(?:last\s+)?(week|month|year)$/i.exec(text.trim()) ?? [];
  const calendar = word === undefined ? undefined : namedRange(`last ${word}`, now);
  if (calendar !== undefined) return { ...calendar, explicit: true };
  const start = startOfLength(text, now);
  if (start !== undefined) return { start, end: now, explicit: true };
  const named = namedRange(text, now);
  const typed = /\s/.test(text.trim()) ? JSON.stringify(text.trim()) : text.trim();
  throw invalidInput(
    `--last is not a valid duration: ${JSON.stringify(text)}.`,
    named === undefined
      ? 'Use a number and a unit: 30m (minutes), 24h, 7d, 3w, 3mo (months) or 1y. week, month and year mean the previous calendar week, month and year.'
      : `For that range, use --start ${typed} --end ${typed}.`,
  );
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const lengthUnits: Readonly<Record<string, number>> = {
  m: minuteMs,
  h: hourMs,
  d: dayMs,
  w: 7 * dayMs,
};

/** The abbreviations of the units that users can also write as words. */
const wordUnits: Readonly<Record<string, string>> = {
  minute: 'm',
  hour: 'h',
  day: 'd',
  week: 'w',
  month: 'mo',
  year: 'y',
};

export const rangeWords = ['today', 'yesterday', 'last week', 'last month', 'last year'] as const;

/** Returns the range for one of `rangeWords` or for a month such as `2026-10`, or undefined for any other text. */
export function namedRange(text: string, now: number): Range | undefined {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const today = startOfDay(now);
  if (words === 'today') return days(today, 1);
  if (words === 'yesterday') return days(today - dayMs, 1);
  if (words === 'last week') return days(startOfWeek(now) - 7 * dayMs, 7);
  const [year, month] = yearAndMonth(now);
  if (words === 'last month') return monthRange(year, month - 1);
  if (words === 'last year') {
    return { start: startOfMonth(year - 1, 0), end: startOfMonth(year, 0) - 1 };
  }
  const [, named, number] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(words) ?? [];
  return named === undefined ? undefined : monthRange(Number(named), Number(number) - 1);
}

/**
 * Returns the start of a range that ends now and has a duration such as `30m`, `7d`, `7 days`, `3mo` or `1y`, or
 * undefined if the text is not a duration.
 */
export function startOfLength(text: string, now: number): number | undefined {
  const [, digits, named = ''] = /^(\d{1,6})\s*([a-z]+)$/.exec(text.trim().toLowerCase()) ?? [];
  const unit = wordUnits[named.replace(/s$/, '')] ?? named;
  if (!/^(?:mo|[mhdwy])$/.test(unit)) return undefined;
  const count = Number(digits);
  if (!(count > 0)) return undefined;
  const months = { mo: count, y: 12 * count }[unit];
  const start =
    months === undefined ? now - count * (lengthUnits[unit] ?? 0) : monthsBefore(now, months);
  return Number.isNaN(new Date(start).getTime()) ? undefined : start;
}

/**
 * Returns the same day and time `count` months earlier. If the earlier month does not have this day, uses the last day
 * of that month.
 */
function monthsBefore(now: number, count: number): number {
  const [year, month] = yearAndMonth(now);
  const first = startOfMonth(year, month - count);
  const lastDay = new Date(startOfMonth(year, month - count + 1) - 1).getUTCDate();
  const day = Math.min(new Date(now).getUTCDate(), lastDay);
  return first + (day - 1) * dayMs + (now - startOfDay(now));
}

function monthRange(year: number, month: number): Range {
  return { start: startOfMonth(year, month), end: startOfMonth(year, month + 1) - 1 };
}

/** This function does not use `Date.UTC`, which would convert a year below 100 to a year from 1900 to 1999. */
function startOfMonth(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month, 1);
}

function days(start: number, count: number): Range {
  return { start, end: start + count * dayMs - 1 };
}

function yearAndMonth(ms: number): [year: number, month: number] {
  const date = new Date(ms);
  return [date.getUTCFullYear(), date.getUTCMonth()];
}

/**
 * Formats a range as `7 days, 2026-01-01 to 2026-01-07 (UTC)`. If the range does not consist of complete days, also
 * shows the times: `7 days, 2026-01-01 14:05 to 2026-01-08 14:05 (UTC)`.
 */
export function rangeText({ start, end }: Range): string {
  const isPartOfDay =
    startOfDay(start) === startOfDay(end) && !(isStartOfDay(start) && isEndOfDay(end));
  const from = isStartOfDay(start) && !isPartOfDay ? dayText(start) : dateTime(start);
  const to = isEndOfDay(end) ? dayText(end) : dateTime(end);
  return `${lengthText({ start, end })}, ${from === to ? from : `${from} to ${to}`} (UTC)`;
}

function dateTime(ms: number): string {
  return `${dayText(ms)} ${timeOfDay(ms)}`;
}

/** Formats the UTC time of day as `14:05`. */
export function timeOfDay(ms: number): string {
  return new Date(ms).toISOString().slice(11, 16);
}

/** True if a moment is the first moment of its day. */
export function isStartOfDay(ms: number): boolean {
  return ms % dayMs === 0;
}

/**
 * True if a moment is in the last second of its day. A service might end a range at the last second or at the last
 * millisecond of a day.
 */
export function isEndOfDay(ms: number): boolean {
  return startOfDay(ms) !== startOfDay(ms + 1000);
}

function lengthText({ start, end }: Range): string {
  if (isStartOfDay(start) && (isEndOfDay(end) || end - start >= 2 * dayMs)) {
    return counted((startOfDay(end) - startOfDay(start)) / dayMs + 1, 'day');
  }
  const ms = end - start;
  if (ms < 2 * hourMs) return counted(Math.round(ms / minuteMs), 'minute');
  return ms < 2 * dayMs ? counted(tenths(ms / hourMs), 'hour') : counted(tenths(ms / dayMs), 'day');
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** True if --last sets the range, or if --start or --end contains a named range such as `yesterday` or `2026-10`. */
export function isRelative({ start, end, last }: RangeOptions): boolean {
  const isNamed = (text = '') => namedRange(text, 0) !== undefined;
  return last !== undefined || isNamed(start) || isNamed(end);
}

/** Prints a note with the range that the command uses. If --json is set, prints an event instead. */
export async function noteRange(
  output: Output,
  options: RangeOptions,
  { start, end }: Range,
): Promise<void> {
  if (output.json) {
    const [from, to] = [start, end].map((ms) => new Date(ms).toISOString());
    output.event({ event: 'range', start: from, end: to });
    return;
  }
  const text = [`Range: ${rangeText({ start, end })}.`, minutesText(options)].join(' ').trimEnd();
  await output.note((color) => color.dim(text));
}

/**
 * If --last is a number of minutes, prints a note that `m` means minutes, not months. Commands whose result already
 * contains the range call this function instead of `noteRange`.
 */
export async function noteMinutes(output: Output, options: RangeOptions): Promise<void> {
  const text = minutesText(options);
  if (text !== '' && !output.json) await output.note((color) => color.dim(text));
}

function minutesText({ last = '' }: RangeOptions): string {
  const [, count] = /^(\d+)\s*m$/i.exec(last.trim()) ?? [];
  if (count === undefined) return '';
  return `${count}m means ${counted(Number(count), 'minute')}. For months, use --last ${count}mo.`;
}
