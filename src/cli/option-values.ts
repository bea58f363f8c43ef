// Reading the values of options that several commands share.
import { invalidInput } from '../lib/errors';

/** A whole number within bounds. Throws `invalid_input` that names the option. */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = /^\d{1,16}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
  const bounds =
    most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  throw invalidInput(
    `${option} is not a whole number ${bounds}.`,
    `Give it such as ${option} ${Math.max(least, 10)}.`,
  );
}

/** A limit: a whole number, or `none` for no limit, which the service calls null. */
export function limit(option: string, text: string): number | null {
  if (text.trim().toLowerCase() === 'none') return null;
  try {
    return wholeNumber(option, text, 0, Number.MAX_SAFE_INTEGER);
  } catch {
    throw invalidInput(
      `${option} is neither a whole number nor none.`,
      `Give it such as ${option} 1000, or ${option} none to lift the limit.`,
    );
  }
}
