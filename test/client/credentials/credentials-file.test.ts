// The credentials file: how waypost validates it, writes it atomically, and refuses to replace a login silently.
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readCredentialsFile } from '../../../src/client/credentials/read';
import { resolveCredentials } from '../../../src/client/credentials/resolve';
import { removeCredentials, storeCredentials } from '../../../src/client/credentials/store';
import { processNamespace, processStart } from '../../../src/lib/processes';
import type { Clock } from '../../../src/lib/runtime';
import {
  apiKey,
  freshHome,
  modeOf,
  otherKey,
  otherToken,
  store,
  stored,
  userToken,
} from '../../support/keys';

const baseUrl = 'https://service.example/v1';
const credentials = { apiKey, userToken, baseUrl };
const members = { api_key: apiKey, user_token: userToken, base_url: baseUrl };

/** A clock whose time passes only during `sleep`. */
function testClock(): Clock & { waited: number } {
  const start = Date.now();
  return {
    waited: 0,
    now() {
      return start + this.waited;
    },
    async sleep(ms) {
      this.waited += ms;
    },
  };
}

describe('the credentials file', () => {
  test.each<[name: string, content: string, reason: RegExp]>([
    ['is empty', '', /it is empty/],
    ['is blank', ' \n', /it is empty/],
    ['is not JSON', 'api_key=ak_0123456789', /not JSON/],
    ['is cut off', '{"api_key": "ak_0123', /not JSON/],
    ['is a JSON array', '["ak_0123456789"]', /not a JSON object/],
    ['is null', 'null', /not a JSON object/],
    ['is a JSON string', '"ak_0123456789"', /not a JSON object/],
    ['is a number with many digits', '12345678901234567890', /not a JSON object/],
    ['has no api_key', '{}', /api_key is missing/],
    ['has an empty api_key', '{"api_key": " "}', /api_key is missing/],
    ['has null as api_key', '{"api_key": null}', /api_key is missing/],
    ['has a number as api_key', '{"api_key": 1}', /api_key is not a string/],
    [
      'has an object as user_token',
      '{"api_key": "ak_0123456789", "user_token": {}}',
      /user_token is/,
    ],
    [
      'has a list as base_url',
      '{"api_key": "ak_0123456789", "base_url": []}',
      /base_url is not a string/,
    ],
    ['has a path as base_url', '{"api_key": "ak_0123456789", "base_url": "/v1"}', /not a base URL/],
    [
      'has an ftp URL as base_url',
      '{"api_key": "ak_01234567", "base_url": "ftp://a"}',
      /not a base URL/,
    ],
    ['has two lines as api_key', '{"api_key": "ak_0123\\nX-Y: z"}', /api_key contains/],
    [
      'has a space in user_token',
      '{"api_key": "ak_012", "user_token": "uk_ 1"}',
      /user_token contains/,
    ],
  ])('is rejected and left unchanged if it %s', async (_name, content, reason) => {
    const { configFile } = freshHome();
    const bytes = store(configFile, content);
    const refusal = expect.objectContaining({
      code: 'invalid_credentials_file',
      message: expect.stringMatching(reason),
      reason: 'credentials_damaged',
    });
    expect(() => readCredentialsFile(configFile)).toThrow(refusal);
    expect(() => resolveCredentials(configFile, { apiKey }, {})).toThrow(refusal);
    await expect(storeCredentials(configFile, credentials, { clock: testClock() })).rejects.toThrow(
      refusal,
    );
    expect(readFileSync(configFile)).toEqual(bytes);
    expect(readdirSync(dirname(configFile))).toEqual(['credentials.json']);
  });

  test('is rejected if it is a directory', () => {
    const { configFile } = freshHome();
    mkdirSync(configFile, { recursive: true });
    expect(() => readCredentialsFile(configFile)).toThrow(
      expect.objectContaining({ code: 'invalid_credentials_file' }),
    );
  });

  test('is read as undefined if the file or its directory does not exist', () => {
    const { configFile, path } = freshHome();
    expect(readCredentialsFile(configFile)).toBeUndefined();
    writeFileSync(join(path, '.config'), '');
    expect(readCredentialsFile(configFile)).toBeUndefined();
  });

  test('can contain empty values and surrounding spaces, which readCredentialsFile removes', () => {
    const { configFile } = freshHome();
    store(configFile, { api_key: ` ${apiKey}\n`, user_token: '', base_url: ` ${baseUrl} ` });
    expect(readCredentialsFile(configFile)?.credentials).toEqual({
      apiKey,
      userToken: undefined,
      baseUrl,
    });
  });

  test('belongs to the default service if base_url is missing', () => {
    const { configFile } = freshHome();
    store(configFile, { api_key: apiKey });
    expect(resolveCredentials(configFile, {}, {}).apiKey?.value).toBe(apiKey);
    expect(resolveCredentials(configFile, { baseUrl }, {})).toMatchObject({
      apiKey: undefined,
      withheld: expect.stringContaining(baseUrl.replace('/v1', '')),
    });
  });

  test.each([
    ['no', '0600'],
    ['no', '0400'],
    ['yes', '0640'],
    ['yes', '0604'],
    ['yes', '0644'],
    ['yes', '0666'],
  ])(
    'causes a warning only if other users can access the file (warning: %s, mode: %s)',
    (warned, mode) => {
      const { configFile } = freshHome();
      store(configFile, { ...members }, 0o600);
      chmodSync(configFile, Number.parseInt(mode, 8));
      expect(resolveCredentials(configFile, {}, {}).warnings).toEqual(
        warned === 'no'
          ? []
          : [
              {
                reason: 'file_readable',
                message: expect.stringContaining(`(mode ${mode}).`),
                path: configFile,
              },
            ],
      );
      expect(modeOf(configFile)).toBe(mode.slice(1));
    },
  );
});

describe('storeCredentials', () => {
  // process.umask cannot be changed in a worker thread, which Stryker uses.
  const umaskTest = test.skipIf(!isMainThread);
  umaskTest(
    'writes one JSON object to a file with mode 0600 in a directory with mode 0700, whatever the umask',
    async () => {
      const { configFile } = freshHome();
      const before = process.umask(0);
      onTestFinished(() => void process.umask(before));
      await storeCredentials(configFile, credentials, { clock: testClock() });
      expect(readFileSync(configFile, 'utf8')).toBe(`${JSON.stringify(members, undefined, 2)}\n`);
      expect([modeOf(configFile), modeOf(dirname(configFile))]).toEqual(['600', '700']);
      expect(readdirSync(dirname(configFile))).toEqual(['credentials.json']);
    },
  );

  test('corrects permissions that are too permissive', async () => {
    const { configFile } = freshHome();
    store(configFile, members);
    chmodSync(configFile, 0o666);
    chmodSync(dirname(configFile), 0o755);
    await storeCredentials(configFile, credentials, { clock: testClock() });
    expect([modeOf(configFile), modeOf(dirname(configFile))]).toEqual(['600', '700']);
  });

  test('keeps unknown fields, replaces known fields, and removes known fields without a new value', async () => {
    const { configFile } = freshHome();
    store(configFile, {
      note: ['mine'],
      api_key: otherKey,
      user_token: otherToken,
      base_url: 'https://old.example',
    });
    await storeCredentials(configFile, { apiKey, baseUrl }, { clock: testClock() });
    expect(stored(configFile)).toEqual({ api_key: apiKey, base_url: baseUrl, note: ['mine'] });
  });

  test('does not replace a stored login if replace is false', async () => {
    const { configFile } = freshHome();
    const bytes = store(configFile, { api_key: otherKey });
    await expect(
      storeCredentials(configFile, credentials, { clock: testClock() }, { replace: false }),
    ).rejects.toMatchObject({ code: 'invalid_input', reason: 'login_stored' });
    expect(readFileSync(configFile)).toEqual(bytes);
  });

  test('removes the temporary files of a killed process, but no other files', async () => {
    const { configFile } = freshHome();
    const directory = dirname(configFile);
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, '.credentials.json.tmp-1-deadbeef'), '{"api_key": "ak_012');
    writeFileSync(join(directory, '.credentials.json.bak'), '');
    await storeCredentials(configFile, credentials, { clock: testClock() });
    expect(readdirSync(directory).sort()).toEqual(['.credentials.json.bak', 'credentials.json']);
  });

  test.each<[name: string, block: (path: string) => void]>([
    ["a file has the directory's name", (path) => writeFileSync(dirname(path), '')],
    ["a directory has the file's name", (path) => mkdirSync(path, { recursive: true })],
    [
      'the path is a symbolic link to itself',
      (path) => {
        mkdirSync(dirname(path));
        symlinkSync(path, path);
      },
    ],
  ])(
    'fails with an error that names the path, and does not create a file, if %s',
    async (_name, block) => {
      const { configFile, path } = freshHome();
      mkdirSync(join(path, '.config'));
      block(configFile);
      const before = readdirSync(path, { recursive: true });
      await expect(
        storeCredentials(configFile, credentials, { clock: testClock() }),
      ).rejects.toMatchObject({
        code: expect.stringMatching(/^(write_failed|invalid_credentials_file)$/),
        message: expect.stringContaining(configFile),
      });
      expect(readdirSync(path, { recursive: true })).toEqual(before);
    },
  );
});

describe('a symbolic link at the path of the credentials file', () => {
  test('stays a link when waypost replaces the target', async () => {
    const { configFile, path } = freshHome();
    const target = join(path, 'dotfiles/keys.json');
    store(target, { api_key: otherKey, note: 1 });
    mkdirSync(dirname(configFile), { recursive: true });
    symlinkSync('../../dotfiles/keys.json', configFile);
    await storeCredentials(configFile, credentials, { clock: testClock() });
    expect(readlinkSync(configFile)).toBe('../../dotfiles/keys.json');
    expect(stored(target)).toEqual({ ...members, note: 1 });
    expect([modeOf(target), lstatSync(target).isFile()]).toEqual(['600', true]);
    expect(readdirSync(dirname(target))).toEqual(['keys.json']);
    expect(readdirSync(dirname(configFile))).toEqual(['credentials.json']);
  });

  test('is followed even if it points to a second symbolic link', async () => {
    const { configFile, path } = freshHome();
    const [target, middle] = [join(path, 'keys.json'), join(path, 'middle.json')];
    store(target, { api_key: otherKey });
    symlinkSync(target, middle);
    mkdirSync(dirname(configFile), { recursive: true });
    symlinkSync(middle, configFile);
    await storeCredentials(configFile, credentials, { clock: testClock() });
    expect(stored(target)).toEqual(members);
    expect([configFile, middle].map((link) => lstatSync(link).isSymbolicLink())).toEqual([
      true,
      true,
    ]);
  });

  test.each([
    ['the target does not exist', 'keys.json'],
    ["the target's directory does not exist", 'dotfiles/deep/keys.json'],
  ])('makes waypost create the target if %s', async (_name, name) => {
    const { configFile, path } = freshHome();
    mkdirSync(dirname(configFile), { recursive: true });
    symlinkSync(join(path, name), configFile);
    expect(readCredentialsFile(configFile)).toBeUndefined();
    await storeCredentials(configFile, credentials, { clock: testClock() });
    expect(stored(join(path, name))).toEqual(members);
    expect(lstatSync(configFile).isSymbolicLink()).toBe(true);
  });

  test('is removed, together with its target, by removeCredentials', async () => {
    const { configFile, path } = freshHome();
    const target = join(path, 'keys.json');
    store(target, members);
    mkdirSync(dirname(configFile), { recursive: true });
    symlinkSync(target, configFile);
    expect(await removeCredentials(configFile, { clock: testClock() })).toEqual([
      target,
      configFile,
    ]);
    expect(existsSync(target)).toBe(false);
  });
});

describe('the lock on the credentials file', () => {
  const gone = 2 ** 22 + 1;
  const lockOf = (path: string) => `${path}.lock`;

  function held(by: string) {
    const { configFile } = freshHome();
    mkdirSync(dirname(configFile), { recursive: true });
    writeFileSync(lockOf(configFile), by);
    return configFile;
  }

  test.each([
    ['a dead process on this machine', `${gone} ${processNamespace()} 1 00`],
    ['a process that could not write its ID to a full disk', ''],
  ])('does not delay storeCredentials if it belongs to %s', async (_name, by) => {
    const path = held(by);
    const clock = testClock();
    await storeCredentials(path, credentials, { clock });
    expect(stored(path)).toEqual(members);
    expect(readdirSync(dirname(path))).toEqual(['credentials.json']);
    expect(clock.waited).toBe(0);
  });

  test('makes storeCredentials fail with write_failed after a wait if it belongs to a running process', async () => {
    const holder = `${process.pid} ${processNamespace()} ${processStart(process.pid)} 00`;
    const path = held(holder);
    const clock = testClock();
    await expect(storeCredentials(path, credentials, { clock })).rejects.toMatchObject({
      code: 'write_failed',
      message: expect.stringContaining(lockOf(path)),
      reason: 'lock_held',
    });
    expect(clock.waited).toBeGreaterThan(5_000);
    expect(existsSync(path)).toBe(false);
    expect(readFileSync(lockOf(path), 'utf8')).toBe(holder);
  });
});

test.each<[members: object, reason: string]>([
  [
    { api_key: apiKey, user_token: userToken, user_token_command: ['pass'] },
    'it contains both user_token and user_token_command',
  ],
  [{ api_key: apiKey, api_key_command: ['pass'] }, 'it contains both api_key and api_key_command'],
  [{ user_token: userToken }, 'api_key is missing'],
  [
    { api_key_command: [] },
    'api_key_command is not an array of strings that begins with a program name',
  ],
  [
    { api_key_command: [''] },
    'api_key_command is not an array of strings that begins with a program name',
  ],
  [
    { api_key_command: 'pass' },
    'api_key_command is not an array of strings that begins with a program name',
  ],
  [
    { api_key_command: ['pass', 7] },
    'api_key_command is not an array of strings that begins with a program name',
  ],
  [{ api_key: apiKey, base_url: 'ftp://x' }, 'base_url is not a base URL'],
])('readCredentialsFile rejects a file with the content %j', (content, reason) => {
  const home = freshHome();
  store(home.configFile, content);
  expect(() => readCredentialsFile(home.configFile)).toThrow(
    expect.objectContaining({
      code: 'invalid_credentials_file',
      message: `waypost cannot parse ${home.configFile}: ${reason}.`,
    }),
  );
});

test('resolveCredentials accepts a stored plain-HTTP URL, but does not return the stored keys for a different origin', () => {
  const home = freshHome();
  store(home.configFile, { api_key: apiKey, base_url: 'http://a.example/v1' });
  expect(resolveCredentials(home.configFile, { baseUrl }, {})).toMatchObject({
    apiKey: undefined,
    withheld: `The stored credentials belong to http://a.example, so waypost does not send them to https://service.example.`,
  });
});

test('a logout fails and does not remove anything if the credentials path is a directory', async () => {
  const { configFile } = freshHome();
  mkdirSync(configFile, { recursive: true });
  await expect(removeCredentials(configFile, { clock: testClock() })).rejects.toMatchObject({
    code: 'write_failed',
    reason: 'not_a_regular_file',
    message: `${configFile} is not a regular file, so waypost did not remove it.`,
  });
  expect(existsSync(configFile)).toBe(true);
});

test('a logout does not fail if another process removes the login and its directory while the logout waits for the lock', async () => {
  const { configFile } = freshHome();
  store(configFile, members);
  writeFileSync(
    `${configFile}.lock`,
    `${process.pid} ${processNamespace()} ${processStart(process.pid)} another`,
  );
  const clock = testClock();
  clock.sleep = async () => rmSync(dirname(configFile), { recursive: true });
  expect(await removeCredentials(configFile, { clock })).toEqual([]);
  expect(existsSync(dirname(configFile))).toBe(false);
});

test('a logout does not create or remove files if no login is stored', async () => {
  const { configFile } = freshHome();
  expect(await removeCredentials(configFile, { clock: testClock() })).toEqual([]);
  expect(existsSync(dirname(configFile))).toBe(false);
});

test.each([
  '.credentials.json.tmp-1-abcd',
  '.waypost-probe-1-abcd',
  '../.waypost-probe-1-abcd',
  '../../.waypost-probe-1-abcd',
  '.credentials.json.lock.tmp-abcd',
  'credentials.json.lock.abcd-abandoned',
  'credentials.json.lock.abcd-now',
  'credentials.json.lock',
])(
  '`auth logout` removes the file %s that a killed `auth login` left behind, whether or not a login is stored',
  async (name) => {
    const { configFile } = freshHome();
    const left = join(dirname(configFile), name);
    const run = { clock: testClock() };
    for (const hasLogin of [false, true]) {
      store(join(dirname(configFile), 'settings.json'), {});
      // The lock names a process that has ended.
      store(left, `999999999 ${processNamespace()} 1 x`);
      if (hasLogin) store(configFile, members);
      await removeCredentials(configFile, run);
      expect(existsSync(left)).toBe(false);
      expect(readdirSync(dirname(configFile))).toEqual(['settings.json']);
    }
  },
);

test('a logout removes the file with which a killed login checked whether it could create the directory', async () => {
  const { configFile, path } = freshHome();
  const probe = join(path, '.waypost-probe-1-abcd');
  writeFileSync(probe, '');
  expect(await removeCredentials(configFile, { clock: testClock() })).toEqual([probe]);
  expect(readdirSync(path)).toEqual([]);
});

test('a login stores key commands instead of keys, and does not replace stored key commands if replace is false', async () => {
  const { configFile } = freshHome();
  const commands = { apiKeyCommand: ['pass', 'ak'], userTokenCommand: ['pass', 'uk'] };
  await storeCredentials(configFile, commands, { clock: testClock() });
  const words = { api_key_command: ['pass', 'ak'], user_token_command: ['pass', 'uk'] };
  expect(stored(configFile)).toEqual(words);
  expect(readCredentialsFile(configFile)?.credentials).toEqual(commands);
  await expect(
    storeCredentials(configFile, credentials, { clock: testClock() }, { replace: false }),
  ).rejects.toMatchObject({
    code: 'invalid_input',
    reason: 'login_stored',
    message: `A login is already stored in ${configFile}.`,
  });
  expect(stored(configFile)).toEqual(words);
  await storeCredentials(configFile, credentials, { clock: testClock() });
  expect(stored(configFile)).toEqual(members);
  await storeCredentials(configFile, { apiKey }, { clock: testClock() }, { replace: false });
  expect(stored(configFile)).toEqual({ api_key: apiKey });
});

test("a logout fails with the system's error if the path of the credentials file is too long", async () => {
  const path = join(freshHome().path, 'x'.repeat(300));
  await expect(removeCredentials(path, { clock: testClock() })).rejects.toMatchObject({
    code: 'write_failed',
    message: expect.stringContaining('ENAMETOOLONG'),
  });
});

test('storeCredentials omits base_url if the login has no base URL', async () => {
  const home = freshHome();
  await storeCredentials(home.configFile, { apiKey }, { clock: testClock() }, { replace: false });
  expect(stored(home.configFile)).toEqual({ api_key: apiKey });
});
