// Tests the promises about `auth login` in the section "Credentials" of docs/compatibility.md.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  apiKey,
  available,
  freshHome,
  keyService,
  modeOf,
  otherKey,
  otherToken,
  refuse,
  store,
  stored,
  userToken,
} from '../../../support/keys';
import { documentOf, errorOf, expectError } from '../../../support/tool';

const login = ['auth', 'login'];

describe('`auth login`', () => {
  test('stores the API key and the URL of the service that verified it', async () => {
    const home = freshHome();
    const { url } = await keyService();
    const run = await home.call([...login, '--api-key', apiKey, '--base-url', url, '--json']);
    expect(documentOf(run)).toEqual({
      success: true,
      config_path: home.configFile,
      available: true,
    });
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(stored(home.configFile)).toEqual({ api_key: apiKey, base_url: url });
  });

  test('stores the API key and the management key if you pass both', async () => {
    const home = freshHome();
    const { url } = await keyService();
    const run = await home.call([
      ...login,
      '--api-key',
      apiKey,
      '--user-token',
      userToken,
      '--base-url',
      url,
      '--json',
    ]);
    expect(documentOf(run)).toEqual({
      success: true,
      config_path: home.configFile,
      available: true,
    });
    expect(stored(home.configFile)).toEqual({
      api_key: apiKey,
      user_token: userToken,
      base_url: url,
    });
  });

  test('makes the credentials file and its directory accessible only to their owner', async () => {
    const home = freshHome();
    const { url } = await keyService();
    await home.call([...login, '--api-key', apiKey, '--base-url', url]);
    expect([modeOf(home.configFile), modeOf(dirname(home.configFile))]).toEqual(['600', '700']);
    expect(readdirSync(dirname(home.configFile))).toEqual(['credentials.json']);
  });

  test('stores a key even if it is not available, and reports its availability', async () => {
    const home = freshHome();
    const { url } = await keyService({ availability: available(false) });
    const args = [...login, '--api-key', apiKey, '--base-url', url];
    expect(await home.json([...args])).toMatchObject({ available: false });
    expect(await home.call(args)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('live but not available'),
    });
  });

  test('trims keys and the base URL', async () => {
    const home = freshHome();
    const { url, asked } = await keyService();
    await home.call([
      ...login,
      '--api-key',
      `  ${apiKey}\n`,
      '--user-token',
      ` ${userToken} `,
      '--base-url',
      ` ${url} `,
    ]);
    expect(stored(home.configFile)).toEqual({
      api_key: apiKey,
      user_token: userToken,
      base_url: url,
    });
    expect(asked.map(({ path }) => path)).toEqual([
      `/v1/keys/${apiKey}`,
      `/v1/keys/${apiKey}/details`,
    ]);
  });

  test('keeps unknown fields in the credentials file', async () => {
    const home = freshHome();
    const { url } = await keyService();
    store(home.configFile, { api_key: otherKey, base_url: url, note: { by: 'hand' } });
    await home.call([...login, '--api-key', apiKey]);
    expect(stored(home.configFile)).toEqual({
      api_key: apiKey,
      base_url: url,
      note: { by: 'hand' },
    });
  });

  test('removes the stored management key if you replace only the API key, and reports the removal', async () => {
    const home = freshHome();
    const { url } = await keyService();
    store(home.configFile, { api_key: otherKey, user_token: otherToken, base_url: url });
    const run = await home.call([...login, '--api-key', apiKey]);
    expect(run.stdout).toContain('Removed the stored management key');
    expect(stored(home.configFile)).toEqual({ api_key: apiKey, base_url: url });
  });

  test.each<[what: string, managementKey: object]>([
    ['management key', { user_token: otherToken }],
    ['management key command', { user_token_command: ['op'] }],
  ])('keeps the stored %s if the API key does not change', async (_, managementKey) => {
    const home = freshHome();
    const { url } = await keyService();
    store(home.configFile, { api_key: apiKey, base_url: url, ...managementKey });
    const command = `"${process.execPath}" -e "console.log('${apiKey}')"`;
    const run = await home.call([...login, '--api-key-command', command]);
    expect(run.stdout).toContain('Kept the stored management key.');
    expect(stored(home.configFile)).toEqual({
      api_key_command: [process.execPath, '-e', `console.log('${apiKey}')`],
      base_url: url,
      ...managementKey,
    });
  });

  test('removes the stored management key if the new login is for a different service', async () => {
    const home = freshHome();
    const { url } = await keyService();
    const other = 'https://other.example/v1';
    store(home.configFile, { api_key: apiKey, user_token: userToken, base_url: other });
    const run = await home.call([...login, '--api-key', apiKey, '--base-url', url]);
    expect(run.stdout).toContain('Removed the stored management key');
    expect(stored(home.configFile)).toEqual({ api_key: apiKey, base_url: url });
  });

  test('stores a profile in a separate file', async () => {
    const home = freshHome();
    const { url } = await keyService();
    const args = [...login, '--api-key', apiKey, '--base-url', url, '--profile', 'work', '--json'];
    const path = join(dirname(home.configFile), 'profiles/work/credentials.json');
    expect(documentOf(await home.call(args))).toMatchObject({ config_path: path });
    expect([modeOf(path), modeOf(dirname(path))]).toEqual(['600', '700']);
    expect(existsSync(home.configFile)).toBe(false);
  });
});

describe('`auth login` without --json', () => {
  const key = ['--api-key', apiKey];
  const command = (value: string) => `"${process.execPath}" -e "console.log('${value}')"`;
  const removed = 'Removed the stored management key, because it might belong to another account.';
  const notStored = (key: string) =>
    `The ${key} is not stored. waypost runs ${process.execPath} each time a command needs the key.`;

  test.each<[what: string, before: object | undefined, args: string[], more: string[]]>([
    ['does not print a note for the first login', undefined, key, []],
    [
      'does not print a note if the replaced login has no management key',
      { api_key: otherKey },
      key,
      [],
    ],
    [
      'does not print a note if two new keys replace both stored keys',
      { api_key: otherKey, user_token: otherToken },
      [...key, '--user-token', userToken],
      [],
    ],
    [
      'prints a note about a removed management key',
      { api_key: otherKey, user_token: otherToken },
      key,
      [removed],
    ],
    [
      'prints a note about a removed management key command',
      { api_key: otherKey, user_token_command: ['op'] },
      key,
      [removed],
    ],
    [
      'prints a note about an API key command',
      undefined,
      ['--api-key-command', command(apiKey)],
      [notStored('API key')],
    ],
    [
      'prints a note about a management key command',
      undefined,
      [...key, '--user-token-command', command(userToken)],
      [notStored('management key')],
    ],
  ])('prints the path of the credentials file, and %s', async (_, before, args, more) => {
    const home = freshHome();
    const { url } = await keyService();
    if (before !== undefined) store(home.configFile, before);
    const run = await home.call([...login, ...args, '--base-url', url]);
    const lines = [`Logged in. The credentials are in ${home.configFile}`, ...more];
    expect(run).toMatchObject({ status: 0, stdout: `${lines.join('\n')}\n`, stderr: '' });
  });
});

describe('`auth login`', () => {
  test('verifies the keys by sending GET /keys/{key} without a credential, and then GET /keys/{key}/details with the management key', async () => {
    const home = freshHome();
    const { url, asked } = await keyService();
    await home.call([...login, '--api-key', apiKey, '--user-token', userToken, '--base-url', url]);
    expect(asked.map(({ method, path, headers }) => [method, path, headers.authorization])).toEqual(
      [
        ['GET', `/v1/keys/${apiKey}`, undefined],
        ['GET', `/v1/keys/${apiKey}/details`, `Bearer ${userToken}`],
      ],
    );
  });

  test('sends only GET /keys/{key} if you pass no management key', async () => {
    const home = freshHome();
    const { url, asked } = await keyService();
    await home.call([...login, '--api-key', apiKey, '--base-url', url]);
    expect(asked).toHaveLength(1);
  });

  test('does not send the management key if the service rejects the API key, and fails with auth_failed', async () => {
    const home = freshHome();
    const { url, asked } = await keyService({ availability: refuse(404, 4042, 'Key not found') });
    const run = await home.call([
      ...login,
      '--api-key',
      apiKey,
      '--user-token',
      userToken,
      '--base-url',
      url,
      '--json',
    ]);
    expect(errorOf(run)).toEqual({
      exit: 4,
      code: 'auth_failed',
      message: 'Key not found',
      status: 404,
      api_code: 4042,
      hint: expect.stringContaining('Check that the API key is complete'),
    });
    expect(asked).toHaveLength(1);
    expect(existsSync(home.configFile)).toBe(false);
  });

  test('prints the error and the hint only on standard error if --json is not set', async () => {
    const home = freshHome();
    const { url } = await keyService({ details: refuse(401, 4012, 'Forbidden') });
    const run = await home.call([
      ...login,
      '--api-key',
      apiKey,
      '--user-token',
      userToken,
      '--base-url',
      url,
    ]);
    expect(run).toMatchObject({ status: 4, stdout: '' });
    expect(run.stderr).toBe(
      'Error: Forbidden (HTTP 401, API code 4012)\n' +
        'Use a management key and an API key from the same account.\n',
    );
  });

  test("reports the service's API code and the fields that the service rejects", async () => {
    const home = freshHome();
    const errors = [{ path: 'key', message: 'is odd' }];
    const { url } = await keyService({
      availability: refuse(400, 4000, 'Invalid syntax submitted', { errors }),
    });
    const args = [...login, '--api-key', apiKey, '--base-url', url];
    await home.fails([...args], 'api_error', {
      status: 400,
      api_code: 4000,
      details: errors,
    });
    expect((await home.call(args)).stderr).toContain('  key: is odd\n');
  });
});

describe('`auth login`', () => {
  test.each<[name: string, args: string[], env: Record<string, string>, hint: RegExp | undefined]>([
    ['a missing --api-key', [], {}, /^Pipe the key in with --api-key -, or set --api-key-command/],
    [
      'an empty --api-key',
      ['--api-key', ''],
      {},
      /Check whether the shell variable for --api-key is set/,
    ],
    [
      'a blank --api-key',
      ['--api-key', '  '],
      {},
      /Check whether the shell variable for --api-key is set/,
    ],
    [
      'an API key that is set only in an environment variable',
      [],
      { WAYPOST_API_KEY: apiKey },
      /you do not need to store a login/,
    ],
    ['a management key without an API key', ['--user-token', userToken], {}, /--api-key -/],
    [
      'a management key as API key',
      ['--api-key', userToken],
      {},
      /--user-token\) for a management key \(uk_…\)/,
    ],
    [
      'an API key as management key',
      ['--api-key', apiKey, '--user-token', otherKey],
      {},
      /--api-key for an API key \(ak_…\)/,
    ],
    ['a key with a blank in it', ['--api-key', 'ak_a b'], {}, /Copy the complete key again/],
    [
      'a key with a control character',
      ['--api-key', 'ak_a\x1b[2Jb'],
      {},
      /Copy the complete key again/,
    ],
    ['a key with a non-ASCII letter', ['--api-key', 'ak_ä'], {}, /Copy the complete key again/],
    ['a key of dots only', ['--api-key', '..'], {}, undefined],
  ])('rejects %s without sending a request', async (_name, args, env, hint) => {
    const home = freshHome();
    const { url, asked } = await keyService();
    const run = await home.call([...login, ...args, '--base-url', url, '--json'], { env });
    expectError(run, 'invalid_input');
    if (hint !== undefined) expect(errorOf(run).hint).toMatch(hint);
    expect(asked).toEqual([]);
    expect(existsSync(home.configFile)).toBe(false);
  });

  test.each(['sl_0123456789', 'abcdef0123456789', 'iddqd'])(
    'stores the key %s, although its prefix is not ak_',
    async (key) => {
      const home = freshHome();
      const { url } = await keyService();
      const run = await home.call([...login, '--api-key', key, '--base-url', url, '--json']);
      expect(run.status).toBe(0);
      expect(stored(home.configFile)).toMatchObject({ api_key: key });
    },
  );

  test('fails in a script if no API key is passed, even without --json', async () => {
    const run = await freshHome().call(login);
    expect(run).toMatchObject({ status: 2, stdout: '' });
    expect(run.stderr).toContain('No API key to store.');
  });
});

describe('`auth login`', () => {
  const blocked: [name: string, block: (path: string) => void][] = [
    [
      'a file has the name of the credentials directory',
      (path) => writeFileSync(dirname(path), ''),
    ],
    [
      'a file has the name of the ~/.config directory',
      (path) => {
        rmSync(dirname(dirname(path)), { recursive: true });
        writeFileSync(dirname(dirname(path)), '');
      },
    ],
    [
      'a directory has the name of the credentials file',
      (path) => mkdirSync(path, { recursive: true }),
    ],
  ];
  test.each(blocked)(
    'fails with write_failed and does not send a request if %s',
    async (_name, block) => {
      const home = freshHome();
      const { url, asked } = await keyService();
      mkdirSync(dirname(dirname(home.configFile)), { recursive: true });
      block(home.configFile);
      const run = await home.call([...login, '--api-key', apiKey, '--base-url', url, '--json']);
      expectError(run, 'write_failed', {
        message: expect.stringContaining(home.configFile),
        hint: expect.any(String),
      });
      expect(asked).toEqual([]);
    },
  );
});

describe('`auth login`', () => {
  test.each<[what: string, env: Record<string, string>, warned: string | undefined]>([
    [
      'WAYPOST_API_KEY with another key',
      { WAYPOST_API_KEY: otherKey },
      'WAYPOST_API_KEY overrides the stored API key.',
    ],
    [
      'WAYPOST_USER_TOKEN, if the login has no management key',
      { WAYPOST_USER_TOKEN: otherToken },
      'This login has no management key, so commands use the management key in WAYPOST_USER_TOKEN.',
    ],
    ['WAYPOST_API_KEY with the stored key', { WAYPOST_API_KEY: apiKey }, undefined],
    ['both variables, empty', { WAYPOST_API_KEY: '', WAYPOST_USER_TOKEN: ' ' }, undefined],
  ])(
    'warns you about an environment variable only if its key replaces or supplements the stored login (set: %s)',
    async (_what, env, warned) => {
      const home = freshHome();
      const { url } = await keyService();
      const run = await home.call([...login, '--api-key', apiKey, '--base-url', url, '--json'], {
        env,
      });
      expect(documentOf(run)).toMatchObject({ success: true });
      if (warned === undefined) expect(run.stderr).toBe('');
      else expect(run.stderr).toContain(`Warning: ${warned}`);
    },
  );
});

describe('standard input of `auth login`', () => {
  const both = ['--api-key', '-', '--user-token', '-'];
  test.each<[name: string, args: string[], input: string, token: string | undefined]>([
    ['the API key', ['--api-key', '-'], `${apiKey}\n`, undefined],
    ['only the API key, without a line feed', ['--api-key', '-'], apiKey, undefined],
    ['the API key with a carriage return', ['--api-key', '-'], `${apiKey}\r\n`, undefined],
    ['the management key alone', ['--api-key', apiKey, '--user-token', '-'], userToken, userToken],
    ['both keys, the API key first', both, `${apiKey}\n${userToken}\n`, userToken],
    [
      'both keys with the API key first, even if the options are in the opposite order',
      ['--user-token', '-', '--api-key', '-'],
      `${apiKey}\n${userToken}\n`,
      userToken,
    ],
  ])('can contain %s', async (_name, args, input, token) => {
    const home = freshHome();
    const { url } = await keyService();
    const run = await home.call([...login, ...args, '--base-url', url, '--json'], { input });
    expect(documentOf(run)).toMatchObject({ success: true });
    expect(stored(home.configFile)).toEqual({
      api_key: apiKey,
      ...(token === undefined ? {} : { user_token: token }),
      base_url: url,
    });
  });

  test.each<[name: string, args: string[], input: string, message: RegExp]>([
    ['is empty', ['--api-key', '-'], '', /not contain a value for --api-key/],
    ['contains only line feeds', ['--api-key', '-'], '\n\n', /not contain a value for --api-key/],
    ['has no second line', both, `${apiKey}\n`, /not contain a value for --user-token/],
    ['is too long', ['--api-key', '-'], 'x'.repeat(100_000), /too long to contain only keys/],
    [
      'contains the two keys in the wrong order',
      both,
      `${userToken}\n${apiKey}\n`,
      /starts with uk_/,
    ],
  ])('is rejected with invalid_input if it %s', async (_name, args, input, message) => {
    const home = freshHome();
    const { url, asked } = await keyService();
    const run = await home.call([...login, ...args, '--base-url', url, '--json'], { input });
    expectError(run, 'invalid_input', { message: expect.stringMatching(message) });
    expect(asked).toEqual([]);
  });
});

test('`auth login` rejects a damaged credentials file without sending a request, and does not overwrite it', async () => {
  const home = freshHome();
  const { url, asked } = await keyService();
  const bytes = store(home.configFile, '{"api_key": "ak_cut');
  const run = await home.call([...login, '--api-key', apiKey, '--base-url', url, '--json']);
  expectError(run, 'invalid_credentials_file');
  expect(asked).toEqual([]);
  expect(readFileSync(home.configFile)).toEqual(bytes);
});
