// Checks the options of library functions, because JavaScript ignores misspelled options.
import { invalidInput } from './errors';

/** Throws `invalid_input` if an option is not in `names`. `name` is the function's name in the message. */
export function rejectUnknownOptions(name: string, given: object, names: readonly string[]): void {
  const unknown = Object.keys(given).find((option) => !names.includes(option));
  if (unknown === undefined) return;
  throw invalidInput(`${name} has no option ${unknown}. Use one of: ${names.join(', ')}.`);
}
