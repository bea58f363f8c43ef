// The sign-up.
import { type SignUpField, signUpFields } from '../../../api/sign-up-fields';
import { kebabCase } from '../../../lib/name-case';
import { type CommandSpec, option } from '../../line/command';

/** An option for each field of the sign-up page, such as `--org-name <name>`. */
const fieldOptions = signUpFields.map((field: SignUpField) => {
  const label = field.optionFormat ? `${field.label} (${field.optionFormat})` : field.label;
  return option(`--${kebabCase(field.name)} <${field.optionValue}>`, `fill in: ${label}`);
});

export const signupSpec: CommandSpec = {
  name: 'signup',
  summary: 'Open an account in the browser and store its keys',
  description:
    'Open an account in the browser. The tool waits until you are done there, then verifies and stores the keys.',
  options: [
    ...fieldOptions,
    option('--no-browser', 'only print the page to go to'),
    option('--interval <seconds>', 'time between two questions to the service', { default: '1.5' }),
    option('--deadline <seconds>', 'how long to wait for you (default: 600)'),
    option('--resume', 'resume a sign-up that was interrupted, or started'),
    option(
      '--no-wait',
      'start the sign-up and end; with --resume, ask once whether it is completed',
      { conflicts: ['deadline', 'unattended'] },
    ),
    option(
      '--unattended',
      'for scripts: have a sandbox on this machine complete the sign-up, without a person',
    ),
    option('--force', 'replace a stored login, or a sign-up that was interrupted'),
  ],
  examples: [
    'waypost signup',
    'waypost signup --email ada@example.org --json --deadline 120',
    {
      command: 'waypost signup --resume',
      note: 'resumes after Ctrl-C, a crash or a closed terminal',
    },
    {
      command: 'waypost signup --no-wait --json',
      note: 'for programs that read an output when it has ended',
    },
    {
      command: 'waypost signup --unattended --json',
      note: 'in CI, against a sandbox: an account of its own for each run',
    },
  ],
  details: [
    'The page opens in $BROWSER where it is set, else in the usual browser; not in CI, nor where no browser would open before your eyes, as under SSH.',
    'With --no-wait nobody is waited for: a program shows the page to a person, and asks with --resume --no-wait, or waits with --resume. No browser is opened.',
    'At a real service a person confirms the sign-up on its page, so no script can complete it: sign up once, and give scripts the keys in WAYPOST_API_KEY and WAYPOST_USER_TOKEN.',
    'Only one process at a time signs up in a profile. Another one waits, and reports the login that was stored. After success, --resume reports the stored login too.',
    'Where the credentials could not be stored, details.rescue_path of the error names the file that holds them.',
  ],
  output: [
    {
      title: 'Output (--json)',
      text: '{"success": true, "config_path": "…", "available": true, "user_id": "…" or null, if an earlier run or another process stored the login}',
    },
    {
      title: 'Output (--json --no-wait, until the sign-up is completed)',
      text: '{"success": true, "signup_url": "…", "expires_at": "…" or null, "resume": "waypost signup --resume"}; with --resume, {"pending": true, …} with the same members',
    },
    {
      title: 'Progress (--json, standard error, one JSON document a line)',
      text: '{"event": "signup_url_issued", "signup_url": "…"}\n{"event": "waiting", "elapsed_sec": 30}',
    },
  ],
  errors: [
    {
      code: 'invalid_input',
      when: 'where a login is stored and --force is missing, for --unattended where the service is no sandbox, and in CI without a terminal, or for a coding agent, where none of --unattended, --no-wait and --deadline is given',
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
