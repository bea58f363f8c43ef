// The table of waypost's error codes. For each error code, the table contains the exit code, the meaning, the hint and
// the cost. Users and scripts rely on these error codes. See "Error codes and exit codes" in docs/compatibility.md.
import type { Hint } from './command-text';

interface ErrorCodeRow {
  exitStatus: number;
  /** The meaning of the error code, for `waypost help exit-codes`. */
  meaning: string;
  /** The hint for an error that has no other hint for its reason or its API code. */
  hint: Hint;
  /**
   * True if only `waypost help <code>` shows the hint, because the hint does not fit every error with this error code.
   */
  isHintOfHelp?: boolean;
  /** A sentence that states whether the error costs lookups, for `waypost help <code>`. */
  cost: string;
}

export const nothingBilled = 'Nothing. The service does not bill a lookup.';

export const perhapsBilled =
  'The service might have billed the lookup. Check the usage with `waypost keys usage --last 1d`.';

const notOfLookups = 'Nothing. The commands that return this error code do not cost lookups.';

const table = {
  api_error: {
    exitStatus: 1,
    meaning: 'the service returned an error to which no other error code applies',
    hint: "Compare the request with the service's documentation.",
    cost: nothingBilled,
  },
  balance_empty: {
    exitStatus: 1,
    meaning: 'the key has no lookups remaining (HTTP 402 with API code 4020)',
    hint: 'Add lookups to the key on the dashboard, or use another key.',
    cost: nothingBilled,
  },
  internal_error: {
    exitStatus: 1,
    meaning: 'a bug in waypost',
    hint: 'Run the command again with --debug. If the error persists, report it with the output of `waypost doctor`.',
    isHintOfHelp: true,
    cost: perhapsBilled,
  },
  not_found: {
    exitStatus: 1,
    meaning:
      'the place, address, licensee or config does not exist on the service (HTTP 404 with API code 4040, 4045, 4047 or 4048)',
    hint: 'Check the name or ID. The service might have removed the item.',
    cost: nothingBilled,
  },
  invalid_input: {
    exitStatus: 2,
    meaning: 'wrong usage, a missing argument or an invalid value',
    hint: "Correct the value that the message names. --help lists the command's arguments and options.",
    isHintOfHelp: true,
    cost: 'Usually nothing. If --fields names a field that the result does not contain, the service still bills the lookup.',
  },
  invalid_credentials_file: {
    exitStatus: 2,
    meaning: 'waypost cannot read or parse the credentials file, and leaves it unchanged',
    hint: 'Correct the file. Alternatively, move the file to another directory, and log in again with `waypost auth login`.',
    isHintOfHelp: true,
    cost: nothingBilled,
  },
  network_error: {
    exitStatus: 3,
    meaning: 'waypost could not reach the service, or the connection broke',
    hint: 'Check the network, --base-url and the proxy. `waypost doctor` shows which step of the connection fails.',
    isHintOfHelp: true,
    cost: perhapsBilled,
  },
  timeout: {
    exitStatus: 3,
    meaning: 'the service did not respond in time',
    hint: 'Try again, or allow more time with --timeout.',
    cost: perhapsBilled,
  },
  rate_limited: {
    exitStatus: 3,
    meaning:
      'the service rejected the request because of a rate limit, even after the last retry (HTTP 429 or 503)',
    hint: 'Wait a moment, then try again.',
    cost: nothingBilled,
  },
  service_unavailable: {
    exitStatus: 3,
    meaning: 'the service failed (HTTP 5xx except 503)',
    hint: "Try again later. If the error persists, report it to the service's support team.",
    cost: perhapsBilled,
  },
  invalid_response: {
    exitStatus: 3,
    meaning: 'the response is invalid, or does not come from the service',
    hint: 'Check that --base-url is the URL of the service. --debug shows the requests.',
    isHintOfHelp: true,
    cost: perhapsBilled,
  },
  aborted: {
    exitStatus: 3,
    meaning: 'a program aborted its call to the library; no command returns this error code',
    hint: 'Handle the error in the program that calls the library.',
    isHintOfHelp: true,
    cost: perhapsBilled,
  },
  auth_failed: {
    exitStatus: 4,
    meaning: 'the service rejected the credentials (HTTP 401, or 404 with API code 4041 or 4042)',
    hint: (command) =>
      `Check the key, which might be missing, mistyped or deleted. ${command('auth whoami')} shows the key in use. ${command('auth login')} stores another key.`,
    cost: nothingBilled,
  },
  missing_api_key: {
    exitStatus: 4,
    meaning: 'waypost found no API key',
    hint: (command) =>
      `Log in with ${command('auth login')}, sign up with ${command('signup')}, or set WAYPOST_API_KEY.`,
    cost: nothingBilled,
  },
  missing_user_token: {
    exitStatus: 4,
    meaning: 'waypost found no management key',
    hint: (command) =>
      `Log in with both keys: ${command('auth login', [], { 'api-key': '-', 'management-key': '-' })}, or set WAYPOST_USER_TOKEN.`,
    cost: nothingBilled,
  },
  session_refused: {
    exitStatus: 4,
    meaning: 'the `waypost proxy` session does not allow the request',
    hint: "Ask the person who started `waypost proxy` to change the session's limits.",
    isHintOfHelp: true,
    cost: nothingBilled,
  },
  write_failed: {
    exitStatus: 5,
    meaning: 'waypost could not write a file, or too many files are open',
    hint: 'Check that the directory exists, belongs to you and is not read-only, and that the disk has space.',
    cost: 'The service bills the lookups that it completed before the write failed.',
  },
  signup_expired: {
    exitStatus: 6,
    meaning: 'the sign-up expired, or the service already returned its keys (HTTP 410)',
    hint: (command) => `Start again with ${command('signup')}.`,
    isHintOfHelp: true,
    cost: notOfLookups,
  },
  signup_timeout: {
    exitStatus: 6,
    meaning: 'you did not complete the sign-up before the deadline',
    hint: (command) =>
      `Continue waiting with ${command('signup', [], { resume: true })}. waypost keeps the sign-up.`,
    cost: notOfLookups,
  },
  signup_lost: {
    exitStatus: 6,
    meaning: 'the service completed the sign-up, but waypost could not read the credentials',
    hint: (command) =>
      `Find the account's keys on the service's dashboard, and store them with ${command('auth login')}. If there is no account, sign up again.`,
    cost: notOfLookups,
  },
  program_not_runnable: {
    exitStatus: 126,
    meaning:
      '`waypost exec` or `waypost proxy` cannot run the program; shells use the same exit code for this error',
    hint: 'Check that the file is a program, and that you have permission to run it.',
    cost: nothingBilled,
  },
  program_not_found: {
    exitStatus: 127,
    meaning:
      '`waypost exec` or `waypost proxy` did not find the program; shells use the same exit code for this error',
    hint: 'Check the name of the program, and that PATH contains its directory.',
    isHintOfHelp: true,
    cost: nothingBilled,
  },
} as const satisfies Readonly<Record<string, ErrorCodeRow>>;

export type ErrorCode = keyof typeof table;

export const errorCodes: Readonly<Record<ErrorCode, ErrorCodeRow>> = table;

/**
 * The exit code if the user answers no to a confirmation, or interrupts waypost on a platform where a process cannot end
 * with a signal.
 */
export const interruptedStatus = 130;

export const interruptedMeaning =
  'you interrupted waypost, for example with Ctrl-C, or you answered no to a confirmation';
