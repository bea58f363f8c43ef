// The options every command takes, before and after it, and what is no option.
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  apiKey,
  freshHome,
  keyService,
  modeOf,
  otherKey,
  store,
  stored,
  userToken,
} from '../support/keys';
import { documentOf, errorOf } from '../support/tool';

describe('before the command, between its words and after it', () => {
  test.each<[string, (options: string[]) => string[]]>([
    ['before', (options) => [...options, 'auth', 'token']],
    ['between', (options) => ['auth', ...options, 'token']],
    ['after', (options) => ['auth', 'token', ...options]],
    ['on both sides', ([first = '', ...rest]) => [...rest, 'auth', 'token', first]],
    ['after an option of the command', (options) => ['auth', 'token', '--management', ...options]],
  ])('%s', async (where, place) => {
    const home = freshHome();
    const given = ['--json', '--api-key', apiKey, '--user-token', userToken, '--profile', 'work'];
    const run = await home.call(place(given), { reveals: [apiKey, userToken] });
    const token = where === 'after an option of the command' ? userToken : apiKey;
    expect(documentOf(run)).toEqual({ token, source: 'flag' });
  });

  test('with an equals sign', async () => {
    const home = freshHome();
    store(home.configFile, { api_key: otherKey });
    const run = await home.call(['auth', 'token', `--api-key=${apiKey}`, '--json'], {
      reveals: [apiKey, otherKey],
    });
    expect(documentOf(run)).toEqual({ token: apiKey, source: 'flag' });
  });
});

describe('a mistake is invalid_input with exit status 2, and says what to do', () => {
  const wrong: [name: string, args: string[], message: RegExp][] = [
    ['an unknown command', ['nosuch'], /^(?:Error: )?Unknown command nosuch/],
    ['an unknown command of a group', ['auth', 'nosuch'], /^(?:Error: )?Unknown command nosuch/],
    ['a mistyped command', ['auth', 'whoam'], /Unknown command whoam for `waypost auth`/],
    [
      'an unknown option',
      ['auth', 'whoami', '--nosuch'],
      /Unknown option --nosuch for `waypost auth whoami`/,
    ],
    ['a mistyped option', ['auth', 'whoami', '--base-ulr', 'x'], /Unknown option --base-ulr/],
    [
      'an option of another command',
      ['auth', 'whoami', '--management'],
      /Unknown option --management/,
    ],
    ['an extra positional: login', ['auth', 'login', 'extra'], /Too many words/],
    ['an extra positional: logout', ['auth', 'logout', 'extra'], /Too many words/],
    ['an extra positional: whoami', ['auth', 'whoami', 'extra'], /Too many words/],
    ['an extra positional: token', ['auth', 'token', 'extra'], /Too many words/],
    ['an option without its value', ['auth', 'login', '--api-key'], /needs a value: </],
    ['--base-url without its value', ['auth', 'whoami', '--base-url'], /needs a value: </],
    ['--timeout without its value', ['auth', 'whoami', '--timeout'], /needs a value: </],
    ['a bad profile', ['auth', 'whoami', '--profile', '../x'], /profile name/],
    ['a bad base URL', ['auth', 'whoami', '--base-url', 'x'], /not a URL/],
    ['plain http', ['auth', 'whoami', '--base-url', 'http://a.example/v1'], /plain http/],
    ['a bad colour', ['auth', 'logout', '--color', 'blue'], /auto, always or never/],
    ['an empty colour', ['auth', 'logout', '--color', ''], /auto, always or never/],
    ['no command', [], /No command/],
    ['no command of a group', ['auth'], /No command/],
    ['an unknown topic', ['help', 'nosuch'], /no command or topic nosuch/],
    ...['abc', '', ' ', '0', '-1', '1s', 'NaN', 'Infinity', '86401'].map(
      (value): [string, string[], RegExp] => [
        `a timeout of ${JSON.stringify(value)}`,
        ['auth', 'logout', '--timeout', value],
        /timeout is not a number/,
      ],
    ),
  ];
  test.each(wrong)('%s', async (_name, args, message) => {
    const home = freshHome();
    // In front, because an option that lacks its value would take it for one.
    const json = await home.call(['--json', ...args]);
    expect(errorOf(json)).toEqual({
      exit: 2,
      code: 'invalid_input',
      message: expect.stringMatching(message),
      hint: expect.any(String),
    });
    expect(json.stderr).toBe('');
  });

  test.each(wrong.filter(([name]) => !name.startsWith('no command') && !/without its/.test(name)))(
    '%s, for a person: standard output is empty',
    async (_name, args, message) => {
      const run = await freshHome().call(args);
      expect(run).toMatchObject({ status: 2, stdout: '' });
      expect(run.stderr).toMatch(/^Error: /);
      expect(run.stderr).toMatch(message);
    },
  );

  test.each([
    ['--api-key', '--json'],
    ['--user-token', '--json'],
    ['--base-url', '--json'],
    ['--profile', '--json'],
    ['--timeout', '--json'],
    ['--color', '--json'],
  ])(
    '%s takes the next option for its value: still one JSON document',
    async (...unclosedQuote) => {
      const home = freshHome();
      const { url, asked } = await keyService();
      const rest = unclosedQuote[0] === '--api-key' ? [] : ['--api-key', apiKey];
      const where = unclosedQuote[0] === '--base-url' ? [] : ['--base-url', url];
      const run = await home.call(['auth', 'login', ...rest, ...where, ...unclosedQuote]);
      expect(errorOf(run)).toMatchObject({ exit: 2, code: 'invalid_input' });
      expect(asked).toEqual([]);
      expect(existsSync(home.configFile)).toBe(false);
    },
  );

  test('--api-key takes another option for its value', async () => {
    const run = await freshHome().call(['auth', 'whoami', '--api-key', '--base-url']);
    expect(run).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('--api-key has no value'),
    });
  });
});

describe('help and version are results', () => {
  test.each([
    [['--help']],
    [['-h']],
    [[]],
    [['auth']],
    [['help']],
    [['auth', '--help']],
    [['auth', 'login', '--help']],
    [['help', 'auth', 'login']],
    [['--version']],
    [['-V']],
    [['--version', '--no-color']],
  ])('%j', async (args) => {
    const run = await freshHome().call(args);
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(run.stdout).toMatch(
      args.some((word) => /^-+v/i.test(word)) ? /^\d+\.\d+\.\d+\n$/ : /Usage: waypost/,
    );
  });

  test.each(['login', 'logout', 'whoami', 'token'])(
    'auth %s --help shows the output and the errors',
    async (verb) => {
      const { stdout } = await freshHome().call(['auth', verb, '--help']);
      expect(stdout).toContain('Output (--json)');
      expect(stdout).toContain('Errors');
    },
  );
});

describe('an empty variable counts as unset', () => {
  test('each of them', async () => {
    const home = freshHome();
    const { url } = await keyService();
    store(home.configFile, { api_key: apiKey, base_url: url });
    const names = [
      ...['API_KEY', 'USER_TOKEN', 'BASE_URL', 'PROFILE', 'NO_INPUT', 'DEBUG'].map(
        (name) => `WAYPOST_${name}`,
      ),
      ...['XDG_CONFIG_HOME', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy'],
      ...['no_proxy', 'NO_COLOR', 'FORCE_COLOR', 'CLICOLOR_FORCE', 'TERM'],
    ];
    for (const value of ['', ' ']) {
      const env = Object.fromEntries(names.map((name) => [name, value]));
      const run = await home.call(['auth', 'whoami', '--json'], { env });
      expect(documentOf(run)).toMatchObject({ api_key: { source: 'config' }, live: true });
      expect(run.stderr).toBe('');
    }
  });

  test('what a variable holds is trimmed', async () => {
    const home = freshHome();
    const { url, asked } = await keyService();
    await home.call(['auth', 'whoami'], {
      env: { WAYPOST_API_KEY: ` ${apiKey}\n`, WAYPOST_BASE_URL: ` ${url}/ ` },
    });
    expect(asked).toMatchObject([{ path: `/v1/keys/${apiKey}` }]);
  });

  test.each([
    ['WAYPOST_API_KEY', 'uk_0123456789', /begins uk_/],
    ['WAYPOST_USER_TOKEN', 'ak_0123456789', /begins ak_/],
    ['WAYPOST_API_KEY', 'ak_01 23456789', /in WAYPOST_API_KEY contains spaces/],
    ['WAYPOST_USER_TOKEN', '-x', /in WAYPOST_USER_TOKEN/],
    ['WAYPOST_BASE_URL', 'x', /WAYPOST_BASE_URL is not a URL/],
    ['WAYPOST_PROFILE', '../x', /profile name/],
  ])('a bad value in %s is invalid_input: %s', async (name, value, message) => {
    const run = await freshHome().call(['auth', 'whoami', '--json'], { env: { [name]: value } });
    expect(errorOf(run)).toMatchObject({
      exit: 2,
      code: 'invalid_input',
      message: expect.stringMatching(message),
    });
  });
});

describe('a verb without its group', () => {
  test.each([
    [['whoami'], '`waypost auth whoami`'],
    [['whoami', '--check'], '`waypost auth whoami`'],
    [['login', '--api-key', apiKey], '`waypost auth login`'],
    [['logout'], '`waypost auth logout`'],
    [['token'], '`waypost auth token`'],
    [['usage', '--last', '7d'], '`waypost keys usage`'],
    [['export', '-o', 'x.csv'], '`waypost lookups export`'],
    [['start'], '`waypost sandbox start`'],
    [['list'], '`waypost keys list`'],
    [['regenerate-key', '1'], '`waypost licensees regenerate-key`'],
    [['auth', 'show'], '`waypost keys show`'],
    [['help', 'whoami'], '`waypost help auth whoami`'],
  ])('%j: %s', async (words, meant) => {
    const error = errorOf(await freshHome().call([...words, '--json']));
    expect(error).toMatchObject({ exit: 2, code: 'invalid_input', hint: `Did you mean ${meant}?` });
  });

  test.each([
    [['nosuch'], '`waypost help` lists the commands and topics.'],
    [['auth', 'nosuch'], '`waypost auth --help` lists its commands.'],
    [['help', 'nosuch'], '`waypost help` lists the commands and topics.'],
    [['help', 'auth', 'nosuch'], '`waypost help auth` lists the commands.'],
  ])('%j is none', async (words, hint) => {
    const error = errorOf(await freshHome().call([...words, '--json']));
    expect(error.hint).toBe(hint);
  });

  test('is asked for in the profile in use', async () => {
    const env = { WAYPOST_PROFILE: 'work' };
    const { stderr } = await freshHome().call(['whoami'], { env });
    expect(stderr).toContain('Did you mean `waypost auth whoami --profile work`?');
  });
});

describe('the profile', () => {
  test.each<
    [name: string, args: string[], env: Record<string, string>, profile: string | undefined]
  >([
    ['of the flag', ['--profile', 'a'], {}, 'a'],
    ['of the environment', [], { WAYPOST_PROFILE: 'b' }, 'b'],
    ['of the flag above the environment', ['--profile', 'a'], { WAYPOST_PROFILE: 'b' }, 'a'],
    ['none', [], { WAYPOST_PROFILE: '' }, undefined],
  ])('%s', async (_name, args, env, profile) => {
    const home = freshHome();
    const run = await home.call(['auth', 'logout', ...args, '--json'], { env });
    const directory = dirname(home.configFile);
    expect(documentOf(run)).toMatchObject({
      config_path:
        profile === undefined
          ? home.configFile
          : join(directory, 'profiles', profile, 'credentials.json'),
    });
  });

  describe.each([
    ['of the flag', ['--profile', 'work'], {}],
    ['of the environment', [], { WAYPOST_PROFILE: 'work' }],
  ])('%s is named where something is missing', (_name, args, env) => {
    test.each([
      [['keys', 'show'], 'missing_api_key', 'No API key of the profile work'],
      [
        ['keys', 'details', 'ak_any'],
        'missing_user_token',
        'No management key of the profile work',
      ],
      [['auth', 'token'], 'missing_api_key', 'No API key of the profile work'],
    ])('%j', async (words, code, message) => {
      const home = freshHome();
      const error = errorOf(await home.call([...words, ...args, '--json'], { env }));
      expect(error).toMatchObject({ exit: 4, code, message: expect.stringContaining(message) });
      expect(error.hint).toMatch(/`waypost auth login [^`]*--profile work`/);
    });

    test('also where its credentials are for another service', async () => {
      const home = freshHome();
      const path = join(dirname(home.configFile), 'profiles/work/credentials.json');
      store(path, { api_key: apiKey, base_url: 'https://service.example/v1' });
      const run = await home.call(
        ['keys', 'show', ...args, '--base-url', 'http://127.0.0.1:9/v1', '--json'],
        { env },
      );
      expect(errorOf(run).message).toMatch(
        /credentials of the profile work (\([^)]+\) )?belong to/,
      );
    });

    test('and by whoami', async () => {
      const home = freshHome();
      const { stdout } = await home.call(['auth', 'whoami', ...args], { env });
      expect(stdout).toMatch(/^Profile +work \(named by (--profile|WAYPOST_PROFILE)\)$/m);
      expect(stdout).toContain('`waypost auth login --profile work`');
      const json = await home.call(['auth', 'whoami', ...args, '--json'], { env });
      expect(documentOf(json)).toEqual({ api_key: null, user_token: null, live: false });
    });
  });

  test('none is not named', async () => {
    const home = freshHome();
    const error = errorOf(await home.call(['keys', 'show', '--json']));
    expect([error.message, error.hint]).toEqual([
      'No API key is known.',
      expect.stringContaining('`waypost auth login`'),
    ]);
    expect((await home.call(['auth', 'whoami'])).stdout).not.toContain('rofile');
  });

  test('has credentials and a service of its own', async () => {
    const home = freshHome();
    const [plain, work] = [await keyService(), await keyService()];
    await home.call(['auth', 'login', '--api-key', apiKey, '--base-url', plain.url]);
    await home.call([
      ...['auth', 'login', '--api-key', otherKey, '--base-url', work.url, '--profile', 'work'],
    ]);
    await home.call(['auth', 'whoami']);
    await home.call(['auth', 'whoami', '--profile', 'work']);
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

describe('the credentials file, met by a command', () => {
  test('XDG_CONFIG_HOME moves it; a relative one does not', async () => {
    const home = freshHome();
    const at = async (XDG_CONFIG_HOME: string) =>
      documentOf(await home.call(['auth', 'logout', '--json'], { env: { XDG_CONFIG_HOME } }));
    expect(await at(join(home.path, 'conf'))).toMatchObject({
      config_path: join(home.path, 'conf/waypost/credentials.json'),
    });
    expect(await at('conf')).toMatchObject({ config_path: home.configFile });
  });

  test('loose permissions are warned of on standard error, and repaired by the next login', async () => {
    const home = freshHome();
    const { url } = await keyService();
    store(home.configFile, { api_key: apiKey, base_url: url });
    chmodSync(home.configFile, 0o644);
    const run = await home.call(['auth', 'whoami', '--json']);
    expect(documentOf(run)).toMatchObject({ live: true });
    expect(run.stderr).toMatch(
      /^Warning: .*credentials\.json can be read by others \(mode 0644\)\. The next login repairs it; or: chmod 600 \S+credentials\.json/,
    );
    await home.call(['auth', 'login', '--api-key', apiKey]);
    expect(modeOf(home.configFile)).toBe('600');
  });

  test.each([
    ['auth', 'whoami'],
    ['auth', 'token'],
    ['auth', 'login', '--api-key', apiKey],
  ])('a corrupt one is invalid_credentials_file: %s %s', async (...args) => {
    const home = freshHome();
    const bytes = store(home.configFile, '{"api_key":');
    expect(errorOf(await home.call([...args, '--json']))).toMatchObject({
      exit: 2,
      code: 'invalid_credentials_file',
      message: `${home.configFile} cannot be parsed: it is not JSON.`,
      hint: expect.stringContaining('not changed'),
    });
    expect(readFileSync(home.configFile)).toEqual(bytes);
  });

  test('a login follows a symbolic link', async () => {
    const home = freshHome();
    const { url } = await keyService();
    mkdirSync(dirname(home.configFile), { recursive: true });
    symlinkSync(join(home.path, 'dotfiles/keys.json'), home.configFile);
    await home.call(['auth', 'login', '--api-key', apiKey, '--base-url', url]);
    expect(stored(join(home.path, 'dotfiles/keys.json'))).toMatchObject({ api_key: apiKey });
  });

  test('plain http to another machine needs --insecure-http each time, and is warned of', async () => {
    const home = freshHome();
    store(home.configFile, { api_key: apiKey, base_url: 'http://service.example/v1' });
    const token = ['auth', 'token', '--json'];
    expect(errorOf(await home.call(token))).toMatchObject({ exit: 2, code: 'invalid_input' });
    const run = await home.call([...token, '--insecure-http'], { reveals: [apiKey] });
    expect(documentOf(run)).toEqual({ token: apiKey, source: 'config' });
    expect(run.stderr).toMatch(/^Warning: http:\/\/service\.example is plain http/);
  });
});
