// The `settings` commands. Options and environment variables override a setting, and a setting overrides the default.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { apiKey, freshHome, keyService, modeOf, store, stored } from '../support/keys';
import { skippingClock } from '../support/skipping-clock';
import { documentOf, errorOf, expectError, type Home } from '../support/tool';

let home: Home;
let file: string;
beforeEach(() => {
  home = freshHome();
  file = join(home.path, '.config/waypost/settings.json');
});

/** Runs a `settings` command with --json. */
async function settings(words: string[], env: Record<string, string> = {}): Promise<unknown> {
  return await home.json(['settings', ...words], { env });
}

describe('`waypost settings`', () => {
  test('`set` stores a value in a file that only its owner can read, and `unset` restores the default', async () => {
    expect(await settings(['set', 'timeout', ' 60 '])).toEqual({
      success: true,
      name: 'timeout',
      value: '60',
      config_path: file,
    });
    expect(modeOf(file)).toBe('600');
    await settings(['set', 'base-url', 'https://service.example/v1/']);
    expect(stored(file)).toEqual({ timeout: '60', base_url: 'https://service.example/v1' });
    expect((await home.run('settings get timeout')).stdout).toBe('60\n');
    expect(await settings(['unset', 'timeout'])).toMatchObject({ removed: true });
    expect(await settings(['unset', 'timeout'])).toMatchObject({ removed: false });
    expect(await settings(['get', 'timeout'])).toEqual({
      name: 'timeout',
      value: '30',
      source: 'default',
    });
    expect(stored(file)).toEqual({ base_url: 'https://service.example/v1' });
  });

  test('`list` prints each value with its source', async () => {
    store(file, { timeout: 45, tags: 'web', color: 'never', browser: 'firefox', later: [1] });
    const words = ['list', '--timeout', '5'];
    expect(
      await settings(words, { FORCE_COLOR: '1', WAYPOST_BASE_URL: 'http://[::1]:1/v1' }),
    ).toEqual([
      { name: 'base-url', value: 'http://[::1]:1/v1', source: 'env' },
      { name: 'output', value: 'json', source: 'flag' },
      { name: 'color', value: 'always', source: 'env' },
      { name: 'timeout', value: '5', source: 'flag' },
      { name: 'tags', value: 'web', source: 'settings' },
      { name: 'browser', value: 'firefox', source: 'settings' },
      { name: 'read-only', value: 'off', source: 'default' },
    ]);
    expect((await home.call('settings list')).stdout).toMatch(/^timeout +45 +settings$/m);
    await settings(['unset', 'browser']);
    expect(stored(file)).toEqual({ timeout: 45, tags: 'web', color: 'never', later: [1] });
  });

  test.each([
    ['base-url', 'service.example', 'not a valid URL'],
    ['base-url', 'http://service.example/v1', 'plain HTTP to another host'],
    ['output', 'yaml', 'must be text or json'],
    ['color', 'blue', 'must be auto, always or never'],
    ['timeout', '0', 'must be a number of seconds'],
    ['tags', ' , ', 'does not contain a tag'],
    ['tags', 'a\u0001b', 'contains a control character'],
    ['tags', 'a,\u001b[2Jb', 'contains a control character'],
    ['browser', '', 'must be a command or none'],
    ['read-only', 'perhaps', 'must be on or off, not "perhaps"'],
    ['colour-scheme', 'x', 'There is no setting "colour-scheme".'],
  ])('`set %s` rejects the value %j', async (name, value, message) => {
    await home.fails(['settings', 'set', name, value], 'invalid_input', {
      message: expect.stringContaining(message),
    });
    expect(existsSync(file)).toBe(false);
  });

  test.each([
    ['true', 'on'],
    ['False', 'off'],
    ['ON', 'on'],
  ])('`set read-only` accepts the value %s and stores %s', async (value, stored) => {
    expect(await settings(['set', 'read-only', value])).toMatchObject({ value: stored });
    expect(await settings(['unset', 'read-only'])).toMatchObject({ removed: true });
  });

  test('`set` warns if an environment variable or the stored login overrides the new value', async () => {
    store(home.configFile, { api_key: apiKey, base_url: 'https://stored.example/v1' });
    const env = { WAYPOST_BASE_URL: 'http://127.0.0.1:9/v1' };
    const run = await home.call('settings set base-url https://a.example/v1', { env });
    expect(run.stderr).toContain('An environment variable overrides the base-url setting.');
    expect(run.stderr).toContain('The stored login is for https://stored.example/v1');
  });
});

describe('a settings file', () => {
  test.each([
    ['{"timeout"', 'it is not JSON'],
    ['', 'it is empty'],
    ['{"color": true}', 'color is not text or a number'],
  ])(
    'is not changed if it is invalid, and causes an error in `auth token` but only a warning in `settings list` (text: %j)',
    async (text, reason) => {
      const bytes = store(file, text);
      await home.fails('auth token', 'invalid_input', {
        message: expect.stringContaining(`waypost cannot parse ${file}: ${reason}`),
      });
      for (const words of [['list'], ['get', 'timeout']]) {
        const run = await home.call(['settings', ...words, '--json']);
        expect(run.status).toBe(0);
        expect([documentOf(run)].flat()).toContainEqual({
          name: 'timeout',
          value: '30',
          source: 'default',
        });
        expect(run.stderr).toMatch(/^Warning: .*\n$/);
        expect(run.stderr).toContain(`waypost cannot parse ${file}: ${reason}.`);
      }
      expect(readFileSync(file)).toEqual(bytes);
      expect((await home.call('help settings')).status).toBe(0);
    },
  );

  test('is not overwritten if it is not JSON', async () => {
    const bytes = store(file, '{"timeout"');
    for (const words of [
      ['set', 'timeout', '5'],
      ['unset', 'timeout'],
    ]) {
      await home.fails(['settings', ...words], 'invalid_input', {
        hint: /Correct the file by hand, or remove it\. waypost did not change the file\./,
      });
    }
    expect(readFileSync(file)).toEqual(bytes);
  });

  test('can be repaired with `settings set` or `settings unset` if a value has the wrong type', async () => {
    store(file, { color: true, timeout: [5], later: [1] });
    const error = errorOf(await home.call('auth token --json'));
    expect(error.hint).toContain('`waypost settings unset color`');
    expect(await settings(['unset', 'color'])).toMatchObject({ removed: true });
    expect(await settings(['set', 'timeout', '5'])).toMatchObject({ success: true });
    expect(stored(file)).toEqual({ later: [1], timeout: '5' });
    const { stderr } = await home.call('settings list');
    expect(stderr).toBe('');
  });

  test('can be changed with `settings set` even if the login and profiles.json are damaged', async () => {
    store(home.configFile, '{');
    store(join(home.path, '.config/waypost/profiles.json'), '{');
    const run = await home.call('settings set base-url https://a.example/v1 --json');
    expect(documentOf(run)).toMatchObject({ success: true });
    expect(run.status).toBe(0);
  });

  test('can be repaired with `settings unset` if a value is invalid', async () => {
    store(file, { timeout: 'soon' });
    const error = errorOf(await home.call('auth token --json'));
    expect(error.message).toContain('The setting timeout must be a number of seconds');
    expect(error.hint).toContain('`waypost settings unset timeout`');
    expect(await settings(['unset', 'timeout'])).toMatchObject({ removed: true });
  });
});

test('the base-url setting applies to a key in the environment, but is overridden by the stored login, WAYPOST_BASE_URL or --base-url', async () => {
  const service = await keyService();
  await settings(['set', 'base-url', service.url]);
  const env = { WAYPOST_API_KEY: apiKey };
  const run = await home.call('auth whoami --json', { env });
  expect(documentOf(run)).toMatchObject({ api_key: { source: 'env' }, live: true });
  store(home.configFile, { api_key: apiKey, base_url: 'http://127.0.0.1:9/v1' });
  for (const [words, more] of [
    [[], {}],
    [['--base-url', 'http://127.0.0.1:9/v1'], {}],
    [[], { WAYPOST_BASE_URL: 'http://127.0.0.1:9/v1' }],
  ] as const) {
    const above = await home.call(['auth', 'whoami', '--json', ...words], {
      clock: skippingClock,
      env: { ...env, ...more },
    });
    expectError(above, 'network_error');
  }
  expect(service.asked).toHaveLength(1);
});

test('the base-url setting does not apply to a stored login without a base URL', async () => {
  const service = await keyService();
  await settings(['set', 'base-url', service.url]);
  store(home.configFile, { api_key: apiKey });
  await home.fails('keys show', 'missing_api_key');
  expect(service.asked).toEqual([]);
});

test('the output setting, if it is json, selects JSON for results and errors, but does not change text that other programs read', async () => {
  store(file, { output: 'json' });
  store(home.configFile, { api_key: apiKey, base_url: 'http://127.0.0.1:9/v1' });
  expect(documentOf(await home.call('auth list'))).toHaveLength(1);
  expect(errorOf(await home.call('auth switch nosuch'))).toMatchObject({ exit: 2 });
  expectError(await home.call('nosuch'), 'invalid_input');
  expect((await home.call('auth list --no-json')).stdout).toContain('PROFILE');
  const token = await home.call('auth token', { reveals: [apiKey] });
  expect(token.stdout).toBe(`${apiKey}\n`);
  expect((await home.call('settings get output')).stdout).toBe('json\n');
  expect((await home.call('completion print bash')).stdout).toContain('complete -F');
});

test("the color setting overrides the stream's default, and NO_COLOR and --color override the setting", async () => {
  store(file, { color: 'always' });
  expect((await home.call('settings list')).stdout).toContain('\x1b[');
  for (const run of [
    await home.call('settings list', { env: { NO_COLOR: '1' } }),
    await home.call('settings list --color never'),
  ]) {
    expect(run.stdout).not.toContain('\x1b[');
  }
});

test('the tags setting is rejected if its value contains control characters, as --tags is', async () => {
  store(file, { tags: 'a\u0007' });
  const words = ['emails', 'validate', 'a@example.org', '--json'];
  const stored = await home.call(words);
  expectError(stored, 'invalid_input');
  expect(errorOf(stored).message).toContain('The setting tags contains a control character.');
  await home.call('settings unset tags');
  const given = await home.call([...words, '--tags', 'web,\n'], {
    env: { WAYPOST_API_KEY: 'ak_1234567', WAYPOST_BASE_URL: 'http://127.0.0.1:9/v1' },
  });
  expect(errorOf(given)).toMatchObject({
    exit: 2,
    message: '--tags contains a control character.',
  });
});

test('the tags setting applies only to billed requests, and --tags or a `tags` parameter overrides the setting', async () => {
  store(file, { tags: 'spring,web' });
  const service = await keyService();
  const env = { WAYPOST_API_KEY: apiKey, WAYPOST_BASE_URL: service.url };
  const tagsOf = async (...words: string[]) => {
    service.asked.length = 0;
    await home.call(words, { env });
    return new URL(service.asked[0]?.path ?? '', 'http://x').searchParams.get('tags');
  };
  expect(await tagsOf('places', 'resolve', 'paf_1')).toBe('spring,web');
  expect(await tagsOf('places', 'resolve', 'paf_1', '--tags', 'autumn')).toBe('autumn');
  expect(await tagsOf('api', 'get', 'places/paf_1?tags=own')).toBe('own');
  const usage = await home.call('keys usage --json', {
    env: { ...env, WAYPOST_USER_TOKEN: 'uk_x' },
  });
  expect(errorOf(usage).message).not.toContain('--tags');
});

test('the timeout setting limits the wait for a response', async () => {
  store(file, { timeout: '0.05' });
  const service = await keyService({ availability: () => {} });
  const env = { WAYPOST_API_KEY: apiKey, WAYPOST_BASE_URL: service.url };
  await home.fails('auth whoami', 'timeout', {}, { env });
});

test('an environment variable for a setting overrides the settings file, and an option overrides the variable', async () => {
  store(file, { output: 'text', timeout: 45, tags: 'web' });
  const env = { WAYPOST_OUTPUT: 'json', WAYPOST_TIMEOUT: '5', WAYPOST_TAGS: 'spring, own' };
  expect(await settings(['list', '--timeout', '6', '--json'], env)).toMatchObject([
    {},
    { name: 'output', value: 'json', source: 'flag' },
    {},
    { name: 'timeout', value: '6', source: 'flag' },
    { name: 'tags', value: 'spring, own', source: 'env' },
    {},
    {},
  ]);
  expect((await home.call('settings get timeout', { env })).stdout).toBe('5\n');
  expect((await home.call('settings get output', { env })).stdout).toBe('json\n');
  const { stderr } = await home.call('settings set tags other', { env });
  expect(stderr).toContain('An environment variable overrides the tags setting.');
});

test('WAYPOST_OUTPUT=json selects JSON for results and errors, and --no-json overrides the variable', async () => {
  const env = { WAYPOST_OUTPUT: 'json' };
  expect(documentOf(await home.call('auth list', { env }))).toEqual([]);
  expectError(await home.call('nosuch', { env }), 'invalid_input');
  expect((await home.call('version --no-json', { env })).stdout).toMatch(/^Version/);
  expect((await home.call('completion print bash', { env })).stdout).toContain('complete -F');
  store(file, { output: 'json' });
  const text = await home.call('version', { env: { WAYPOST_OUTPUT: 'text' } });
  expect(text.stdout).toMatch(/^Version/);
});

test('WAYPOST_OUTPUT accepts the value json in uppercase, as the output setting does', async () => {
  expect(documentOf(await home.call('auth list', { env: { WAYPOST_OUTPUT: 'JSON' } }))).toEqual([]);
  await home.call('settings set output JSON');
  expect(documentOf(await home.call('auth list'))).toEqual([]);
});

test('WAYPOST_TAGS is sent with billed requests unless --tags replaces its value', async () => {
  const service = await keyService();
  const env = {
    WAYPOST_API_KEY: apiKey,
    WAYPOST_BASE_URL: service.url,
    WAYPOST_TAGS: 'spring,web',
  };
  await home.call('places resolve paf_1', { env });
  await home.call('places resolve paf_1 --tags autumn', { env });
  const tags = service.asked.map(({ path }) => new URL(path, 'http://x').searchParams.get('tags'));
  expect(tags).toEqual(['spring,web', 'autumn']);
});

test('WAYPOST_TIMEOUT limits the wait for a response', async () => {
  const service = await keyService({ availability: () => {} });
  const env = {
    WAYPOST_API_KEY: apiKey,
    WAYPOST_BASE_URL: service.url,
    WAYPOST_TIMEOUT: '0.05',
  };
  await home.fails('auth whoami', 'timeout', {}, { env });
});

test.each([
  ['WAYPOST_OUTPUT', 'yaml', 'WAYPOST_OUTPUT must be text or json, not "yaml".'],
  ['WAYPOST_TIMEOUT', 'soon', 'WAYPOST_TIMEOUT must be a number of seconds, not "soon".'],
  ['WAYPOST_TAGS', ',', 'WAYPOST_TAGS does not contain a tag: ",".'],
  ['WAYPOST_TAGS', 'a\u0007', 'WAYPOST_TAGS contains a control character.'],
])(
  'if the environment variable %s is %j, `version` fails, but `settings`, `doctor` and `help` still work',
  async (name, value, message) => {
    const env = { [name]: value };
    const hint = expect.stringContaining(`\`waypost help environment\` explains ${name}.`);
    await home.fails('version', 'invalid_input', { message, hint }, { env });
    const run = await home.call('settings list', { env });
    expect(run).toMatchObject({ status: 0, stderr: expect.stringContaining(message) });
    const { checks } = Object(documentOf(await home.call('doctor --json', { env })));
    expect(checks).toContainEqual(
      expect.objectContaining({ name: 'settings', ok: false, message }),
    );
    expect((await home.call('help settings', { env })).status).toBe(0);
  },
);

test('waypost ignores an environment variable for a setting if the variable is blank', async () => {
  const env = { WAYPOST_OUTPUT: ' ', WAYPOST_TIMEOUT: '', WAYPOST_TAGS: ' ' };
  expect((await home.call('version', { env })).stdout).toMatch(/^Version/);
});
