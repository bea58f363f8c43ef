// Chooses the hint for each error. waypost looks for a hint for the error's reason first, then for the API code, and
// then for the error code. A hint that a command sets takes precedence over these hints.
import { join, parse } from 'node:path';
import { catalog, hintForCode } from '../../api/catalog';
import { maximumBiasRadius } from '../../api/limits';
import type { BatchReason } from '../../batch/reasons';
import type { SharedWarning } from '../../client/credentials/json-file';
import type { About, Reason as ClientReason } from '../../client/reasons';
import type { ExportReason } from '../../export/reasons';
import { type CommandWriter, type Hint, hintText } from '../../lib/command-text';
import { type ErrorCode, errorCodes } from '../../lib/error-codes';
import type { LibReason, WaypostError } from '../../lib/errors';
import { kebabCase } from '../../lib/name-case';
import { shellWord } from '../../lib/shell-word';
import { sessionHints } from './session';

type ErrorReason = ClientReason | ExportReason | BatchReason | LibReason;
type ReasonHint = string | ((about: About, command: CommandWriter) => string);

const checkBaseUrl =
  "Check that --base-url is the service's URL, including the version prefix, such as /v1. Also check that no proxy or login page intercepts the request.";

const wholeUrl = 'Use the full URL, for example https://service.example/v1.';
const nameTheService = 'set the service with --base-url or WAYPOST_BASE_URL';
const examplePoint = 'For example: --bias-lonlat 13.4,52.5,10000.';

/**
 * Returns a --column option for each parameter. If `parameters` is empty, returns a --column option for the value to
 * look up.
 */
function columnOptions(parameters: string, columnOf: (index: number) => string): string {
  if (parameters === '') return `--column ${columnOf(0)}`;
  const named = parameters.split(',').map((name, index) => `--column ${name}=${columnOf(index)}`);
  return named.join(' ');
}

/**
 * Returns the hint for a base URL at which no sandbox is running, although sandboxes are running at other base URLs.
 * `running` contains these other base URLs.
 */
function otherSandbox(running: string, start: string): string {
  const urls = running.split(' ');
  const ports = urls.map((url) => new URL(url).port).join(', ');
  const what =
    urls.length === 1
      ? `a sandbox is running on port ${ports}`
      : `sandboxes are running on ports ${ports}`;
  return `Use --base-url ${urls[0]} or set WAYPOST_BASE_URL, because ${what}. To start another sandbox, use ${start}.`;
}

/**
 * Returns a hint that explains how to convert the input to UTF-8. If the input's encoding is unknown, returns a hint
 * about the first invalid line.
 */
function convertToUtf8({ line = '', encoding, file }: About): string {
  if (encoding === undefined) {
    return `Correct line ${line}, which is the first line that is not valid UTF-8.`;
  }
  const command = `iconv -f ${encoding} -t UTF-8`;
  if (file === undefined)
    return `Convert the rows before waypost reads them: … | ${command} | waypost …`;
  const { dir, name, ext } = parse(file);
  const converted = join(dir, `${name}-utf8${ext}`);
  return `Convert the file to UTF-8 with \`${command} ${shellWord(file)} > ${shellWord(converted)}\`, then use --file ${shellWord(converted)}.`;
}

const byReason: Readonly<Record<ErrorReason, ReasonHint>> = {
  address_in_parts: ({ templates = '' }) => {
    const options = templates.split('\n').map((template) => `--column ${shellWord(template)}`);
    return `Combine the address columns: ${options.join(' or ')}`;
  },
  answer_cut_off:
    'Try again. If the error persists, check that --base-url is the URL of the service.',
  batch_differs:
    'Use the same options as before, or start again with --force and without --resume.',
  batch_finished:
    'To look up every row again, replace --resume with --force. Nothing was looked up.',
  batch_unfinished:
    'Use --resume to continue, or --force to start again. With --force, the service bills a second time for rows that already have a result.',
  base_url: wholeUrl,
  base_url_credentials:
    'Remove the user name and password from the URL. waypost sends the keys in a header.',
  base_url_plain_http: 'Use https, or add --insecure-http to allow unencrypted requests.',
  bias_ip: 'Remove --bias-ip to search without a bias.',
  bias_point: `${examplePoint} The radius is at most ${maximumBiasRadius} meters.`,
  bias_twice: 'Remove --bias-lonlat or --bias-ip.',
  cache_unusable:
    'Check the file, then remove it. To run the command without the cache, remove --cache.',
  claim_rescued: ({ path }, command) =>
    `Free some disk space, or make ${path} writable, then run ${command('signup', [], { resume: true })}, which reads the rescue file.`,
  claim_shown: (_, command) =>
    `Copy the credentials now, because waypost could not store them. Then log in with ${command('auth login')}.`,
  column_by_name: ({ header, combines }) => {
    const one = `Set --column to one of these columns: ${header}.`;
    if (combines === undefined) return one;
    return `${one} To combine columns, put each column name in its own braces: --column "{street}, {city}".`;
  },
  column_by_number: ({ header }) =>
    `Use a column number, starting with 1, or one of these column names: ${header}.`,
  column_number:
    'Use column numbers, because the file has no header. --column 1 is the first column.',
  column_parameter: ({ parameters, meant, column }) =>
    meant === undefined
      ? `Set --column to a column, or to parameter=column. The parameters are: ${parameters}.`
      : `Use the parameter name ${meant}: --column ${shellWord(`${meant}=${column}`)}.`,
  column_template: 'Put each column name or number in its own braces: --column "{street}, {city}".',
  column_unassigned: ({ parameters = '' }) =>
    `Assign a column to each parameter: ${columnOptions(parameters, () => '<column>')}.`,
  columns_unnamed: ({ parameters = '' }) =>
    `Use column numbers, starting with 1: ${columnOptions(parameters, (index) => `${index + 1}`)}.`,
  compressed: 'Check whether a proxy or gateway compresses responses.',
  config_damaged: 'Correct the file by hand, or remove it. waypost did not change the file.',
  config_unusable:
    'Check that you own the file and can read it, or move the file to another directory. waypost did not change the file.',
  connection_broke:
    'Try again. If the error persists, check that the service is running, and that no proxy or firewall closes the connection.',
  coordinate: ({ kind, swapped }) =>
    `Use a ${kind} from ${kind === 'longitude' ? '-180 to 180, for example 13.41' : '-90 to 90, for example 52.52'}.${swapped ? ' Check whether longitude and latitude are swapped.' : ''}`,
  country_code: ({ field = '', wrong, meant }) => {
    const option = `--${kebabCase(field)}`;
    return meant === undefined
      ? `Use ${option} with three-letter codes. For example: ${option} FRA,CHE.`
      : `Use ${option} ${meant}, which is the three-letter code for ${wrong}.`;
  },
  credentials_damaged: (_, command) =>
    `Correct the file by hand, or remove it with ${command('auth logout')} and log in again. waypost did not change the file.`,
  credentials_unusable:
    'Check that you own the file and can read it, or move the file to another directory and log in again. waypost did not change the file.',
  csv_invalid:
    'Correct the row: a cell that begins with a quote must end with a quote. Then run the same command again, with --resume if waypost saved results.',
  email_too_long: 'Check that the text is a single email address.',
  empty_file:
    'Add a row of column names, followed by the rows to look up. If the file has no column names, use --no-header.',
  export_differs: 'Use the same options as before, or remove --resume to start again.',
  header_missing:
    'If the file has no header row, use --no-header. If each line is a single value, use --input-format lines. If the first row is a header row, use --column 1.',
  input_differs: 'Use the same input as before, or start again with --force and without --resume.',
  journal_changed:
    'Restore the file, or start again with --force and without --resume. With --force, the service bills a second time for rows that already have a result. waypost did not change the file.',
  journal_unusable:
    'Check that you own the file, and that no other user can write to it (chmod go-w). waypost did not change the file.',
  journal_version:
    'Resume with the version of waypost that wrote the results, or start again with --force and without --resume.',
  key_characters: 'Copy the complete key again, without other text.',
  key_command: ({ program }) =>
    `Run the key command by hand to see why ${program} does not print the key. Alternatively, set WAYPOST_API_KEY or WAYPOST_USER_TOKEN.`,
  key_command_batch_file: ({ program }) =>
    `Install ${program}. If the program is a .cmd or .bat file, use the Windows command interpreter: cmd /c ${program}`,
  key_command_nested:
    "Use the secret manager's own command. A key command cannot run waypost with a login that also has a key command.",
  key_missing: ({ kind }) =>
    kind === 'apiKey'
      ? 'Put the API key after --api-key. An API key begins with ak_.'
      : 'Put the management key after --management-key (--user-token). A management key begins with uk_.',
  key_of_other_kind:
    'Use --api-key for an API key (ak_…), and --management-key (--user-token) for a management key (uk_…).',
  line_too_long: 'Check that you passed the correct file. Each row must end with a line feed.',
  log_unreadable: 'Use --format csv to export the log as the service sends it.',
  lock_held:
    'Wait until the other process ends. If no other waypost process is running, remove the lock file.',
  lock_irregular: 'Remove this file or directory, then try again.',
  login_stored: 'Use --force to replace the login, or --profile <name> to keep both logins.',
  no_utf8: convertToUtf8,
  not_a_regular_file: 'Check the path, then remove or move the file or directory by hand.',
  not_the_service: checkBaseUrl,
  nothing_to_look_up: 'Pass a value to look up.',
  other_version: 'Remove --resume to start the export again.',
  output_denied: 'Use -o with a directory that you can write to.',
  output_disk_full: 'Free some disk space, or use -o with a file on another disk.',
  output_no_directory: 'Create the directory, or use -o with an existing directory.',
  output_refused: 'Check the -o path.',
  pages_lead_nowhere: ({ option = '' }) =>
    `Continue with ${option}<id>. waypost printed the pages before the error.`,
  parameter: 'Use the value that the service issued.',
  path_characters: 'Percent-encode the character (%5C for a backslash), or use forward slashes.',
  path_dots: ({ base }) => `Use a path relative to ${base}, without . and .. segments.`,
  path_empty: 'For example: places, or keys/{key}/usage.',
  path_fragment: 'Remove # and the text after it, or write %23 instead of #.',
  path_of_file:
    'Remove the leading slash. The shell might have replaced the path with a file name.',
  path_of_host: 'Begin the path with one slash.',
  path_outside:
    'Use only the path, not a complete URL. To use another service, set --base-url and the credentials of that service.',
  pending_unusable: (_, command) =>
    `Check the file, which might contain the keys of your account. Store these keys with ${command('auth login')}, or move the file to another directory and sign up again. waypost did not change the file.`,
  profile_name: 'Use 1 to 64 lowercase letters, digits, - or _, starting with a letter or digit.',
  proxy: 'Set the variable to http://host:port, or unset it.',
  redirect: 'Set --base-url to the URL of the service.',
  run_underway: ({ lock }) =>
    `Wait until the other run ends. If no other waypost process is running, remove ${lock}.`,
  session_allow: sessionHints.allow,
  session_expires: sessionHints.expires,
  session_max_lookups: sessionHints.max_lookups,
  session_path: sessionHints.path,
  session_read_only: sessionHints.read_only,
  session_token: sessionHints.token,
  setting_damaged: ({ name }, command) =>
    `Remove the value with ${command('settings unset', [name ?? ''])}. waypost did not change the file.`,
  shared_answers:
    'Set TMPDIR to another directory, because waypost stores the shared results of identical rows in TMPDIR. Alternatively, use --no-dedupe to look up each row separately.',
  state_unsafe:
    'Use -o with a directory on another file system. This file system does not store file permissions.',
  state_unusable:
    'Check the file, then move the file to another directory and start again. waypost did not change the file.',
  target_elsewhere: 'Use -o with another directory.',
  target_exists: 'Use --force to replace the existing output.',
  target_irregular: 'Remove -o, and redirect the output instead.',
  target_is_directory: 'Add a file name to the -o path.',
  too_much_at_once: (_, command) =>
    `Export the older entries with ${command('lookups export')}, then use --follow with a later --start.`,
  unexpected_result: 'Check that --base-url is the URL of the service. --debug shows the requests.',
  unpaired_surrogate: 'Copy the complete text again.',
  unreached:
    "Check the network and --base-url. If your company uses its own certificate authority, set NODE_EXTRA_CA_CERTS to a PEM file with the authority's certificate.",
  unreached_default: ({ running }, command) =>
    running === undefined
      ? `Start a sandbox with ${command('sandbox start')}, or ${nameTheService}.`
      : otherSandbox(running, command('sandbox start')),
  unreached_local: ({ port, running }, command) =>
    running === undefined
      ? `If the service is a sandbox, start it with ${command('sandbox start', [], { port })}. Otherwise, ${nameTheService}.`
      : otherSandbox(running, command('sandbox start', [], { port })),
  unreached_through_proxy: ({ host }) =>
    `Check the proxy (HTTP_PROXY or HTTPS_PROXY). To reach the service without the proxy, set NO_PROXY=${host}.`,
  window_changed: 'Export to a file with -o, so that waypost can repeat an interrupted request.',
  working_directory: 'Change to another directory, or set the profile with --profile.',
  wait: ({ seconds }) => `Try again in ${seconds} seconds.`,
};

/** Returns the hint for an error code, or undefined if the hint does not fit every error with this code. */
function hintOfErrorCode(code: ErrorCode): Hint | undefined {
  const { hint, isHintOfHelp } = errorCodes[code];
  return isHintOfHelp ? undefined : hint;
}

/**
 * Returns the hint for a configuration file that other users can read or change, or for a directory that other users
 * can write to.
 */
export function sharedHint({ reason, path }: Pick<SharedWarning, 'reason' | 'path'>): string {
  if (reason === 'directory_writable') {
    return `Check the contents of the directory, then run: chmod go-w ${shellWord(path)}`;
  }
  const next = reason === 'file_readable' ? 'login' : 'change to the file';
  return `waypost corrects the permissions at the next ${next}. To correct them now, run: chmod 600 ${shellWord(path)}`;
}

/** Returns the hint for an error, or undefined if the error has no hint. `command` formats the commands in the hint. */
export function hintOf(error: WaypostError, command: CommandWriter): string | undefined {
  const { after, option, kept } = error.about;
  const isPartOfList = after !== undefined && option !== undefined;
  return sentences(
    isPartOfList ? `Continue with the same command and ${option}${after}.` : undefined,
    error.hintWith(command) ?? usualHint(error, command),
    kept === undefined ? undefined : credentialsAreSafe(command),
  );
}

function credentialsAreSafe(command: CommandWriter): string {
  return `Continue with ${command('signup', [], { resume: true })}. waypost kept the new credentials.`;
}

function sentences(...parts: (string | undefined)[]): string | undefined {
  return parts.filter((part) => part !== undefined).join(' ') || undefined;
}

function usualHint(error: WaypostError, command: CommandWriter): string | undefined {
  const { code, apiCode, reason, about } = error;
  // For `signup_lost`, the hint must be about the lost keys and not about the API code.
  const isService = apiCode !== undefined && code !== 'signup_lost';
  const general = (isService ? hintForCode(apiCode) : undefined) ?? hintOfErrorCode(code);
  const hint =
    ofReason(reason, about, command) ??
    (general === undefined ? undefined : hintText(general, command));
  if (about.localPort === undefined) return hint;
  // For a sandbox, the hint must not suggest contacting the service's support.
  return sentences(
    hint === catalog[5001].hint ? 'Try again later.' : hint,
    `In a sandbox, ${command('sandbox fault', ['list'], { port: about.localPort })} shows active faults.`,
  );
}

function ofReason(
  reason: string | undefined,
  about: About,
  command: CommandWriter,
): string | undefined {
  if (!isReason(reason)) return undefined;
  const hint = byReason[reason];
  return typeof hint === 'function' ? hint(about, command) : hint;
}

function isReason(reason: string | undefined): reason is ErrorReason {
  return reason !== undefined && Object.hasOwn(byReason, reason);
}
