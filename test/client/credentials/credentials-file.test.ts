// The credentials file: read with suspicion, written whole, never replaced silently.
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
  utimesSync,
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

/** Time that passes only where somebody waits. */
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

describe('reading', () => {
  test.each<[name: string, content: string, reason: RegExp]>([
    ['empty', '', /it is empty/],
    ['blank', ' \n', /it is empty/],
    ['not JSON', 'api_key=ak_0123456789', /not JSON/],
    ['cut off', '{"api_key": "ak_0123', /not JSON/],
    ['an array', '["ak_0123456789"]', /not a JSON object/],
    ['null', 'null', /not a JSON object/],
    ['a text', '"ak_0123456789"', /not a JSON object/],
    ['a number of many digits', '12345678901234567890', /not a JSON object/],
    ['without api_key', '{}', /api_key is missing/],
    ['with an empty api_key', '{"api_key": " "}', /api_key is missing/],
    ['with api_key null', '{"api_key": null}', /api_key is missing/],
    ['with a number as api_key', '{"api_key": 1}', /api_key is not a string/],
    [
      'with an object as user_token',
      '{"api_key": "ak_0123456789", "user_token": {}}',
      /user_token is/,
    ],
    [
      'with a list as base_url',
      '{"api_key": "ak_0123456789", "base_url": []}',
      /base_url is not a string/,
    ],
    [
      'with a path as base_url',
      '{"api_key": "ak_0123456789", "base_url": "/v1"}',
      /not a base URL/,
    ],
    [
      'with a base_url of ftp',
      '{"api_key": "ak_01234567", "base_url": "ftp://a"}',
      /not a base URL/,
    ],
    ['with two lines as api_key', '{"api_key": "ak_0123\\nX-Y: z"}', /api_key contains/],
    [
      'with a blank in user_token',
      '{"api_key": "ak_012", "user_token": "uk_ 1"}',
      /user_token contains/,
    ],
  ])(
    'a file that is %s is invalid_credentials_file, and stays as it is',
    async (_name, content, reason) => {
      const { configFile } = freshHome();
      const bytes = store(configFile, content);
      const refusal = expect.objectContaining({
        code: 'invalid_credentials_file',
        message: expect.stringMatching(reason),
        reason: 'credentials_damaged',
      });
      expect(() => readCredentialsFile(configFile)).toThrow(refusal);
      expect(() => resolveCredentials(configFile, { apiKey }, {})).toThrow(refusal);
      await expect(
        storeCredentials(configFile, credentials, { clock: testClock() }),
      ).rejects.toThrow(refusal);
      expect(readFileSync(configFile)).toEqual(bytes);
      expect(readdirSync(dirname(configFile))).toEqual(['credentials.json']);
    },
  );

  test('a directory at the path is no file to read', () => {
    const { configFile } = freshHome();
    mkdirSync(configFile, { recursive: true });
    expect(() => readCredentialsFile(configFile)).toThrow(
      expect.objectContaining({ code: 'invalid_credentials_file' }),
    );
  });

  test('nothing there, or no directory either, is no file', () => {
    const { configFile, path } = freshHome();
    expect(readCredentialsFile(configFile)).toBeUndefined();
    writeFileSync(join(path, '.config'), '');
    expect(readCredentialsFile(configFile)).toBeUndefined();
  });

  test('values are trimmed, empty ones are unset', () => {
    const { configFile } = freshHome();
    store(configFile, { api_key: ` ${apiKey}\n`, user_token: '', base_url: ` ${baseUrl} ` });
    expect(readCredentialsFile(configFile)?.credentials).toEqual({
      apiKey,
      userToken: undefined,
      baseUrl,
    });
  });

  test('without base_url it belongs to the default service', () => {
    const { configFile } = freshHome();
    store(configFile, { api_key: apiKey });
    expect(resolveCredentials(configFile, {}, {}).apiKey?.value).toBe(apiKey);
    expect(resolveCredentials(configFile, { baseUrl }, {})).toMatchObject({
      apiKey: undefined,
      withheld: expect.stringContaining(baseUrl.replace('/v1', '')),
    });
  });

  test.each([
    [0o600, undefined],
    [0o400, undefined],
    [0o640, '0640'],
    [0o604, '0604'],
    [0o644, '0644'],
    [0o666, '0666'],
  ])('mode %o is warned of as %s', (mode, shown) => {
    const { configFile } = freshHome();
    store(configFile, { ...members }, 0o600);
    chmodSync(configFile, mode);
    expect(resolveCredentials(configFile, {}, {}).warnings).toEqual(
      shown === undefined
        ? []
        : [
            {
              reason: 'file_readable',
              message: expect.stringContaining(`(mode ${shown}).`),
              path: configFile,
            },
          ],
    );
    expect(modeOf(configFile)).toBe(mode.toString(8));
  });
});

describe('writing', () => {
  // A thread, as those of Stryker, cannot change it.
  const umaskTest = test.skipIf(!isMainThread);
  umaskTest('one JSON object, 0600 in a directory 0700, whatever the umask', async () => {
    const { configFile } = freshHome();
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    await storeCredentials(configFile, credentials, { clock: testClock() });
    expect(readFileSync(configFile, 'utf8')).toBe(`${JSON.stringify(members, undefined, 2)}\n`);
    expect([modeOf(configFile), modeOf(dirname(configFile))]).toEqual(['600', '700']);
    expect(readdirSync(dirname(configFile))).toEqual(['credentials.json']);
  });

  test('loose permissions are repaired', async () => {
    const { configFile } = freshHome();
    store(configFile, members);
    chmodSync(configFile, 0o666);
    chmodSync(dirname(configFile), 0o755);
    await storeCredentials(configFile, credentials, { clock: testClock() });
    expect([modeOf(configFile), modeOf(dirname(configFile))]).toEqual(['600', '700']);
  });

  test('members it does not know stay; those it knows are replaced, a missing one dropped', async () => {
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

  test('a login that is there is refused where it must not be replaced', async () => {
    const { configFile } = freshHome();
    const bytes = store(configFile, { api_key: otherKey });
    await expect(
      storeCredentials(configFile, credentials, { clock: testClock() }, { replace: false }),
    ).rejects.toMatchObject({ code: 'invalid_input', reason: 'login_stored' });
    expect(readFileSync(configFile)).toEqual(bytes);
  });

  test('temporary files of a writer that was killed are swept away, others are not', async () => {
    const { configFile } = freshHome();
    const directory = dirname(configFile);
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, '.credentials.json.tmp-1-deadbeef'), '{"api_key": "ak_012');
    writeFileSync(join(directory, '.credentials.json.bak'), '');
    await storeCredentials(configFile, credentials, { clock: testClock() });
    expect(readdirSync(directory).sort()).toEqual(['.credentials.json.bak', 'credentials.json']);
  });

  test.each<[name: string, block: (path: string) => void]>([
    ['a file where the directory belongs', (path) => writeFileSync(dirname(path), '')],
    ['a directory where the file belongs', (path) => mkdirSync(path, { recursive: true })],
    [
      'a link that leads to itself',
      (path) => {
        mkdirSync(dirname(path));
        symlinkSync(path, path);
      },
    ],
  ])('%s is an error that names the path, and leaves nothing', async (_name, block) => {
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
  });
});

describe('a symbolic link at the path', () => {
  test('is followed: the target is replaced, the link stays', async () => {
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

  test('through a second link too', async () => {
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
    ['whose target does not exist yet', 'keys.json'],
    ["whose target's directory does not exist yet", 'dotfiles/deep/keys.json'],
  ])('%s: the target is created', async (_name, name) => {
    const { configFile, path } = freshHome();
    mkdirSync(dirname(configFile), { recursive: true });
    symlinkSync(join(path, name), configFile);
    expect(readCredentialsFile(configFile)).toBeUndefined();
    await storeCredentials(configFile, credentials, { clock: testClock() });
    expect(stored(join(path, name))).toEqual(members);
    expect(lstatSync(configFile).isSymbolicLink()).toBe(true);
  });

  test('is removed with its target', async () => {
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

describe('the lock', () => {
  const gone = 2 ** 22 + 1;
  const lockOf = (path: string) => `${path}.lock`;

  function held(by: string) {
    const { configFile } = freshHome();
    mkdirSync(dirname(configFile), { recursive: true });
    writeFileSync(lockOf(configFile), by);
    return configFile;
  }

  test.each([
    ['a dead process of this machine', `${gone} ${processNamespace()} 1 00`, 0],
    ['nobody, after a disk that was full', '', 0],
  ])('of %s is taken over', async (_name, by, ageSeconds) => {
    const path = held(by);
    const then = new Date(Date.now() - ageSeconds * 1000);
    utimesSync(lockOf(path), then, then);
    const clock = testClock();
    await storeCredentials(path, credentials, { clock });
    expect(stored(path)).toEqual(members);
    expect(readdirSync(dirname(path))).toEqual(['credentials.json']);
    expect(clock.waited).toBe(0);
  });

  test.each([
    ['a live process', `${process.pid} ${processNamespace()} ${processStart(process.pid)} 00`],
    ['a process of another machine', `${gone} another-host 1 00`],
  ])('of %s is waited for, then write_failed', async (_name, by) => {
    const path = held(by);
    const clock = testClock();
    await expect(storeCredentials(path, credentials, { clock })).rejects.toMatchObject({
      code: 'write_failed',
      message: expect.stringContaining(lockOf(path)),
      reason: 'lock_held',
    });
    expect(clock.waited).toBeGreaterThan(5_000);
    expect(existsSync(path)).toBe(false);
    expect(readFileSync(lockOf(path), 'utf8')).toBe(by);
  });
});

describe('what stands in a file in odd ways', () => {
  test.each<[members: object, reason: string]>([
    [
      { api_key: apiKey, user_token: userToken, user_token_command: ['pass'] },
      'it has both user_token and user_token_command',
    ],
    [{ api_key: apiKey, api_key_command: ['pass'] }, 'it has both api_key and api_key_command'],
    [{ user_token: userToken }, 'api_key is missing'],
    [{ api_key_command: [] }, 'api_key_command is not a list of words'],
    [{ api_key_command: [''] }, 'api_key_command is not a list of words'],
    [{ api_key_command: 'pass' }, 'api_key_command is not a list of words'],
    [{ api_key_command: ['pass', 7] }, 'api_key_command is not a list of words'],
    [{ api_key: apiKey, base_url: 'ftp://x' }, 'base_url is not a base URL'],
  ])('%j', (content, reason) => {
    const home = freshHome();
    store(home.configFile, content);
    expect(() => readCredentialsFile(home.configFile)).toThrow(
      expect.objectContaining({
        code: 'invalid_credentials_file',
        message: `${home.configFile} cannot be parsed: ${reason}.`,
      }),
    );
  });

  test('plain http to another machine was allowed by the login that stored it', () => {
    const home = freshHome();
    store(home.configFile, { api_key: apiKey, base_url: 'http://a.example/v1' });
    expect(resolveCredentials(home.configFile, { baseUrl }, {})).toMatchObject({
      apiKey: undefined,
      withheld: `The stored credentials belong to http://a.example and are not sent to https://service.example.`,
    });
  });

  test('what is no file is kept by a logout', async () => {
    const { configFile } = freshHome();
    mkdirSync(configFile, { recursive: true });
    await expect(removeCredentials(configFile, { clock: testClock() })).rejects.toMatchObject({
      code: 'write_failed',
      reason: 'not_a_regular_file',
      message: `${configFile} is not a regular file and was kept.`,
    });
    expect(existsSync(configFile)).toBe(true);
  });

  test('a logout that waits while another process removes the login and its directory has nothing to do', async () => {
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

  test('a logout without a login removes nothing and makes nothing', async () => {
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
  ])('a logout removes %s of a killed login, also where it is all there is', async (name) => {
    const { configFile } = freshHome();
    const left = join(dirname(configFile), name);
    const run = { clock: testClock() };
    for (const hasLogin of [false, true]) {
      store(join(dirname(configFile), 'settings.json'), {});
      // Of a process that has ended, as far as it is a lock.
      store(left, `999999999 ${processNamespace()} 1 x`);
      if (hasLogin) store(configFile, members);
      await removeCredentials(configFile, run);
      expect(existsSync(left)).toBe(false);
      expect(readdirSync(dirname(configFile))).toEqual(['settings.json']);
    }
  });

  test('a logout finds the probe of a login that was killed before there was a directory', async () => {
    const { configFile, path } = freshHome();
    const probe = join(path, '.waypost-probe-1-abcd');
    writeFileSync(probe, '');
    expect(await removeCredentials(configFile, { clock: testClock() })).toEqual([probe]);
    expect(readdirSync(path)).toEqual([]);
  });

  test('commands are stored in the place of keys, and another login is refused', async () => {
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

  test('a path that cannot be looked at is named', async () => {
    const path = join(freshHome().path, 'x'.repeat(300));
    await expect(removeCredentials(path, { clock: testClock() })).rejects.toMatchObject({
      code: 'write_failed',
      message: expect.stringContaining('ENAMETOOLONG'),
    });
  });

  test('a login without a base URL is stored without one', async () => {
    const home = freshHome();
    await storeCredentials(home.configFile, { apiKey }, { clock: testClock() }, { replace: false });
    expect(stored(home.configFile)).toEqual({ api_key: apiKey });
  });
});
