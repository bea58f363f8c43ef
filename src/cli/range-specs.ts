// --start, --end and --last as data: the same for every command that takes a range.
import type { OptionSpec } from './command';

/** The options, as every command that takes a range has them. */
export const rangeOptions: readonly OptionSpec[] = [
  {
    name: 'start',
    value: 'date',
    description: 'from then on: 2026-10-31, 2026-10-31T12:00Z, today, yesterday or 2026-10',
    completion: 'date',
  },
  {
    name: 'end',
    value: 'date',
    description: 'up to then; a day, week or month means its end (default: now)',
    completion: 'date',
  },
  {
    name: 'last',
    value: 'time',
    description:
      'up to now: 30m (minutes), 24h, 7d, 3w or 3mo (months); the calendar week or month before this one: week, month',
    completion: 'length',
  },
];

/** What help says of ranges. */
export const rangeDetails =
  'Dates are UTC, and both ends belong to the range: 2026-01-31, 2026-01-31T12:00:00Z, epoch milliseconds, 2026-01, today, yesterday, "last week" and "last month". A date, week or month is its first moment as --start and its last as --end. --last 7d ends now; --last week is Monday to Sunday of the week before this one.';
