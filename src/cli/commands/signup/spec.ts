// The command that opens an account.
import { type SignUpField, signUpFields } from '../../../api/sign-up-fields';
import { kebabCase } from '../../../lib/name-case';
import { type CommandSpec, option } from '../../line/command';

/** The options for the fields of the sign-up page, such as `--org-name <name>`. */
const fieldOptions = signUpFields.map((field: SignUpField) => {
  const label = field.optionFormat ? `${field.label} (${field.optionFormat})` : field.label;
  return option(`--${kebabCase(field.name)} <${field.optionValue}>`, `fill in: ${label}`);
});

export const signupSpec: CommandSpec = {
  name: 'signup',
  summary: 'Open an account in the browser and store its keys',
  description:
    'Open an account in the browser. waypost waits until you have completed the page, then verifies and stores the keys.',
  options: [
    ...fieldOptions,
    option('--no-browser', 'print the URL of the page instead of opening it'),
    option(
      '--interval <seconds>',
      'how often to check whether the sign-up is complete, in seconds',
      {
        default: '1.5',
      },
    ),
    option(
      '--deadline <seconds>',
      'maximum seconds to wait until you complete the page (default: 600)',
    ),
    option('--resume', 'resume a sign-up that was interrupted or started earlier'),
    option(
      '--no-wait',
      'start the sign-up and exit; with --resume, check once whether it is complete',
      { conflicts: ['deadline', 'unattended'] },
    ),
    option(
      '--unattended',
      'let a sandbox on this machine complete the sign-up without a browser, for scripts',
    ),
    option('--force', 'replace a stored login or an interrupted sign-up'),
  ],
  examples: [
    'waypost signup',
    'waypost signup --email ada@example.org --json --deadline 120',
    {
      command: 'waypost signup --resume',
      note: 'continues after Ctrl-C, a crash or a closed terminal',
    },
    {
      command: 'waypost signup --no-wait --json',
      note: 'for programs that read the output after the command ends',
    },
    {
      command: 'waypost signup --unattended --json',
      note: 'creates a separate account for each run, in CI with a sandbox',
    },
  ],
  details: [
    'The page opens in $BROWSER if it is set, otherwise in your default browser. In CI, and in sessions where you would not see a browser, such as SSH, waypost does not open one.',
    'With --no-wait, waypost does not wait or open a browser. A program can show the URL to a person, then check with --resume --no-wait, or wait with --resume.',
    'At the hosted service, a person must confirm the sign-up on the sign-up page, so a script cannot complete a sign-up. Sign up once, and set WAYPOST_API_KEY and WAYPOST_USER_TOKEN for scripts.',
    'Only one process at a time can sign up in a profile. A second process waits, then reports the login that the first process stored. After a completed sign-up, --resume also reports the stored login.',
    'If waypost cannot store the credentials, it saves them in a file. The error contains the path of this file as details.rescue_path.',
  ],
  output: [
    {
      title: 'Output (--json)',
      text: '{"success": true, "config_path": "…", "available": true, "user_id": "…"}; user_id is null if an earlier run or another process stored the login',
    },
    {
      title: 'Output (--json --no-wait, until the sign-up is complete)',
      text: '{"success": true, "signup_url": "…", "expires_at": "…" or null, "resume": "waypost signup --resume"}; with --resume, {"pending": true, …} with the same fields',
    },
    {
      title: 'Progress (--json, on standard error, one JSON document per line)',
      text: '{"event": "signup_url_issued", "signup_url": "…"}\n{"event": "waiting", "elapsed_sec": 30}',
    },
  ],
  errors: [
    {
      code: 'invalid_input',
      when: 'if a login is stored and --force is missing; if --unattended is used with a service that is not a sandbox; if --unattended, --no-wait and --deadline are all missing in CI without a terminal or under a coding agent',
    },
    { code: 'signup_expired' },
    { code: 'signup_timeout' },
    { code: 'signup_lost' },
    { code: 'write_failed' },
    { code: 'auth_failed' },
    { code: 'invalid_credentials_file' },
  ],
  asks: 'without_login',
  alsoCalls: ['signUpStart', 'signUpPoll', 'keyAvailability', 'keyDetails'],
  runsPrograms: true,
  load: () => import('./signup').then(({ signUp }) => signUp),
};
