// The hint for every error of the code below the command line: by the reason if a code has several causes,
// else by the service's code, else by the code. A command with a better hint gives its own.
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
  'Check that --base-url names the service itself, with its version prefix such as /v1, and no proxy or log-in page stands in between.';

const wholeUrl = 'Give the full URL, such as https://service.example/v1.';
const nameTheService = 'name the service with --base-url or WAYPOST_BASE_URL';
const examplePoint = 'For example: --bias-lonlat 13.4,52.5,10000';

/** `--column` for each of these parameters, or for the text that is looked up if there are none. */
function columnOptions(parameters: string, columnOf: (index: number) => string): string {
  if (parameters === '') return `--column ${columnOf(0)}`;
  const named = parameters.split(',').map((name, index) => `--column ${name}=${columnOf(index)}`);
  return named.join(' ');
}

/** The hint if sandboxes run, but none at the base URL. `running` has their base URLs. */
function otherSandbox(running: string, start: string): string {
  const urls = running.split(' ');
  const ports = urls.map((url) => new URL(url).port).join(', ');
  const what =
    urls.length === 1 ? `A sandbox runs on port ${ports}` : `Sandboxes run on ports ${ports}`;
  return `${what}: use --base-url ${urls[0]}, or set WAYPOST_BASE_URL. Or start one here with ${start}.`;
}

/** How to convert a file with rows. Without an encoding, only one line of it is damaged. */
function convertToUtf8({ line = '', encoding, file }: About): string {
  if (encoding === undefined) {
    return `Correct line ${line}: the lines before it are UTF-8, and it has a character that is not.`;
  }
  const command = `iconv -f ${encoding} -t UTF-8`;
  if (file === undefined)
    return `Convert the rows before waypost reads them: … | ${command} | waypost …`;
  const { dir, name, ext } = parse(file);
  const converted = join(dir, `${name}-utf8${ext}`);
  return `Save the file as UTF-8, or convert it, then use --file ${shellWord(converted)}: ${command} ${shellWord(file)} > ${shellWord(converted)}`;
}

const byReason: Readonly<Record<ErrorReason, ReasonHint>> = {
  address_in_parts: ({ templates = '' }) => {
    const options = templates.split('\n').map((template) => `--column ${shellWord(template)}`);
    return `Combine the columns of an address: ${options.join(' or ')}`;
  },
  answer_cut_off: 'Try again; if the error persists, check that --base-url names the service.',
  batch_differs:
    'Give the same options as before, or start again with --force and without --resume.',
  batch_finished:
    'Nothing was looked up. To look up every row again, replace --resume with --force.',
  batch_unfinished:
    'Resume with --resume, or start again with --force: answered rows are then billed again.',
  base_url: wholeUrl,
  base_url_credentials: 'Omit them; the keys are sent in a header.',
  base_url_plain_http: 'Use https, or --insecure-http if you accept that.',
  bias_ip: 'Omit it for no bias.',
  bias_point: `${examplePoint}; the radius is at most ${maximumBiasRadius} meters.`,
  bias_twice: 'Omit --bias-lonlat or --bias-ip.',
  cache_unusable: 'Check that file and remove it, or omit --cache.',
  claim_rescued: ({ path }, command) =>
    `Make room on the disk, or ${path} writable, then run ${command('signup', [], { resume: true })}: it finds the rescue file.`,
  claim_shown: (_, command) =>
    `They are shown this once, because nothing could be written. Copy them now, then use ${command('auth login')}.`,
  column_by_name: ({ header }) => `The file has: ${header}. Name the right one with --column.`,
  column_by_number: ({ header }) => `It has: ${header}. Name one of these, or its number from 1.`,
  column_number: 'Without a header, columns have numbers: --column 1 is the first.',
  column_parameter: ({ parameters, meant, column }) =>
    meant === undefined
      ? `--column takes a column, or parameter=column. Parameters are: ${parameters}.`
      : `It is called ${meant} here: --column ${shellWord(`${meant}=${column}`)}.`,
  column_template:
    'Put each column in braces of its own, by its name or number: --column "{street}, {city}".',
  column_unassigned: ({ parameters = '' }) =>
    `Name both: ${columnOptions(parameters, () => '<column>')}.`,
  columns_unnamed: ({ parameters = '' }) =>
    `Name the column by its number from 1, such as ${columnOptions(parameters, (index) => `${index + 1}`)}.`,
  compressed: 'Look for a proxy or gateway that compresses answers.',
  config_damaged: 'The file was not changed. Correct it by hand, or remove it.',
  config_unusable: 'The file was not changed. Make it readable and your own, or move it away.',
  connection_broke:
    'Try again; if the error persists, the service or a proxy before it is failing.',
  coordinate: ({ kind, swapped }) =>
    `A ${kind} lies between ${kind === 'longitude' ? '-180 and 180, such as 13.41' : '-90 and 90, such as 52.52'}.${swapped ? ' Are longitude and latitude swapped?' : ''}`,
  country_code: ({ field = '', wrong, meant }) => {
    const option = `--${kebabCase(field)}`;
    return meant === undefined
      ? `Give ${option} codes such as DEU or FRA,CHE.`
      : `The three-letter code for ${wrong} is ${meant}: ${option} ${meant}.`;
  },
  credentials_damaged: (_, command) =>
    `The file was not changed. Correct it by hand, or remove it with ${command('auth logout')} and log in again.`,
  credentials_unusable:
    'The file was not changed. Make it readable and your own, or move it away and log in again.',
  csv_invalid:
    'A cell that begins with a quote must end with one. Correct the row, then give the same command again, with --resume if answers are kept.',
  email_too_long: 'Check that it is one address.',
  empty_file: 'Its first row names the columns; with --no-header it is looked up too.',
  export_differs: 'Give the same options as before, or omit --resume to start again.',
  header_missing:
    'Use --no-header, or --input-format lines for a file of plain lines; or name the column with --column 1.',
  input_differs: 'Give the same input as before, or start again with --force and without --resume.',
  journal_changed:
    'The file was not changed. Restore it, or start again with --force and without --resume: answered rows are then billed again.',
  journal_unusable:
    'The file was not changed. Check that it is yours and that nobody else may write to it (chmod go-w).',
  journal_version: 'Resume with that version, or start again with --force and without --resume.',
  key_characters: 'Copy the whole key again, and nothing else.',
  key_command: ({ program }) =>
    `Run the command by hand to see why ${program} does not print the key, or set WAYPOST_API_KEY or WAYPOST_USER_TOKEN.`,
  key_command_batch_file: ({ program }) =>
    `Install ${program}. Where it is a .cmd or .bat file, name the interpreter of Windows: cmd /c ${program}`,
  key_command_nested:
    'A key command cannot ask waypost for a key that is printed by a command. Name the secret manager itself.',
  key_missing: ({ kind }) =>
    kind === 'apiKey'
      ? '--api-key has no value. Give the API key after it; it begins ak_.'
      : '--management-key (--user-token) has no value. Give the management key after it; it begins uk_.',
  key_of_other_kind:
    'An API key begins ak_ and goes with --api-key; a management key begins uk_ and goes with --management-key (--user-token).',
  line_too_long: 'Rows end with a line feed. Check that this is the right file.',
  log_unreadable: 'With --format csv the log is exported as it was sent.',
  lock_held: 'Wait for it to end. If no other waypost runs, remove that file.',
  lock_irregular: 'Remove it, then try again.',
  login_stored: 'Use --force to replace it, or --profile <name> to keep both.',
  no_utf8: convertToUtf8,
  not_a_regular_file: 'Move it away by hand.',
  not_the_service: checkBaseUrl,
  nothing_to_look_up: 'There is nothing to look up.',
  other_version: 'Omit --resume to export again.',
  output_denied: 'Choose a directory that you may write to.',
  output_disk_full: 'The disk is full. Free some space, or write elsewhere with -o.',
  output_no_directory: 'The directory does not exist. Create it first, or name another with -o.',
  output_refused: 'Check the path given with -o.',
  pages_lead_nowhere: ({ option = '' }) =>
    `What was read so far is shown. Page by hand with ${option}<id>.`,
  parameter: 'Use the value that the service issued.',
  path_characters: 'Percent-encode it, such as %5C for a backslash; a path has forward slashes.',
  path_dots: ({ base }) => `Give the path as it continues ${base}.`,
  path_empty: 'For example: places, or keys/{key}/usage.',
  path_fragment: 'Omit # and the text after it, or write %23 for the character.',
  path_of_file: 'The shell may have replaced it by a file name: omit the leading slash.',
  path_of_host: 'Begin it with one slash.',
  path_outside:
    'Give the path alone. --base-url names another service, which needs credentials of its own.',
  pending_unusable: (_, command) =>
    `The file was not changed, and may hold the keys of your account. Check it: store its keys with ${command('auth login')}, or move it away and sign up again.`,
  profile_name: 'Use 1 to 64 lower-case letters, digits, - or _, beginning with a letter or digit.',
  proxy: 'Give it as http://host:port, or unset it.',
  redirect: 'Name the right service with --base-url.',
  run_underway: ({ lock }) => `Wait for it to end. If no other waypost runs, remove ${lock}.`,
  session_allow: sessionHints.allow,
  session_expires: sessionHints.expires,
  session_max_lookups: sessionHints.max_lookups,
  session_path: sessionHints.path,
  session_read_only: sessionHints.read_only,
  session_token: sessionHints.token,
  setting_damaged: ({ name }, command) =>
    `The file was not changed. ${command('settings unset', [name ?? ''])} removes the value.`,
  shared_answers:
    'Answers that rows share are kept there. Name another directory in TMPDIR, or look up each row with --no-dedupe.',
  state_unsafe:
    'Its file system does not keep who may write a file. Name a directory on another one with -o.',
  state_unusable: 'The file was not changed. Check it, then move it away and start again.',
  target_elsewhere: 'Name another directory with -o.',
  target_exists: 'Replace it with --force.',
  target_irregular: 'Omit -o and redirect the output.',
  target_is_directory: 'Name a file in it.',
  too_much_at_once: (_, command) =>
    `Export the past with ${command('lookups export')}, then follow from a later --start.`,
  unexpected_result:
    'Check that --base-url names the service itself. With --debug the requests are shown.',
  unpaired_surrogate: 'Copy the whole text again.',
  unreached:
    'Check the network and --base-url. A company certificate goes into NODE_EXTRA_CA_CERTS.',
  unreached_default: ({ running }, command) =>
    running === undefined
      ? `Start the local service with ${command('sandbox start')}, or ${nameTheService}.`
      : otherSandbox(running, command('sandbox start')),
  unreached_local: ({ port, running }, command) =>
    running === undefined
      ? `If that is a local service, start it with ${command('sandbox start', [], { port })}; or ${nameTheService}.`
      : otherSandbox(running, command('sandbox start', [], { port })),
  unreached_through_proxy: ({ host }) =>
    `Requests go through a proxy (HTTP_PROXY or HTTPS_PROXY). Check it, or name hosts to reach directly: NO_PROXY=${host}.`,
  window_changed: 'Export to a file with -o: a window that breaks off is read again there.',
  working_directory: 'Change to another directory, or name the profile with --profile.',
  wait: ({ seconds }) => `Try again in ${seconds} seconds.`,
};

/** The hint of a code; undefined if it does not suit every error of the code. */
function hintOfErrorCode(code: ErrorCode): Hint | undefined {
  const { hint, isHintOfHelp } = errorCodes[code];
  return isHintOfHelp ? undefined : hint;
}

/** The hint about a file or directory of the configuration that other users can read or change. */
export function sharedHint({ reason, path }: Pick<SharedWarning, 'reason' | 'path'>): string {
  if (reason === 'directory_writable') {
    return `Check what is in it, then: chmod go-w ${shellWord(path)}`;
  }
  const next = reason === 'file_readable' ? 'login' : 'change';
  return `The next ${next} repairs it; or: chmod 600 ${shellWord(path)}`;
}

/** The hint of an error, with the commands that it names; undefined if there is none. */
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
  return `The new credentials are safe; ${command('signup', [], { resume: true })} continues from here.`;
}

function sentences(...parts: (string | undefined)[]): string | undefined {
  return parts.filter((part) => part !== undefined).join(' ') || undefined;
}

function usualHint(error: WaypostError, command: CommandWriter): string | undefined {
  const { code, apiCode, reason, about } = error;
  // That a token is used says less than that the keys were lost.
  const isService = apiCode !== undefined && code !== 'signup_lost';
  const general = (isService ? hintForCode(apiCode) : undefined) ?? hintOfErrorCode(code);
  const hint =
    ofReason(reason, about, command) ??
    (general === undefined ? undefined : hintText(general, command));
  if (about.localPort === undefined) return hint;
  // A sandbox has no support.
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
