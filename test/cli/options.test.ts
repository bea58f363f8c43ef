// The global options, the environment variables, profiles and the credentials file.
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { apiKey, freshHome, keyService, modeOf, otherKey, store, userToken } from '../support/keys';
import { documentOf, errorOf, expectError } from '../support/tool';

describe('waypost', () => {
  test.each<[string, (options: string[]) => string[]]>([
    ['before the command', (options) => [...options, 'auth', 'token']],
    ['between the words of the command', (options) => ['auth', ...options, 'token']],
    ['after the command', (options) => ['auth', 'token', ...options]],
    ['on both sides of the command', ([first = '', ...rest]) => [...rest, 'auth', 'token', first]],
    ['after an option of the command', (options) => ['auth', 'token', '--management', ...options]],
  ])('reads global options %s', async (where, place) => {
    const home = freshHome();
    const given = ['--json', '--api-key', apiKey, '--user-token', userToken, '--profile', 'work'];
    const run = await home.call(place(given), { reveals: [apiKey, userToken] });
    const token = where === 'after an option of the command' ? userToken : apiKey;
    expect(documentOf(run)).toEqual({ token, source: 'flag' });
  });

  test('accepts an equals sign between a global option and its value', async () => {
    const home = freshHome();
    store(home.configFile, { api_key: otherKey });
    const run = await home.call(['auth', 'token', `--api-key=${apiKey}`, '--json'], {
      reveals: [apiKey, otherKey],
    });
    expect(documentOf(run)).toEqual({ token: apiKey, source: 'flag' });
  });
});

describe('`auth login`', () => {
  test.each([
    ['--api-key', '--json'],
    ['--user-token', '--json'],
    ['--base-url', '--json'],
    ['--profile', '--json'],
    ['--timeout', '--json'],
    ['--color', '--json'],
  ])(
    'rejects the option %s without sending a request if the option %s follows instead of a value',
    async (...unclosedQuote) => {
      const home = freshHome();
      const { url, asked } = await keyService();
      const rest = unclosedQuote[0] === '--api-key' ? [] : ['--api-key', apiKey];
      const where = unclosedQuote[0] === '--base-url' ? [] : ['--base-url', url];
      const run = await home.call(['auth', 'login', ...rest, ...where, ...unclosedQuote]);
      expectError(run, 'invalid_input');
      expect(asked).toEqual([]);
      expect(existsSync(home.configFile)).toBe(false);
    },
  );
});

test('waypost reports that --api-key has no value if another option follows', async () => {
  const run = await freshHome().call(['auth', 'whoami', '--api-key', '--base-url']);
  expect(run).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('Put the API key after --api-key'),
  });
});

describe('waypost', () => {
  test('ignores empty environment variables', async () => {
    const home = freshHome();
    const { url } = await keyService();
    store(home.configFile, { api_key: apiKey, base_url: url });
    const names = [
      ...['API_KEY', 'USER_TOKEN', 'BASE_URL', 'PROFILE', 'NO_INPUT', 'DEBUG'].map(
        (name) => `WAYPOST_${name}`,
      ),
      'XDG_CONFIG_HOME',
      'HTTP_PROXY',
      'HTTPS_PROXY',
      'NO_PROXY',
      'http_proxy',
      'https_proxy',
      'no_proxy',
      'NO_COLOR',
      'FORCE_COLOR',
      'CLICOLOR_FORCE',
      'TERM',
    ];
    for (const value of ['', ' ']) {
      const env = Object.fromEntries(names.map((name) => [name, value]));
      const run = await home.call('auth whoami --json', { env });
      expect(documentOf(run)).toMatchObject({ api_key: { source: 'config' }, live: true });
      expect(run.stderr).toBe('');
    }
  });

  test('trims the values of environment variables', async () => {
    const home = freshHome();
    const { url, asked } = await keyService();
    await home.call('auth whoami', {
      env: { WAYPOST_API_KEY: ` ${apiKey}\n`, WAYPOST_BASE_URL: ` ${url}/ ` },
    });
    expect(asked).toMatchObject([{ path: `/v1/keys/${apiKey}` }]);
  });

  test('prints the name of the environment variable whose value is invalid', async () => {
    const env = { WAYPOST_BASE_URL: 'x' };
    const run = await freshHome().call(['auth', 'whoami', '--json'], { env });
    expectError(run, 'invalid_input', { message: /WAYPOST_BASE_URL is not a valid URL/ });
  });

  test('adds --profile to the command that it suggests if WAYPOST_PROFILE selects a profile', async () => {
    const env = { WAYPOST_PROFILE: 'work' };
    const { stderr } = await freshHome().call(['whoami'], { env });
    expect(stderr).toContain('Did you mean `waypost auth whoami --profile work`?');
  });
});

describe('waypost', () => {
  test.each<
    [name: string, args: string[], env: Record<string, string>, profile: string | undefined]
  >([
    ['the profile from --profile', ['--profile', 'a'], {}, 'a'],
    ['the profile from WAYPOST_PROFILE', [], { WAYPOST_PROFILE: 'b' }, 'b'],
    [
      'the profile from --profile instead of WAYPOST_PROFILE',
      ['--profile', 'a'],
      { WAYPOST_PROFILE: 'b' },
      'a',
    ],
    ['the default profile if WAYPOST_PROFILE is empty', [], { WAYPOST_PROFILE: '' }, undefined],
  ])(
    'uses the profile that --profile or WAYPOST_PROFILE selects, or the default profile (expected: %s)',
    async (_name, args, env, profile) => {
      const home = freshHome();
      const run = await home.call(['auth', 'logout', ...args, '--json'], { env });
      const directory = dirname(home.configFile);
      expect(documentOf(run)).toMatchObject({
        config_path:
          profile === undefined
            ? home.configFile
            : join(directory, 'profiles', profile, 'credentials.json'),
      });
    },
  );

  describe.each([
    ['--profile work', ['--profile', 'work'], {}],
    ['WAYPOST_PROFILE=work', [], { WAYPOST_PROFILE: 'work' }],
  ])('with %s', (_name, args, env) => {
    test.each([
      [['keys', 'show'], 'missing_api_key', 'waypost found no API key for the profile work'],
      [
        ['keys', 'details', 'ak_any'],
        'missing_user_token',
        'waypost found no management key for the profile work',
      ],
      [['auth', 'token'], 'missing_api_key', 'waypost found no API key for the profile work'],
    ])(
      'prints the profile in the error if the command %j finds no key',
      async (words, code, message) => {
        const home = freshHome();
        const error = errorOf(await home.call([...words, ...args, '--json'], { env }));
        expect(error).toMatchObject({ exit: 4, code, message: expect.stringContaining(message) });
        expect(error.hint).toMatch(/`waypost auth login [^`]*--profile work`/);
      },
    );

    test("prints the profile in the error if the profile's credentials belong to a different service", async () => {
      const home = freshHome();
      const path = join(dirname(home.configFile), 'profiles/work/credentials.json');
      store(path, { api_key: apiKey, base_url: 'https://service.example/v1' });
      const run = await home.call(
        ['keys', 'show', ...args, '--base-url', 'http://127.0.0.1:9/v1', '--json'],
        { env },
      );
      expect(errorOf(run).message).toMatch(
        /credentials for the profile work (\([^)]+\) )?belong to/,
      );
    });

    test('prints the profile, and the option or environment variable that selects it, in the output of `auth whoami`', async () => {
      const home = freshHome();
      const { stdout } = await home.call(['auth', 'whoami', ...args], { env });
      expect(stdout).toMatch(/^Profile +work \(selected by (--profile|WAYPOST_PROFILE)\)$/m);
      expect(stdout).toContain('`waypost auth login --profile work`');
      const json = await home.call(['auth', 'whoami', ...args, '--json'], { env });
      expect(documentOf(json)).toEqual({ api_key: null, user_token: null, live: false });
    });
  });

  test('does not print the name of the default profile', async () => {
    const home = freshHome();
    const error = errorOf(await home.call('keys show --json'));
    expect([error.message, error.hint]).toEqual([
      'waypost found no API key.',
      expect.stringContaining('`waypost auth login`'),
    ]);
    expect((await home.call('auth whoami')).stdout).not.toContain('rofile');
  });

  test('uses the credentials and the service of the selected profile', async () => {
    const home = freshHome();
    const [plain, work] = [await keyService(), await keyService()];
    await home.call(['auth', 'login', '--api-key', apiKey, '--base-url', plain.url]);
    await home.call([
      'auth',
      'login',
      '--api-key',
      otherKey,
      '--base-url',
      work.url,
      '--profile',
      'work',
    ]);
    await home.call('auth whoami');
    await home.call('auth whoami --profile work');
    expect(plain.asked.map(({ path }) => path)).toEqual([
      `/v1/keys/${apiKey}`,
      `/v1/keys/${apiKey}`,
    ]);
    expect(work.asked.map(({ path }) => path)).toEqual([
      `/v1/keys/${otherKey}`,
      `/v1/keys/${otherKey}`,
    ]);
  });
});

describe('a command', () => {
  test("warns you on standard error if other users can read the credentials file, and `auth login` corrects the file's permissions", async () => {
    const home = freshHome();
    const { url } = await keyService();
    store(home.configFile, { api_key: apiKey, base_url: url });
    chmodSync(home.configFile, 0o644);
    const run = await home.call('auth whoami --json');
    expect(documentOf(run)).toMatchObject({ live: true });
    expect(run.stderr).toMatch(
      /^Warning: Other users can read .*credentials\.json \(mode 0644\)\. waypost corrects the permissions at the next login\. To correct them now, run: chmod 600 \S+credentials\.json/,
    );
    await home.call(['auth', 'login', '--api-key', apiKey]);
    expect(modeOf(home.configFile)).toBe('600');
  });

  test('fails with invalid_credentials_file if the credentials file is not JSON', async () => {
    const home = freshHome();
    const bytes = store(home.configFile, '{"api_key":');
    await home.fails('auth token', 'invalid_credentials_file', {
      message: `waypost cannot parse ${home.configFile}: it is not JSON.`,
      hint: /did not change the file/,
    });
    expect(readFileSync(home.configFile)).toEqual(bytes);
  });

  test('ignores an invalid credentials file only if options or environment variables set the service and every key that the command needs', async () => {
    const home = freshHome();
    store(home.configFile, '{"api_key":');
    const { url } = await keyService();
    const show = ['keys', 'show', '--api-key', apiKey, '--json'];
    const run = await home.call([...show, '--base-url', url]);
    expect(documentOf(run)).toMatchObject({ available: true });
    const env = { WAYPOST_BASE_URL: url, WAYPOST_API_KEY: apiKey };
    expect((await home.call('keys show --json', { env })).status).toBe(0);
    // These commands require the management key or the base URL from the file.
    await home.fails('keys details', 'invalid_credentials_file', {}, { env });
    await home.fails(show, 'invalid_credentials_file', {});
    await home.fails('keys list', 'invalid_credentials_file', {}, { env });
    await home.fails(
      ['auth', 'login', '--api-key', apiKey],
      'invalid_credentials_file',
      {},
      { env },
    );
  });

  test('rejects plain HTTP to another host unless --insecure-http is set, and prints a warning if it is set', async () => {
    const home = freshHome();
    store(home.configFile, { api_key: apiKey, base_url: 'http://service.example/v1' });
    const token = ['auth', 'token', '--json'];
    expectError(await home.call(token), 'invalid_input');
    const run = await home.call([...token, '--insecure-http'], { reveals: [apiKey] });
    expect(documentOf(run)).toEqual({ token: apiKey, source: 'config' });
    expect(run.stderr).toMatch(/^Warning: http:\/\/service\.example uses plain HTTP/);
  });
});
