// The hint for each error: by its reason if a code has several causes, otherwise by the API code, otherwise by the error
// code. A command with a better hint sets its own.
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
  'Check that --base-url is the service itself, with its version prefix such as /v1, and that no proxy or login page is in between.';

const wholeUrl = 'Use the full URL, for example https://service.example/v1.';
const nameTheService = 'set the service with --base-url or WAYPOST_BASE_URL';
const examplePoint = 'For example: --bias-lonlat 13.4,52.5,10000';

/** `--column` for each of these parameters, or for the text that is looked up if there are none. */
function columnOptions(parameters: string, columnOf: (index: number) => string): string {
  if (parameters === '') return `--column ${columnOf(0)}`;
  const named = parameters.split(',').map((name, index) => `--column ${name}=${columnOf(index)}`);
  return named.join(' ');
}

/** The hint if sandboxes are running, but none at the base URL. `running` has their base URLs. */
function otherSandbox(running: string, start: string): string {
  const urls = running.split(' ');
  const ports = urls.map((url) => new URL(url).port).join(', ');
  const what =
    urls.length === 1 ? `A sandbox runs on port ${ports}` : `Sandboxes run on ports ${ports}`;
  return `${what}: use --base-url ${urls[0]}, or set WAYPOST_BASE_URL. Or start one here with ${start}.`;
}

/** How to convert a file with rows to UTF-8. If the encoding is unknown, only one line is damaged. */
function convertToUtf8({ line = '', encoding, file }: About): string {
  if (encoding === undefined) {
    return `Correct line ${line}: it has a character that is not UTF-8, unlike the lines before it.`;
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
  answer_cut_off: 'Try again. If the error persists, check that --base-url is the service.',
  batch_differs:
    'Use the same options as before, or start again with --force and without --resume.',
  batch_finished:
    'Nothing was looked up. To look up every row again, replace --resume with --force.',
  batch_unfinished:
    'Use --resume to continue, or --force to start again; rows that were answered are then billed again.',
  base_url: wholeUrl,
  base_url_credentials: 'Remove them: waypost sends the keys in a header.',
  base_url_plain_http: 'Use https, or add --insecure-http to accept that.',
  bias_ip: 'Remove --bias-ip to search without a bias.',
  bias_point: `${examplePoint}; the radius is at most ${maximumBiasRadius} meters.`,
  bias_twice: 'Remove --bias-lonlat or --bias-ip.',
  cache_unusable: 'Check and remove that file, or remove --cache.',
  claim_rescued: ({ path }, command) =>
    `Free some disk space, or make ${path} writable, then run ${command('signup', [], { resume: true })}, which reads the rescue file.`,
  claim_shown: (_, command) =>
    `They are shown only now, because nothing could be written. Copy them, then use ${command('auth login')}.`,
  column_by_name: ({ header }) =>
    `The columns of the file are: ${header}. Choose one with --column.`,
  column_by_number: ({ header }) =>
    `The columns of the file are: ${header}. Use one of these names, or a number from 1.`,
  column_number: 'Without a header, use column numbers: --column 1 is the first column.',
  column_parameter: ({ parameters, meant, column }) =>
    meant === undefined
      ? `Use --column with a column, or with parameter=column. The parameters are: ${parameters}.`
      : `The name of the parameter is ${meant}: --column ${shellWord(`${meant}=${column}`)}.`,
  column_template: 'Put each column name or number in its own braces: --column "{street}, {city}".',
  column_unassigned: ({ parameters = '' }) =>
    `Use both: ${columnOptions(parameters, () => '<column>')}.`,
  columns_unnamed: ({ parameters = '' }) =>
    `Use column numbers, starting with 1: ${columnOptions(parameters, (index) => `${index + 1}`)}.`,
  compressed: 'Check whether a proxy or gateway compresses responses.',
  config_damaged: 'The file was not changed. Correct it by hand, or remove it.',
  config_unusable:
    'The file was not changed. Make sure that you own it and can read it, or move it away.',
  connection_broke: 'Try again. If the error persists, the service or a proxy is failing.',
  coordinate: ({ kind, swapped }) =>
    `A ${kind} is between ${kind === 'longitude' ? '-180 and 180, for example 13.41' : '-90 and 90, for example 52.52'}.${swapped ? ' Are longitude and latitude swapped?' : ''}`,
  country_code: ({ field = '', wrong, meant }) => {
    const option = `--${kebabCase(field)}`;
    return meant === undefined
      ? `Use ${option} with three-letter codes. For example: ${option} FRA,CHE.`
      : `The three-letter code for ${wrong} is ${meant}: ${option} ${meant}.`;
  },
  credentials_damaged: (_, command) =>
    `The file was not changed. Correct it by hand, or remove it with ${command('auth logout')} and log in again.`,
  credentials_unusable:
    'The file was not changed. Make sure that you own it and can read it, or move it away and log in again.',
  csv_invalid:
    'A cell that begins with a quote must end with one. Correct the row, then run the same command again, with --resume if results were saved.',
  email_too_long: 'Check that it is a single address.',
  empty_file: 'The first row has the column names. If it is data, use --no-header.',
  export_differs: 'Use the same options as before, or remove --resume to start again.',
  header_missing:
    'Use --no-header, use --input-format lines if each line is a value, or choose the column with --column 1.',
  input_differs: 'Use the same input as before, or start again with --force and without --resume.',
  journal_changed:
    'The file was not changed. Restore it, or start again with --force and without --resume; rows that were answered are then billed again.',
  journal_unusable:
    'The file was not changed. Check that you own it and that no other user can write to it (chmod go-w).',
  journal_version: 'Use that version to resume, or start again with --force and without --resume.',
  key_characters: 'Copy the complete key again, without other text.',
  key_command: ({ program }) =>
    `Run the command by hand to see why ${program} does not print the key, or set WAYPOST_API_KEY or WAYPOST_USER_TOKEN.`,
  key_command_batch_file: ({ program }) =>
    `Install ${program}. If it is a .cmd or .bat file, use the Windows interpreter: cmd /c ${program}`,
  key_command_nested:
    "A key command cannot use a waypost login whose key is printed by another command. Use the secret manager's own command.",
  key_missing: ({ kind }) =>
    kind === 'apiKey'
      ? '--api-key has no value. Put the API key after it; it begins with ak_.'
      : '--management-key (--user-token) has no value. Put the management key after it; it begins with uk_.',
  key_of_other_kind:
    'Use --api-key for an API key (ak_…), and --management-key (--user-token) for a management key (uk_…).',
  line_too_long: 'Rows must end with a line feed. Check that this is the right file.',
  log_unreadable: 'Use --format csv to export the log as the service sends it.',
  lock_held: 'Wait until it ends. If no other waypost is running, remove that file.',
  lock_irregular: 'Remove it, then try again.',
  login_stored: 'Use --force to replace it, or --profile <name> to keep both.',
  no_utf8: convertToUtf8,
  not_a_regular_file: 'Move it away by hand.',
  not_the_service: checkBaseUrl,
  nothing_to_look_up: 'There is nothing to look up.',
  other_version: 'Remove --resume to export again.',
  output_denied: 'Choose a directory that you can write to.',
  output_disk_full: 'The disk is full. Free some space, or write elsewhere with -o.',
  output_no_directory: 'The directory does not exist. Create it, or choose another one with -o.',
  output_refused: 'Check the -o path.',
  pages_lead_nowhere: ({ option = '' }) =>
    `The pages read so far are shown. Continue with ${option}<id>.`,
  parameter: 'Use the value that the service issued.',
  path_characters: 'Percent-encode it (%5C for a backslash), or use forward slashes.',
  path_dots: ({ base }) => `Use the path that follows ${base}.`,
  path_empty: 'For example: places, or keys/{key}/usage.',
  path_fragment: 'Remove # and the text after it, or write %23 for the character.',
  path_of_file: 'The shell might have replaced it with a file name. Remove the leading slash.',
  path_of_host: 'Begin the path with one slash.',
  path_outside:
    'Use only the path. To use another service, set --base-url; it requires its own credentials.',
  pending_unusable: (_, command) =>
    `The file was not changed, and might have the keys of your account. Check it: store its keys with ${command('auth login')}, or move it away and sign up again.`,
  profile_name: 'Use 1 to 64 lowercase letters, digits, - or _, starting with a letter or digit.',
  proxy: 'Set it to http://host:port, or unset it.',
  redirect: 'Set the right service with --base-url.',
  run_underway: ({ lock }) => `Wait until it ends. If no other waypost is running, remove ${lock}.`,
  session_allow: sessionHints.allow,
  session_expires: sessionHints.expires,
  session_max_lookups: sessionHints.max_lookups,
  session_path: sessionHints.path,
  session_read_only: sessionHints.read_only,
  session_token: sessionHints.token,
  setting_damaged: ({ name }, command) =>
    `The file was not changed. ${command('settings unset', [name ?? ''])} removes the value.`,
  shared_answers:
    'waypost saves results that rows share there. Set TMPDIR to another directory, or use --no-dedupe to look up each row.',
  state_unsafe:
    'Its file system does not store file permissions. Choose a directory on another file system with -o.',
  state_unusable: 'The file was not changed. Check it, then move it away and start again.',
  target_elsewhere: 'Choose another directory with -o.',
  target_exists: 'Replace it with --force.',
  target_irregular: 'Remove -o, and redirect the output instead.',
  target_is_directory: 'Choose a file in the directory.',
  too_much_at_once: (_, command) =>
    `Export the past with ${command('lookups export')}, then follow from a later --start.`,
  unexpected_result: 'Check that --base-url is the service itself. --debug shows the requests.',
  unpaired_surrogate: 'Copy the complete text again.',
  unreached:
    'Check the network and --base-url. If your company has its own certificate, set NODE_EXTRA_CA_CERTS.',
  unreached_default: ({ running }, command) =>
    running === undefined
      ? `Start a sandbox with ${command('sandbox start')}, or ${nameTheService}.`
      : otherSandbox(running, command('sandbox start')),
  unreached_local: ({ port, running }, command) =>
    running === undefined
      ? `If it is a sandbox, start it with ${command('sandbox start', [], { port })}; or ${nameTheService}.`
      : otherSandbox(running, command('sandbox start', [], { port })),
  unreached_through_proxy: ({ host }) =>
    `Requests go through a proxy (HTTP_PROXY or HTTPS_PROXY). Check the proxy, or set the hosts to reach directly: NO_PROXY=${host}.`,
  window_changed: 'Export to a file with -o, which can repeat an interrupted request.',
  working_directory: 'Change to another directory, or set the profile with --profile.',
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
    return `Check its contents, then run: chmod go-w ${shellWord(path)}`;
  }
  const next = reason === 'file_readable' ? 'login' : 'change';
  return `The next ${next} repairs it, or run: chmod 600 ${shellWord(path)}`;
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
  // For `signup_lost`, that the keys were lost matters more than the API code of a used token.
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
