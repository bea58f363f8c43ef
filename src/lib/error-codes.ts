// Every error code of the tool, a row for each: its exit code, what it means, what to do next and what it costs.
// Users and scripts rely on codes and exit codes: docs/compatibility.md, "Error codes and exit codes".
import type { Hint } from './command-text';

interface ErrorCodeRow {
  /** The status that the process ends with. */
  exitStatus: number;
  /** What the code means, for `waypost help exit-codes`. */
  meaning: string;
  /** What to do next. An error with a reason of its own, or a code of the service, has a hint of its own. */
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
    meaning: 'the service answered with an error that no other code names',
    hint: 'Check what was sent against the documentation of the service.',
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
    meaning: 'a fault of this tool',
    hint: 'Run the command again with --debug. If the error stays, report it with the output of `waypost doctor`.',
    isHintOfHelp: true,
    cost: perhapsBilled,
  },
  not_found: {
    exitStatus: 1,
    meaning:
      'the service has no such place, address, licensee or config (404 with 4040, 4045, 4047 or 4048)',
    hint: 'Check what was named; the service may have removed it.',
    cost: nothingBilled,
  },
  invalid_input: {
    exitStatus: 2,
    meaning: 'wrong usage, a missing argument or a value out of range',
    hint: "Correct what the message names; the command's --help lists arguments and options.",
    isHintOfHelp: true,
    cost: 'Nothing, except where --fields names a member that the answer turns out not to have: that lookup is billed.',
  },
  invalid_credentials_file: {
    exitStatus: 2,
    meaning: 'the credentials file cannot be read or parsed; it is not changed',
    hint: 'Correct the file that the message names, or move it away and log in again with `waypost auth login`.',
    isHintOfHelp: true,
    cost: nothingBilled,
  },
  network_error: {
    exitStatus: 3,
    meaning: 'the service could not be reached, or the connection broke',
    hint: 'Check the network, --base-url and the proxy; `waypost doctor` names the step that fails.',
    isHintOfHelp: true,
    cost: perhapsBilled,
  },
  timeout: {
    exitStatus: 3,
    meaning: 'the service did not answer in time',
    hint: 'Try again, or allow more with --timeout.',
    cost: perhapsBilled,
  },
  rate_limited: {
    exitStatus: 3,
    meaning: 'the service asks to slow down (429 or 503), also after the last retry',
    hint: 'The service asks to slow down. Wait a moment, then try again.',
    cost: nothingBilled,
  },
  service_unavailable: {
    exitStatus: 3,
    meaning: 'the service failed (another 5xx)',
    hint: 'Try again later. If the error persists, report the request to the support of the service.',
    cost: perhapsBilled,
  },
  invalid_response: {
    exitStatus: 3,
    meaning: "the answer is not one of this service's",
    hint: 'Check that --base-url names the service itself; --debug shows the requests.',
    isHintOfHelp: true,
    cost: perhapsBilled,
  },
  aborted: {
    exitStatus: 3,
    meaning: 'a program that uses the library aborted the call; no command ends with it',
    hint: 'Only a program that uses the library sees it.',
    isHintOfHelp: true,
    cost: perhapsBilled,
  },
  auth_failed: {
    exitStatus: 4,
    meaning: 'the credentials were rejected (401, or 404 with 4041 or 4042)',
    hint: (command) =>
      `Check the key: it is missing, mistyped or deleted. ${command('auth whoami')} shows the key in use. ${command('auth login')} stores another key.`,
    cost: nothingBilled,
  },
  missing_api_key: {
    exitStatus: 4,
    meaning: 'no API key is known',
    hint: (command) =>
      `Log in with ${command('auth login')}, sign up with ${command('signup')}, or set WAYPOST_API_KEY.`,
    cost: nothingBilled,
  },
  missing_user_token: {
    exitStatus: 4,
    meaning: 'no management key is known',
    hint: (command) =>
      `Log in with both: ${command('auth login', [], { 'api-key': '-', 'management-key': '-' })}, or set WAYPOST_USER_TOKEN.`,
    cost: nothingBilled,
  },
  session_refused: {
    exitStatus: 4,
    meaning: 'the session of `waypost proxy` does not allow it',
    hint: 'Ask the person who started `waypost proxy`: nobody else can change its session.',
    isHintOfHelp: true,
    cost: nothingBilled,
  },
  write_failed: {
    exitStatus: 5,
    meaning: 'a file could not be written, or too many are open',
    hint: 'Check that the directory exists, belongs to you and is not read-only, and that the disk has space.',
    cost: 'Lookups that were answered before the write failed are billed.',
  },
  signup_expired: {
    exitStatus: 6,
    meaning: 'the sign-up expired or was claimed already (410)',
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
