// Reads the values of options that several commands share. Settings with the same names use the same functions.
import { invalidInput } from '../../lib/errors';
import { kebabCase } from '../../lib/name-case';
import { shellWord } from '../../lib/shell-word';
import type { ColorChoice } from '../output/color';

/** The options that every command accepts, as the parser returns them. */
export interface GlobalOptions {
  apiKey?: string;
  userToken?: string;
  baseUrl?: string;
  profile?: string;
  json?: boolean;
  input?: boolean;
  color?: string | boolean;
  timeout?: string;
  insecureHttp?: boolean;
  tags?: string;
  debug?: boolean;
}

/**
 * Returns the option as users type it, such as `--max-lookups`. `key` is the option's name in the parser, or the
 * parameter that the option sets.
 */
export function optionOfKey(key: string): string {
  return `--${kebabCase(key)}`;
}

/**
 * Parses an integer between `min` and `max`, both included. Throws `invalid_input` if the text is not an integer in
 * this range.
 */
export function wholeNumber(option: string, text: string, min: number, max: number): number {
  const value = /^\d{1,16}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
  const example = Math.min(Math.max(min, 10), max);
  throw invalidInput(
    isTooLarge(text, max)
      ? `${option} must be at most ${max}, not ${text.trim()}.`
      : `${option} must be a whole number ${boundsText(min, max)}, not ${JSON.stringify(text)}.`,
    `For example: ${option.startsWith('-') ? `${option} ` : ''}${example}.`,
  );
}

function boundsText(min: number, max: number): string {
  return max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
}

/**
 * True if the option has no limit of its own, and the text is an integer with so many digits that JavaScript might not
 * store the integer exactly.
 */
function isTooLarge(text: string, max: number): boolean {
  return max === Number.MAX_SAFE_INTEGER && /^\d{16,}$/.test(text.trim());
}

/**
 * Returns the trimmed text, or undefined if the option is not set. Throws `invalid_input` if the text is empty, for
 * example because a shell variable is not set. Without this check, an empty filter would select everything.
 */
export function nonEmpty(option: string, text: string | undefined): string | undefined {
  if (text?.trim() !== '') return text?.trim();
  throw invalidInput(
    `${option} is empty.`,
    `Check whether the shell variable for ${option} is set, or remove ${option}.`,
  );
}

/**
 * Throws `invalid_input` for a Windows path on a system other than Windows, where `C:\out.csv` or `out\rows.csv` is the
 * name of a single file. Accepts a path that begins with `./`. `what` is the option or argument.
 */
export function refuseWindowsPath(what: string, path: string): void {
  if (process.platform === 'win32' || !/^[A-Za-z]:[\\/]|^[^/]*\\/.test(path)) return;
  throw invalidInput(
    `${what} is a Windows path: ${path}.`,
    `Use / between directories and remove the drive letter. If the name contains backslashes, put ./ before it: ${shellWord(`./${path}`)}.`,
  );
}

/** Removes the fields whose value is undefined. An update changes only the fields that the request contains. */
export function definedMembers<T>(
  members: Readonly<Record<string, T | undefined>>,
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}

/**
 * Returns an object with the limit in the service's format: an integer, or null for `none`. Returns undefined if the
 * option is not set.
 */
export function readLimit(option: string, text: string | undefined) {
  if (text === undefined) return undefined;
  if (text.trim().toLowerCase() === 'none') return { limit: null };
  try {
    return { limit: wholeNumber(option, text, 0, Number.MAX_SAFE_INTEGER) };
  } catch (error) {
    if (isTooLarge(text, Number.MAX_SAFE_INTEGER)) throw error;
    throw invalidInput(
      `${option} must be a whole number or none, not ${JSON.stringify(text)}.`,
      `For example: ${option} 1000. Use ${option} none to remove the limit.`,
    );
  }
}

const unitMs: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Converts a duration such as `12h` to milliseconds. Throws `invalid_input` if the text is not a duration. */
export function lengthMs(option: string, text: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text.trim()) ?? [];
  const ms = Number(digits) * (unitMs[unit] ?? 0);
  if (ms > 0) return ms;
  throw invalidInput(
    `${option} must be a whole number with a unit (s, m, h or d), not ${JSON.stringify(text)}.`,
    `For example: ${option} 12h or ${option} 7d.`,
  );
}

export const defaultTimeoutSeconds = 30;

/**
 * Converts a time in seconds to milliseconds. Throws `invalid_input` if the text is not a valid time. In the error
 * message, `from` is the name of the option, variable or setting that contains the text.
 */
export function timeoutMs(text = String(defaultTimeoutSeconds), from = 'The timeout'): number {
  const seconds = Number(text);
  if (text.trim() === '' || !Number.isFinite(seconds) || seconds <= 0 || seconds > 86_400) {
    throw invalidInput(
      `${from} must be a number of seconds, not ${JSON.stringify(text)}.`,
      'Use a number above 0 and at most 86400, such as 30.',
    );
  }
  return Math.max(1, seconds * 1000);
}

/**
 * Returns the color choice: `auto`, `always` or `never`. Ignores letter case. Throws `invalid_input` if the choice is
 * unknown. In the error message, `from` is the name of the option, variable or setting that contains the value.
 */
export function colorChoice(value: string | boolean | undefined, from = '--color'): ColorChoice {
  if (value === false) return 'never';
  if (value === undefined || value === true) return 'auto';
  const choice = value.toLowerCase();
  if (choice === 'auto' || choice === 'always' || choice === 'never') return choice;
  throw invalidInput(
    `${from} must be auto, always or never, not ${JSON.stringify(value)}.`,
    'Use auto (the default), always or never.',
  );
}

/**
 * Splits a comma-separated list into tags. Throws `invalid_input` if a tag contains a control character, because the
 * character would appear in the lookup log. In the error message, `from` is the name of the option, variable or setting
 * that contains the text.
 */
export function tagsOf(text: string, from = '--tags'): string[] {
  if (/\p{Cc}/u.test(text)) {
    throw invalidInput(
      `${from} contains a control character.`,
      'Use comma-separated tags without control characters.',
    );
  }
  return text.split(',').flatMap((tag) => tag.trim() || []);
}
