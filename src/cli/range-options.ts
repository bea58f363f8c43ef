// --start, --end and --last: the stretch of time a person means. Pure: the time of day is handed in.
import { defaultRangeDays } from '../api/limits';
import { dateValue, type RequestedRange } from '../export/range';
import { invalidInput } from '../lib/errors';

/** The options that name a range, as they were typed. */
export interface RangeOptions {
  start?: string | undefined;
  end?: string | undefined;
  last?: string | undefined;
}

const dayMs = 86_400_000;
const lastUnits: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: dayMs,
  w: 7 * dayMs,
};

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

/** The date that was typed, as epoch milliseconds (`dateValue`). Throws `invalid_input`. */
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

function parseLast(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})\s*([mhdw])$/.exec(text.trim().toLowerCase()) ?? [];
  const length = Number(count) * (lastUnits[unit] ?? Number.NaN);
  if (length > 0) return length;
  throw invalidInput(
    `--last is not a length of time: ${JSON.stringify(text)}.`,
    'Give a number and a unit: 30m, 24h, 7d or 3w (code 4006 of the service).',
  );
}
