// Arguments and options that several commands take, as data.
import { requestsPerSecond } from '../../api/limits';
import type { ArgumentSpec, ErrorSpec, OptionSpec } from './command';

/** The key a command is about. */
export const anyKey: ArgumentSpec = {
  name: 'key',
  description: 'API key; the one in use by default',
};

/** A program to run, with its arguments. */
export const childCommand: ArgumentSpec = {
  name: 'command',
  description:
    'the program to run and its arguments, passed on unchanged; options of waypost stand before it',
  completion: 'program',
  required: true,
  variadic: true,
};

/** For commands that ask before they act. */
export const yes: OptionSpec = { name: 'yes', description: 'do not ask' };

/** For lookups that cost something. */
export const withoutLookups: readonly ErrorSpec[] = [
  { code: 'balance_empty', when: 'with code 4020 without lookups left' },
  { code: 'api_error', when: 'with code 4021 where a limit is reached' },
];

/** For commands that ask for the name of the thing they delete. */
export const notConfirmed: ErrorSpec = {
  code: 'invalid_input',
  when: 'where nobody can be asked and --yes is missing, or another name was typed',
};

/** The options of a range. */
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
      'up to now: 30m (minutes), 24h, 7d, 3w, 3mo (months) or 1y; the calendar week or month before this one: week, month',
    completion: 'length',
  },
];

/** What help says of ranges. */
export const rangeDetails =
  'Dates are UTC, and both ends belong to the range: 2026-01-31, 2026-01-31T12:00:00Z, epoch milliseconds, 2026-01, today, yesterday, "last week" and "last month". A date, week or month is its first moment as --start and its last as --end. --last 7d ends now; --last week is Monday to Sunday of the week before this one.';

/** The options that make a batch of a lookup command; they stand behind its own. */
export const batchOptions: readonly OptionSpec[] = [
  {
    name: 'file',
    value: 'file',
    description: 'look up every row of this file, - for standard input (`waypost help batch`)',
  },
  {
    name: 'column',
    value: 'column',
    description: 'column that is looked up; or parameter=column',
    repeatable: true,
  },
  {
    name: 'no-header',
    description: 'the CSV has no header row; without --file: print none',
  },
  {
    name: 'input-format',
    value: 'format',
    description: 'csv, ndjson or lines (default: by the ending of the file)',
    choices: ['csv', 'ndjson', 'lines'],
  },
  { name: 'output', short: 'o', value: 'file', description: 'write the answers to this file' },
  {
    name: 'format',
    value: 'format',
    description:
      'csv, ndjson or json (default: by the ending, or as the input); table without --file',
    choices: ['table', 'csv', 'ndjson', 'json'],
  },
  {
    name: 'fields',
    value: 'a,b.c',
    description:
      'members of the result that become columns of CSV; without --file: of what is printed',
  },
  {
    name: 'max-lookups',
    value: 'n',
    description: 'stop this run before more lookups than this are consumed',
  },
  {
    name: 'rate',
    value: 'n',
    description: `requests a second, up to ${requestsPerSecond}; none against a sandbox`,
  },
  {
    name: 'no-dedupe',
    description: 'look up equal rows one by one; by default they share one lookup',
  },
  {
    name: 'cache',
    value: 'ttl',
    description: 'keep answers, and use those younger than this: 30m, 12h, 7d',
  },
  { name: 'dry-run', description: 'estimate the cost of the file, without billed requests' },
  {
    name: 'resume',
    description: 'resume an unfinished batch; no answered row is asked for again',
  },
  { name: 'overwrite', description: 'replace the file of -o' },
  {
    name: 'force',
    description: 'also send invalid values; replace the file of -o',
  },
];
