// A range of time, how its dates are written, and the windows of its requests.
import { maximumRangeDays } from '../api/limits';

/** A range of time in epoch milliseconds; both ends belong to it. */
export interface Range {
  start: number;
  end: number;
}

/** Range of a request: its moments, and whether they are sent or left to the service's default. */
export interface RequestedRange extends Range {
  /** False if the user gave none: no range is sent then, and the service's default applies. */
  explicit: boolean;
}

export const dayMs = 86_400_000;

export function startOfDay(ms: number): number {
  return Math.floor(ms / dayMs) * dayMs;
}

/** The first moment of the Monday of the week. */
export function startOfWeek(ms: number): number {
  return startOfDay(ms) - ((new Date(ms).getUTCDay() + 6) % 7) * dayMs;
}
const latestMs = 8.64e15;

const isoShape =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d{2}:?\d{2})?)?$/;

/**
 * A date as epoch milliseconds: an ISO date (UTC; with `endOfDay` its last millisecond), an ISO date-time
 * (UTC where it names no zone), or epoch milliseconds. Undefined where the text is no date.
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
 * Cuts a range into windows of at most 90 days, oldest first. Each begins 1 ms after the end of the previous
 * one; each but the last ends with a day (UTC), so that no day is in two of them.
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
