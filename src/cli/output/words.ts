// Values as words for people: numbers, days and times in UTC, as the service counts them, and members of a record.
import { defaultProfile, type ProfileChoice } from '../../client/credentials/directories';
import { type ExactNumber, isNumber, jsonText } from '../../lib/exact-json';
import { oneLine } from './printable';

/** The label of a member, or of a path such as `daily_limit.limit`. */
export function labelOf(path: string): string {
  const words = oneLine(path)
    .replace(/\.(limit|enabled)$/, '')
    .replace(/[._]/g, ' ')
    .replace(/\b(?:iso|zip)\b/g, (letters) => letters.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A setting in words, on one line: switches are on or off, numbers are amounts. */
export function valueText(value: unknown): string {
  return oneLine(describeValue(value, settingWords)) || 'none';
}

/** A fact in words, on one line: yes or no, and numbers to the last digit, as some are no amounts. */
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

/** 12345 as `12,345`, however many digits it has. */
export function grouped(value: number | ExactNumber): string {
  return String(value).replace(/^-?\d+(?=\.\d+$|$)/, (whole) =>
    whole.replace(/\B(?=(\d{3})+$)/g, ','),
  );
}

/** A number in at most five characters: `950`, `1.5k`, `12k`, `3M`. */
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

/** `1 lookup`, `1,200 lookups`. */
export function counted(value: number | ExactNumber, one: string, many = `${one}s`): string {
  return `${grouped(value)} ${value === 1 ? one : many}`;
}

/** Name of a moment's month: `Jan`. */
export function monthName(ms: number): string {
  return months[new Date(ms).getUTCMonth()] ?? '';
}

/** Name of a moment's weekday: `Mon`. */
export function weekdayName(ms: number): string {
  return weekdays[new Date(ms).getUTCDay()] ?? '';
}

/** `2026-01-03`. */
export function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** A timestamp of the service as `2026-01-03 14:05 UTC`; unchanged if it is not valid. */
export function timestampText(value: unknown): string {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(ms)) return value === null || value === undefined ? 'unknown' : textOf(value);
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A value of the service as text; one of an unexpected type as JSON. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : jsonText(value);
}

/** The name of a profile for a person; null or undefined is the login without one. */
export function profileLabel(profile: string | null | undefined): string {
  return profile ?? `(${defaultProfile})`;
}

/** The profile and what chose it, such as `shop (/work/shop is bound to it)`. */
export function profileText({ name, source, directory }: ProfileChoice): string {
  const why = {
    flag: 'named by --profile',
    env: 'named by WAYPOST_PROFILE',
    directory: `${directory} is bound to it`,
    current: 'the current one: `waypost auth switch` chose it',
  };
  return `${profileLabel(name)} (${why[source]})`;
}
