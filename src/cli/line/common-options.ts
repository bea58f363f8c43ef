// Arguments, options and errors that several commands share, as data.
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

/** The argument for the API key that a command reads or changes. */
export const keyArgument: ArgumentSpec = argument('[key]', 'API key (default: the key in use)');

/** The argument for a program that waypost runs, together with the program's own arguments. */
export const childCommand: ArgumentSpec = argument(
  '<command...>',
  'program to run, with its arguments; put waypost options before the program',
  { completion: 'program' },
);

/** The option that skips a command's confirmation prompt. */
export const yes: OptionSpec = option('--yes', 'skip the confirmation');

/** The errors of a billed lookup if the key has no lookups remaining or has reached a limit. */
export const withoutLookups: readonly ErrorSpec[] = [
  { code: 'balance_empty', when: 'with API code 4020, if no lookups remain' },
  { code: 'api_error', when: 'with API code 4021, if the lookup would exceed a limit' },
];

/** The error of a command that prompts the user to type the name of the item to delete. */
export const notConfirmed: ErrorSpec = {
  code: 'invalid_input',
  when: 'if --yes is missing in a script, or if the name that you type to confirm does not match',
};

/** The options of commands that accept a time range. */
export const rangeOptions: readonly OptionSpec[] = [
  option(
    '--start <date>',
    'start of the range: 2026-10-31, 2026-10-31T12:00Z, today, yesterday or 2026-10',
    { completion: 'date' },
  ),
  option('--end <date>', 'end of the range, inclusive (default: now)', {
    completion: 'date',
  }),
  option(
    '--last <time>',
    'range that ends now: 30m (minutes), 24h, 7d, 3w, 3mo (months) or 1y; or the previous calendar week, month or year: week, month, year',
    { completion: 'length' },
  ),
];

/** The paragraph about time ranges in help. */
export const rangeDetails =
  'All dates are UTC, and ranges include both ends. Accepted dates: 2026-01-31, 2026-01-31T12:00:00Z, epoch milliseconds, 2026-01, today, yesterday, "last week", "last month" and "last year". --start uses the first moment of a date, week, month or year, and --end uses the last moment. --last 7d means the 7 days until now. --last week means Monday to Sunday of the previous week.';

/**
 * The options of every lookup command that can process a file. Help lists these options after the command's own
 * options.
 */
export const batchOptions: readonly OptionSpec[] = [
  option(
    '--file <file>',
    'look up every row of this file; - reads standard input (see: `waypost help batch`)',
  ),
  option(
    '--column <column>',
    'column to look up, or a template of several columns, such as "{street}, {city} {zip}"; to set a parameter from a column, write parameter=column',
    { repeatable: true },
  ),
  option(
    '--no-header',
    'with --file: treat the first CSV row as data; without --file: do not print column names',
  ),
  option(
    '--input-format <format>',
    'format of the input file: csv, ndjson or lines (default: from the file extension)',
    {
      choices: ['csv', 'ndjson', 'lines'],
    },
  ),
  option('-o, --output <file>', 'write the results to this file'),
  option(
    '--format <format>',
    'with --file: csv, ndjson or json (default: from the -o extension; without an extension, ndjson for NDJSON input and csv for other input); without --file: table (default), csv, ndjson or json',
    { choices: ['table', 'csv', 'ndjson', 'json'] },
  ),
  option(
    '--fields <a,b.c>',
    'with --file: result fields to write as CSV columns; without --file: fields to print',
  ),
  option('--max-lookups <n>', 'stop before the run costs more than this number of lookups'),
  option(
    '--rate <n>',
    `maximum number of requests per second, 1 to ${requestsPerSecond} (default: ${requestsPerSecond}); for a service on this machine, use none to remove the limit`,
  ),
  option(
    '--no-dedupe',
    'look up identical rows separately (default: identical rows share one lookup)',
  ),
  option(
    '--cache <ttl>',
    'save results, and reuse saved results that are at most this old, such as 30m, 12h or 7d',
  ),
  option('--dry-run', 'estimate the cost without sending billable requests'),
  option('--resume', 'resume an unfinished batch without repeating rows that have a result'),
  option('--force', 'replace the -o file, and send values that look invalid'),
];

const fieldsOption = option('--fields <a,b.c>', 'print only these JSON fields or table columns', {
  repeatable: true,
  separator: ',',
});

const rowOptions: readonly OptionSpec[] = [
  option('--format <format>', 'output format: table, json, ndjson or csv (default: table)', {
    choices: ['table', 'json', 'ndjson', 'csv'] satisfies ResultFormat[],
  }),
  option('--header', 'CSV: print column names in the first row (default)'),
  option('--no-header', 'CSV: do not print column names'),
];

/**
 * Adds the options that format the output to a command, unless another program writes the output. If the command has
 * its own option with the same name, keeps the command's option.
 */
export function withShapeOptions(entry: CommandSpec): CommandSpec {
  const { options = [], rows } = entry;
  if (entry.passesOutput) return entry;
  const own = new Set(options.map(({ name }) => name));
  const added = [...(rows === undefined ? [] : rowOptions), fieldsOption];
  return { ...entry, options: [...options, ...added.filter(({ name }) => !own.has(name))] };
}

/** The options that every command accepts, before or after the command's name. Help lists the options in this order. */
export const globalOptions: readonly OptionSpec[] = [
  option('--api-key <key>', 'API key, or - to read it from standard input'),
  option(
    '--user-token <key>',
    'management key, or - to read it from standard input; older name: --user-token',
    { alias: 'management-key' },
  ),
  option('--base-url <url>', 'base URL of the service, including the version prefix, such as /v1'),
  option('--profile <name>', 'use the login of this profile (default: the active profile)', {
    completion: 'profile',
  }),
  option('--json', 'print one JSON document to standard output, and never prompt'),
  option('--no-json', 'print text even if the output setting is json'),
  option('--input', 'prompt even if a coding agent runs waypost'),
  option('--no-input', 'never prompt or open a browser'),
  option('--color <when>', 'when to print color: auto, always or never (default: auto)', {
    choices: ['auto', 'always', 'never'],
  }),
  option('--no-color', 'same as --color never'),
  option('--timeout <seconds>', 'time limit for each response, in seconds (default: 30)'),
  option('--insecure-http', 'allow unencrypted HTTP to a service on another host'),
  option('--tags <a,b,c>', 'comma-separated tags to store with billed lookups', {
    completion: 'tag',
    repeatable: true,
    separator: ',',
  }),
  option('--debug', 'print a trace of requests to standard error, with secrets masked'),
];

/** The help option that every command has. The parser handles this option. */
export const helpOption = option('-h, --help', 'show this help');

/** The version option of waypost itself. The parser handles this option. */
export const versionOption = option('-V, --version', 'print the version');
