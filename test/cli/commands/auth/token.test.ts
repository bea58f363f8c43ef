// `auth token` prints only a key, for use in `$(…)`.
import { describe, expect, test } from 'vitest';
import { apiKey, freshHome, otherKey, otherToken, store, userToken } from '../../../support/keys';
import { documentOf, errorOf } from '../../../support/tool';

const token = ['auth', 'token'];
const base_url = 'https://service.example/v1';
const reveals = [apiKey, userToken];

test.each<[name: string, args: string[], env: Record<string, string>, value: string, from: string]>(
  [
    ['the stored API key', [], {}, apiKey, 'config'],
    ['the stored management key', ['--management'], {}, userToken, 'config'],
    [
      'the API key from WAYPOST_API_KEY instead of the stored key',
      [],
      { WAYPOST_API_KEY: otherKey },
      otherKey,
      'env',
    ],
    [
      'the API key from --api-key instead of the stored key and the key from WAYPOST_API_KEY',
      ['--api-key', apiKey],
      { WAYPOST_API_KEY: otherKey },
      apiKey,
      'flag',
    ],
    [
      'the management key from WAYPOST_USER_TOKEN',
      ['--management'],
      { WAYPOST_USER_TOKEN: otherToken },
      otherToken,
      'env',
    ],
  ],
)('`auth token` prints %s', async (_name, args, env, value, source) => {
  const home = freshHome();
  store(home.configFile, { api_key: apiKey, user_token: userToken, base_url });
  const options = { env, reveals: [...reveals, otherKey, otherToken] };
  expect(await home.call([...token, ...args], options)).toEqual({
    status: 0,
    signal: null,
    stdout: `${value}\n`,
    stderr: '',
  });
  const run = await home.call([...token, ...args, '--json'], options);
  expect([documentOf(run), run.stderr]).toEqual([{ token: value, source }, '']);
});

describe('`auth token`, run by a coding agent,', () => {
  const env = { CLAUDECODE: '1' };
  const homeWithLogin = () => {
    const home = freshHome();
    store(home.configFile, { api_key: apiKey, user_token: userToken, base_url });
    return home;
  };

  test.each([[[]], [['--management']], [['--json']]])(
    'suggests `waypost exec` and `waypost proxy` instead of printing the key (options: %j)',
    async (args) => {
      const run = await homeWithLogin().call([...token, ...args], { env });
      expect(run.status).toBe(2);
      const text = run.stdout + run.stderr;
      expect(text).toContain('Claude Code (CLAUDECODE)');
      expect(text).toMatch(/`waypost exec <command>`.*`waypost proxy <command>`.*--reveal/);
    },
  );

  test.each([['--reveal'], ['--input']])(
    'prints the key if the option %s is set',
    async (option) => {
      const run = await homeWithLogin().call([...token, option], { env, reveals });
      expect(run).toMatchObject({ status: 0, stdout: `${apiKey}\n` });
    },
  );
});

describe('`auth token`', () => {
  test.each<
    [name: string, args: string[], file: object | undefined, code: string, message: RegExp]
  >([
    ['no API key is known', [], undefined, 'missing_api_key', /no API key/],
    [
      'no management key is known and no login is stored',
      ['--management'],
      undefined,
      'missing_user_token',
      /no manage/,
    ],
    [
      'the stored login has no management key',
      ['--management'],
      { api_key: apiKey, base_url },
      'missing_user_token',
      /no management key/,
    ],
    [
      'the login is for another service',
      ['--base-url', 'https://another.example/v1'],
      { api_key: apiKey, base_url },
      'missing_api_key',
      /belong to https:\/\/service\.example, so waypost does not send them to https:\/\/another\.example/,
    ],
    [
      'the management key is for another service',
      ['--management', '--base-url', 'http://127.0.0.1:1/v1'],
      { api_key: apiKey, user_token: userToken, base_url },
      'missing_user_token',
      /belong to https:\/\/service\.example/,
    ],
  ])('fails if %s', async (_name, args, file, code, message) => {
    const home = freshHome();
    if (file !== undefined) store(home.configFile, file);
    expect(errorOf(await home.call([...token, ...args, '--json']))).toEqual({
      exit: 4,
      code,
      message: expect.stringMatching(message),
      hint: expect.stringContaining('waypost auth login'),
    });
    const human = await home.call([...token, ...args]);
    expect(human).toMatchObject({ status: 4, stdout: '', stderr: expect.stringMatching(message) });
  });
});
