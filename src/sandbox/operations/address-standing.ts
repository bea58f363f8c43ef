// Which of several streets that fit as well is meant: a famous one before others, then that of the larger city.
import type { Street } from './address-book';

/** More than any city has people. */
const fame = 100_000_000;

/** The higher, the likelier a street is meant. */
export function streetStanding({ famous, city }: Street): number {
  return city.people + (famous ? fame : 0);
}
