// Describes `waypost signup`, which opens an account.
import { type SignUpField, signUpFields } from '../../../api/sign-up-fields';
import { kebabCase } from '../../../lib/name-case';
import { type CommandSpec, option } from '../../line/command';

/** The options for the fields of the sign-up page, such as `--org-name <name>`. */
const fieldOptions = signUpFields.map((field: SignUpField) => {
  const format = field.optionFormat ? ` (${field.optionFormat})` : '';
  return option(
    `--${kebabCase(field.name)} <${field.optionValue}>`,
    `prefill "${field.label}" on the sign-up page${format}`,
  );
});

export const signupSpec: CommandSpec = {
  name: 'signup',
  summary: 'Open an account in the browser and store its keys',
  description:
    'Open an account in the browser. waypost waits until you complete the sign-up page, then verifies and stores the keys.',
  options: [
    ...fieldOptions,
    option('--no-browser', 'print the URL of the sign-up page instead of opening the page'),
    option('--interval <seconds>', "number of seconds between checks of the sign-up's status", {
      default: '1.5',
    }),
    option(
      '--deadline <seconds>',
      'maximum time to wait for you to complete the sign-up page, in seconds (default: 600)',
    ),
    option('--resume', 'resume a sign-up that was interrupted or started earlier'),
    option(
      '--no-wait',
      'start the sign-up and exit; with --resume, check only once whether the sign-up is complete',
      { conflicts: ['deadline', 'unattended'] },
    ),
    option(
      '--unattended',
      'in a script: let a sandbox on this machine complete the sign-up without a browser',
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
      note: 'for programs that read the output only after the command ends',
    },
    {
      command: 'waypost signup --unattended --json',
      note: 'in CI with a sandbox: creates a separate account for each run',
    },
  ],
  details: [
    'waypost opens the sign-up page with the command in $BROWSER or in the browser setting, or in your default browser if neither is set. In CI and in scripts, waypost does not open the page. In a session without a visible browser, such as SSH, waypost opens the page only with the command in $BROWSER or in the browser setting.',
    'With --no-wait, waypost does not wait for you to complete the sign-up, and does not open a browser. A program can show the URL to a person, then check the sign-up with --resume --no-wait, or wait for the sign-up with --resume.',
    'At the hosted service, a person must confirm the sign-up on the sign-up page, so a script cannot complete a sign-up. For scripts, sign up once, then set WAYPOST_API_KEY and WAYPOST_USER_TOKEN.',
    'For each profile, only one sign-up can run at a time. A second process waits until the first process ends, and then reports the login that the first process stored. The second process waits no longer than its own --deadline. If the sign-up is already complete, --resume reports the stored login.',
    "If waypost cannot store the credentials in the usual file, it saves them in a different file. The error's details.rescue_path field contains the path of this file.",
  ],
  output: [
    {
      title: 'Output (--json)',
      text: '{"success": true, "config_path": "…", "available": true, "user_id": "…"}; user_id is null if an earlier run or another process stored the login',
    },
    {
      title: 'Output (--json --no-wait, until the sign-up is complete)',
      text: '{"success": true, "signup_url": "…", "expires_at": "…" or null, "resume": "waypost signup --resume"}; with --resume, "pending": true replaces "success": true',
    },
    {
      title: 'Progress (--json, on standard error, one JSON document per line)',
      text: '{"event": "signup_url_issued", "signup_url": "…"}\n{"event": "waiting", "elapsed_sec": 30}',
    },
  ],
  errors: [
    {
      code: 'invalid_input',
      when: 'if a script omits --force although a login is already stored, or if --unattended is set but the service is not a sandbox. Under a coding agent, and in CI without a terminal, the command also fails unless you set --unattended, --no-wait or --deadline',
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
