// Parses dates, and splits a time range into windows. waypost requests each window separately.
import { maximumRangeDays } from '../api/limits';

/** A time range in milliseconds since the epoch. The range includes both ends. */
export interface Range {
  start: number;
  end: number;
}

export interface RequestedRange extends Range {
  /**
   * False if the user did not set a range. waypost then does not send a range, and the service uses its default range.
   */
  explicit: boolean;
}

export const dayMs = 86_400_000;

export function startOfDay(ms: number): number {
  return Math.floor(ms / dayMs) * dayMs;
}

/** Returns the first moment of the Monday of the same week (UTC), in milliseconds since the epoch. */
export function startOfWeek(ms: number): number {
  return startOfDay(ms) - ((new Date(ms).getUTCDay() + 6) % 7) * dayMs;
}

/** The latest time that a Date can represent, in milliseconds since the epoch. */
const latestMs = 8.64e15;

const isoShape =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Converts a date to milliseconds since the epoch. Returns undefined if the text is not a date. Accepts an ISO date
 * (UTC), an ISO date and time (UTC if there is no time zone), or milliseconds since the epoch. If `endOfDay` is true,
 * an ISO date without a time refers to the last millisecond of the day.
 */
export function dateValue(text: string, endOfDay: boolean): number | undefined {
  if (/^-?\d{5,16}$/.test(text) || text === '0') {
    const ms = Number(text);
    return Math.abs(ms) <= latestMs ? ms : undefined;
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

/**
 * Splits a range into windows of at most 90 days, oldest first. Each window starts 1 ms after the end of the previous
 * window. All windows except the last end at the end of a day (UTC), so that no day is in two windows.
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
