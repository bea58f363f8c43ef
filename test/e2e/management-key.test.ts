// `--management-key`, and its older name `--user-token`.
import { expect, test } from 'vitest';
import { apiKey, freshHome, userToken } from '../support/keys';
import { documentOf, errorOf } from '../support/tool';

test.each([
  [['--management-key', userToken]],
  [[`--management-key=${userToken}`]],
  [['--user-token', userToken]],
])(
  '`auth token --management` prints the management key that the options %j pass',
  async (given) => {
    const run = await freshHome().call(['auth', ...given, 'token', '--management', '--json'], {
      reveals: [userToken],
    });
    expect(documentOf(run)).toEqual({ token: userToken, source: 'flag' });
  },
);

test.each([
  [['auth', 'token', '--management-key']],
  [['auth', 'token', '--management-key', '--json']],
  [['auth', '--management-key', '--json', 'token']],
])(
  '`auth token` prints the management key in use if --management-key has no value (arguments: %j)',
  async (args) => {
    const env = { WAYPOST_API_KEY: apiKey, WAYPOST_USER_TOKEN: userToken };
    const run = await freshHome().call(args, { env, reveals: [userToken] });
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(run.stdout).toContain(userToken);
    expect(run.stdout).not.toContain(apiKey);
  },
);

test.each(['--management-key', '--user-token'])(
  'the error for an empty %s value contains the option name that you typed',
  async (option) => {
    const run = await freshHome().call(['auth', 'whoami', option, '', '--json']);
    expect(errorOf(run)).toMatchObject({ exit: 2, message: `${option} is empty.` });
  },
);

test.each([
  ['--management-key', '-', 'Standard input does not contain a value for --management-key.'],
  ['--management-key-command', '', '--management-key-command is empty.'],
  ['--user-token-command', '', '--user-token-command is empty.'],
])(
  '`auth login` rejects %s with the value %j, and the error contains the option name that you typed',
  async (option, value, message) => {
    const login = ['auth', 'login', '--api-key', apiKey, option, value, '--json'];
    expect(errorOf(await freshHome().call(login))).toMatchObject({ exit: 2, message });
  },
);
