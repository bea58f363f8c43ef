// Formats values for users: numbers, field names, and dates and times in UTC, which the service also uses.
import { defaultProfile, type ProfileChoice } from '../../client/credentials/directories';
import { type ExactNumber, isNumber, jsonText } from '../../lib/exact-json';
import { oneLine } from './printable';

/** Returns the label for a field name, or for a path such as `daily_limit.limit`. */
export function labelOf(path: string): string {
  const words = oneLine(path)
    .replace(/\.(limit|enabled)$/, '')
    .replace(/[._]/g, ' ')
    .replace(/\b(?:iso|zip)\b/g, (letters) => letters.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Formats the value of a setting on one line. Booleans are on or off, and numbers have thousands separators. */
export function valueText(value: unknown): string {
  return oneLine(describeValue(value, settingWords)) || 'none';
}

/**
 * Formats a value from a result on one line. Booleans are yes or no. Numbers have no thousands separators, because some
 * numbers are not amounts.
 */
export function factText(value: unknown): string {
  return oneLine(describeValue(value, factWords)) || 'none';
}

interface Words {
  yes: string;
  no: string;
  number: (value: number | ExactNumber) => string;
}

const settingWords: Words = { yes: 'on', no: 'off', number: grouped };
const factWords: Words = { yes: 'yes', no: 'no', number: String };

function describeValue(value: unknown, words: Words): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (isNumber(value)) return words.number(value);
  if (typeof value !== 'object') return String(value);
  const parts = Array.isArray(value)
    ? value.map((entry: unknown) => describeValue(entry, words))
    : Object.entries(value).map(([name, member]) => `${name} ${describeValue(member, words)}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const weekdays = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ');

/** Formats a number with thousands separators, such as `12,345`. The number can have any number of digits. */
export function grouped(value: number | ExactNumber): string {
  return String(value).replace(/^-?\d+(?=\.\d+$|$)/, (whole) =>
    whole.replace(/\B(?=(\d{3})+$)/g, ','),
  );
}

/** Formats a number with at most one decimal place and a letter for the unit, such as `950`, `1.5k`, `12k` or `3M`. */
export function compact(value: number): string {
  for (const [unit, letter] of [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const) {
    if (value >= unit) return `${Number((value / unit).toFixed(1))}${letter}`;
  }
  return String(value);
}

/** Formats a count with its noun: `1 lookup`, `1,200 lookups`. */
export function counted(value: number | ExactNumber, one: string, many = `${one}s`): string {
  return `${grouped(value)} ${value === 1 ? one : many}`;
}

/** Returns the abbreviated name of the month, such as `Jan`. */
export function monthName(ms: number): string {
  return months[new Date(ms).getUTCMonth()] ?? '';
}

/** Returns the abbreviated name of the weekday, such as `Mon`. */
export function weekdayName(ms: number): string {
  return weekdays[new Date(ms).getUTCDay()] ?? '';
}

/** Formats a date as `2026-01-03`. */
export function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/**
 * Formats a timestamp from the service as `2026-01-03 14:05 UTC`. Returns `unknown` if the value is null or undefined,
 * and returns any other invalid timestamp as text.
 */
export function timestampText(value: unknown): string {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(ms)) return value === null || value === undefined ? 'unknown' : textOf(value);
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Returns a value from the service as text. If the value is not a string, returns its JSON. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : jsonText(value);
}

/** Returns the name of a profile as waypost shows it to users. Null and undefined represent the default profile. */
export function profileLabel(profile: string | null | undefined): string {
  return profile ?? `(${defaultProfile})`;
}

/**
 * Returns the name of a profile and the reason why the profile is active, such as `shop (/work/shop is bound to this
 * profile)`.
 */
export function profileText({ name, source, directory }: ProfileChoice): string {
  const why = {
    flag: 'selected by --profile',
    env: 'selected by WAYPOST_PROFILE',
    directory: `${directory} is bound to this profile`,
    current: 'chosen with `waypost auth switch`',
  };
  return `${profileLabel(name)} (${why[source]})`;
}
