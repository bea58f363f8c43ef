// Options of functions for programs: one that does not exist would be ignored.
import { invalidInput } from './errors';

/** Throws `invalid_input` for an option that is none of these; `name` is the function's. */
export function rejectUnknownOptions(name: string, given: object, names: readonly string[]): void {
  const unknown = Object.keys(given).find((option) => !names.includes(option));
  if (unknown === undefined) return;
  throw invalidInput(`${name} has no option ${unknown}. It has: ${names.join(', ')}.`);
}
