// The error codes of waypost, one row each: exit code, meaning, what to do next, and cost.
// Users and scripts rely on codes and exit codes: docs/compatibility.md, "Error codes and exit codes".
import type { Hint } from './command-text';

interface ErrorCodeRow {
  /** The exit code of the process. */
  exitStatus: number;
  /** What the code means, for `waypost help exit-codes`. */
  meaning: string;
  /** What to do next. An error with a reason or an API code has its own hint. */
  hint: Hint;
  /** True if only `waypost help <code>` shows the hint, because the message of each error says more. */
  isHintOfHelp?: boolean;
  /** What `waypost help <code>` says about the bill. */
  cost: string;
}

export const nothingBilled = 'Nothing: no lookup is billed.';

export const perhapsBilled =
  'A lookup that was sent may be billed: `waypost keys usage --last 1d` counts it.';

const notOfLookups = 'Nothing: the commands that return it bill no lookups.';

const table = {
  api_error: {
    exitStatus: 1,
    meaning: 'the service returned an error that has no other error code',
    hint: "Compare the request with the service's documentation.",
    cost: nothingBilled,
  },
  balance_empty: {
    exitStatus: 1,
    meaning: 'the key has no lookups left (402 with 4020)',
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
      'the service has no such place, address, licensee or config (404 with 4040, 4045, 4047 or 4048)',
    hint: 'Check the name or ID; the service might have removed it.',
    cost: nothingBilled,
  },
  invalid_input: {
    exitStatus: 2,
    meaning: 'wrong usage, a missing argument or an invalid value',
    hint: "Correct what the message describes. The command's --help lists its arguments and options.",
    isHintOfHelp: true,
    cost: 'Nothing, except if --fields has a field that the result does not have: that lookup is billed.',
  },
  invalid_credentials_file: {
    exitStatus: 2,
    meaning: 'waypost cannot read or parse the credentials file, and does not change it',
    hint: 'Correct the file, or move it away and log in again with `waypost auth login`.',
    isHintOfHelp: true,
    cost: nothingBilled,
  },
  network_error: {
    exitStatus: 3,
    meaning: 'the service could not be reached, or the connection broke',
    hint: 'Check the network, --base-url and the proxy. `waypost doctor` shows the step that fails.',
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
    meaning: 'the service still limited the rate after the last retry (429 or 503)',
    hint: 'Wait a moment, then try again.',
    cost: nothingBilled,
  },
  service_unavailable: {
    exitStatus: 3,
    meaning: 'the service failed (any other 5xx)',
    hint: "Try again later. If the error persists, report the request to the service's support.",
    cost: perhapsBilled,
  },
  invalid_response: {
    exitStatus: 3,
    meaning: 'the response does not come from this service, or is invalid',
    hint: 'Check that --base-url is the service itself. --debug shows the requests.',
    isHintOfHelp: true,
    cost: perhapsBilled,
  },
  aborted: {
    exitStatus: 3,
    meaning: 'a program that uses the library aborted the call; no command returns it',
    hint: 'Only programs that use the library can get it.',
    isHintOfHelp: true,
    cost: perhapsBilled,
  },
  auth_failed: {
    exitStatus: 4,
    meaning: 'the service rejected the credentials (401, or 404 with 4041 or 4042)',
    hint: (command) =>
      `Check the key: it is missing, mistyped or deleted. ${command('auth whoami')} shows the key in use. ${command('auth login')} stores another key.`,
    cost: nothingBilled,
  },
  missing_api_key: {
    exitStatus: 4,
    meaning: 'there is no API key',
    hint: (command) =>
      `Log in with ${command('auth login')}, sign up with ${command('signup')}, or set WAYPOST_API_KEY.`,
    cost: nothingBilled,
  },
  missing_user_token: {
    exitStatus: 4,
    meaning: 'there is no management key',
    hint: (command) =>
      `Log in with both keys: ${command('auth login', [], { 'api-key': '-', 'management-key': '-' })}, or set WAYPOST_USER_TOKEN.`,
    cost: nothingBilled,
  },
  session_refused: {
    exitStatus: 4,
    meaning: 'the session of `waypost proxy` does not allow the request',
    hint: 'Only the person who started `waypost proxy` can change its session.',
    isHintOfHelp: true,
    cost: nothingBilled,
  },
  write_failed: {
    exitStatus: 5,
    meaning: 'a file could not be written, or too many files are open',
    hint: 'Check that the directory exists, belongs to you and is not read-only, and that the disk has space.',
    cost: 'Lookups that were answered before the write failed are billed.',
  },
  signup_expired: {
    exitStatus: 6,
    meaning: 'the sign-up expired, or its keys were already claimed (410)',
    hint: (command) => `Start again with ${command('signup')}.`,
    isHintOfHelp: true,
    cost: notOfLookups,
  },
  signup_timeout: {
    exitStatus: 6,
    meaning: 'the sign-up was not completed before the deadline',
    hint: (command) => `Nothing is lost: ${command('signup', [], { resume: true })} waits again.`,
    cost: notOfLookups,
  },
  signup_lost: {
    exitStatus: 6,
    meaning: 'the sign-up was answered, but its credentials could not be read',
    hint: (command) =>
      `The account may exist: find its keys on the dashboard of the service and use ${command('auth login')}, or sign up again.`,
    cost: notOfLookups,
  },
  program_not_runnable: {
    exitStatus: 126,
    meaning: 'exec or proxy cannot run the program, as in a shell',
    hint: 'Check that it is a program you may run.',
    cost: nothingBilled,
  },
  program_not_found: {
    exitStatus: 127,
    meaning: 'there is no such program for exec or proxy, as in a shell',
    hint: 'Check the name of the program, and that PATH has its directory.',
    isHintOfHelp: true,
    cost: nothingBilled,
  },
} as const satisfies Readonly<Record<string, ErrorCodeRow>>;

export type ErrorCode = keyof typeof table;

export const errorCodes: Readonly<Record<ErrorCode, ErrorCodeRow>> = table;

/** Exit code after an interrupt, if the platform does not report the signal itself. */
export const interruptedStatus = 130;
