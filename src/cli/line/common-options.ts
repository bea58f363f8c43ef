// Arguments and options that all or several commands take, as data.
import { requestsPerSecond } from '../../api/limits';
import type { ResultFormat } from '../output/result-shape';
import {
  type ArgumentSpec,
  argument,
  type CommandSpec,
  type ErrorSpec,
  type OptionSpec,
  option,
} from './command';

/** The key a command is about. */
export const keyArgument: ArgumentSpec = argument('[key]', 'API key; the one in use by default');

/** A program to run, with its arguments. */
export const childCommand: ArgumentSpec = argument(
  '<command...>',
  'the program to run and its arguments, passed on unchanged; options of waypost stand before it',
  { completion: 'program' },
);

/** For commands that ask before they act. */
export const yes: OptionSpec = option('--yes', 'do not ask');

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

export const rangeOptions: readonly OptionSpec[] = [
  option(
    '--start <date>',
    'from then on: 2026-10-31, 2026-10-31T12:00Z, today, yesterday or 2026-10',
    { completion: 'date' },
  ),
  option('--end <date>', 'up to then; a day, week or month means its end (default: now)', {
    completion: 'date',
  }),
  option(
    '--last <time>',
    'up to now: 30m (minutes), 24h, 7d, 3w, 3mo (months) or 1y; the calendar week, month or year before this one: week, month, year',
    { completion: 'length' },
  ),
];

/** What help says of ranges. */
export const rangeDetails =
  'Dates are UTC, and both ends belong to the range: 2026-01-31, 2026-01-31T12:00:00Z, epoch milliseconds, 2026-01, today, yesterday, "last week", "last month" and "last year". A date, week, month or year is its first moment as --start and its last as --end. --last 7d ends now; --last week is Monday to Sunday of the week before this one.';

/** The options that make a batch of a lookup command; they stand behind its own. */
export const batchOptions: readonly OptionSpec[] = [
  option(
    '--file <file>',
    'look up every row of this file, - for standard input (`waypost help batch`)',
  ),
  option(
    '--column <column>',
    'column to look up, or several: "{street}, {city} {zip}"; parameter=column fills another parameter',
    { repeatable: true },
  ),
  option('--no-header', 'the CSV has no header row; without --file: print none'),
  option('--input-format <format>', 'csv, ndjson or lines (default: by the ending of the file)', {
    choices: ['csv', 'ndjson', 'lines'],
  }),
  option('-o, --output <file>', 'write the answers to this file'),
  option(
    '--format <format>',
    'csv, ndjson or json (default: by the ending, or as the input); table without --file',
    { choices: ['table', 'csv', 'ndjson', 'json'] },
  ),
  option(
    '--fields <a,b.c>',
    'members of the result that become columns of CSV; without --file: of what is printed',
  ),
  option('--max-lookups <n>', 'stop this run before more lookups than this are consumed'),
  option('--rate <n>', `requests a second, up to ${requestsPerSecond}; none against a sandbox`),
  option('--no-dedupe', 'look up equal rows one by one; by default they share one lookup'),
  option('--cache <ttl>', 'keep answers, and use those younger than this: 30m, 12h, 7d'),
  option('--dry-run', 'estimate the cost of the file, without billed requests'),
  option('--resume', 'resume an unfinished batch; no answered row is asked for again'),
  option('--force', 'replace the file of -o, and send values that look invalid'),
];

const fieldsOption = option(
  '--fields <a,b.c>',
  'print only these members of the JSON, or columns of the table',
  { repeatable: true, separator: ',' },
);

const rowOptions: readonly OptionSpec[] = [
  option('--format <format>', 'table, json, ndjson or csv (default: table)', {
    choices: ['table', 'json', 'ndjson', 'csv'] satisfies ResultFormat[],
  }),
  option('--header', 'csv: names of the columns in the first row (default)'),
  option('--no-header', 'csv: no names of the columns'),
];

/** The command with these options after its own; its own option of the same name stays. */
export function withShapeOptions(entry: CommandSpec): CommandSpec {
  const { options = [], rows } = entry;
  if (entry.passesOutput) return entry;
  const own = new Set(options.map(({ name }) => name));
  const added = [...(rows === undefined ? [] : rowOptions), fieldsOption];
  return { ...entry, options: [...options, ...added.filter(({ name }) => !own.has(name))] };
}

/** The options that every command takes, before or after its name, in the order in which help lists them. */
export const globalOptions: readonly OptionSpec[] = [
  option('--api-key <key>', 'API key, or - to read it from standard input'),
  option(
    '--user-token <key>',
    'management key, or - to read it from standard input; also --user-token',
    { alias: 'management-key' },
  ),
  option('--base-url <url>', 'service to use, with its version prefix'),
  option(
    '--profile <name>',
    'use the credentials of this profile; default is the login without one',
    { completion: 'profile' },
  ),
  option('--json', 'one JSON document on standard output; never ask'),
  option('--no-json', 'text, also if the setting output is json'),
  option('--input', 'ask also where a coding agent runs the terminal'),
  option('--no-input', 'never ask, never open a browser'),
  option('--color <when>', 'auto, always or never', { choices: ['auto', 'always', 'never'] }),
  option('--no-color', 'same as --color never'),
  option('--timeout <seconds>', 'longest wait for one answer (default: 30)'),
  option('--insecure-http', 'allow plain http to another machine'),
  option('--tags <a,b,c>', 'labels stored with billed lookups', {
    completion: 'tag',
    repeatable: true,
    separator: ',',
  }),
  option('--debug', 'trace requests on standard error, secrets masked'),
];

/** Of every command; the parser answers it. */
export const helpOption = option('-h, --help', 'show this help');

/** Of the program; the parser answers it. */
export const versionOption = option('-V, --version', 'print the version');
