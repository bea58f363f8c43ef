// Which stretch of time a person means by --start, --end and --last, and how it is asked for in windows that
// the service allows. Pure: the time of day is handed in.

import { defaultRangeDays, maximumRangeDays } from '../api/limits';
import { invalidInput } from '../lib/errors';

/** The options that name a range, as they were typed. */
export interface RangeOptions {
  start?: string | undefined;
  end?: string | undefined;
  last?: string | undefined;
}

/** A stretch of time in epoch milliseconds; both ends belong to it. */
export interface Range {
  start: number;
  end: number;
}

/** Range of a request: what is meant, and whether it is sent or left to the service's default. */
export interface RequestedRange extends Range {
  /** False where nothing was typed: no range is sent then, and the service's own default holds. */
  explicit: boolean;
}

const dayMs = 86_400_000;
const lastUnits: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: dayMs,
  w: 7 * dayMs,
};
const latest = 8.64e15;

/**
 * Reads the range that was typed. Throws `invalid_input`, with the service's own code in the hint, for a
 * date that is none (4005, 4006) and a start after the end (4007).
 */
export function parseRange({ start, end, last }: RangeOptions, now: number): RequestedRange {
  if (last !== undefined) {
    if (start !== undefined || end !== undefined) {
      throw invalidInput(
        '--last stands alone: it means a range that ends now.',
        'Use --last, or --start and --end.',
      );
    }
    return { start: now - parseLast(last), end: now, explicit: true };
  }
  const to = end === undefined ? now : parseDate(end, '--end', true);
  const from = start === undefined ? defaultStart(to) : parseDate(start, '--start', false);
  if (from > to) {
    throw invalidInput(
      end === undefined ? '--start is in the future.' : '--start is after --end.',
      'Swap --start and --end, or leave --end out to mean now (code 4007 of the service).',
    );
  }
  return { start: from, end: to, explicit: start !== undefined || end !== undefined };
}

/** Where a range of the default length begins: before a whole day, with a day, so that it is of whole days. */
function defaultStart(end: number): number {
  const endsWithDay = (end + 1) % dayMs === 0;
  return end - defaultRangeDays * dayMs + (endsWithDay ? 1 : 0);
}

/**
 * A date as epoch milliseconds: an ISO date (UTC; where it ends a range, its last millisecond), an ISO
 * date-time (UTC where it names no zone), or epoch milliseconds. Throws `invalid_input`.
 */
export function parseDate(
  text: string,
  option: '--start' | '--end',
  endOfDay = option === '--end',
): number {
  const value = dateValue(text.trim(), endOfDay);
  if (value !== undefined && !isMistaken(text.trim())) return value;
  throw invalidInput(
    `${option} is not a date: ${JSON.stringify(text)}.`,
    `Give a date (2026-01-31), a date-time (2026-01-31T12:00:00Z) or epoch milliseconds, not seconds (code ${option === '--end' ? 4005 : 4006} of the service).`,
  );
}

/** Whether digits are a date or epoch seconds, more likely than milliseconds of January 1970. */
function isMistaken(text: string): boolean {
  return /^(?:(?:19|20)\d{6}|1\d{9})$/.test(text);
}

const isoShape =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d{2}:?\d{2})?)?$/;

/** As `parseDate`; undefined where the text is no date. */
export function dateValue(text: string, endOfDay: boolean): number | undefined {
  if (/^-?\d{5,16}$/.test(text) || text === '0') {
    const ms = Number(text);
    return Math.abs(ms) <= latest ? ms : undefined;
  }
  const parts = isoShape.exec(text);
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second = '00', fraction = '', zone = 'Z'] = parts;
  const date = `${year}-${month}-${day}`;
  if (new Date(`${date}T00:00:00Z`).getUTCDate() !== Number(day)) return undefined;
  if (hour === undefined) {
    const midnight = Date.parse(`${date}T00:00:00Z`);
    return endOfDay ? midnight + dayMs - 1 : midnight;
  }
  const ms = fraction.padEnd(3, '0').slice(0, 3);
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : zone.replace(/^(...):?/, '$1:');
  const value = Date.parse(`${date}T${hour}:${minute}:${second}.${ms}${offset}`);
  return Number.isNaN(value) ? undefined : value;
}

function parseLast(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})\s*([mhdw])$/.exec(text.trim().toLowerCase()) ?? [];
  const length = Number(count) * (lastUnits[unit] ?? Number.NaN);
  if (length > 0) return length;
  throw invalidInput(
    `--last is not a length of time: ${JSON.stringify(text)}.`,
    'Give a number and a unit: 30m, 24h, 7d or 3w (code 4006 of the service).',
  );
}

/**
 * Cuts a range into windows of at most 90 days, oldest first. Each begins 1 ms after the one before
 * ended; each but the last ends with a day (UTC), so that no day is in two of them.
 */
export function windowsOf({ start, end }: Range): Range[] {
  const windows: Range[] = [];
  let from = start;
  while (from <= end) {
    const lastOfDay = (Math.floor(from / dayMs) + maximumRangeDays) * dayMs - 1;
    const to = end - from <= maximumRangeDays * dayMs ? end : lastOfDay;
    windows.push({ start: from, end: to });
    from = to + 1;
  }
  return windows;
}
