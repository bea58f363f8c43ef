// The files that `auth logout` removes and keeps.
import { existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { apiKey, freshHome, otherKey, store, userToken } from '../../../support/keys';
import { documentOf, expectError } from '../../../support/tool';

const logout = ['auth', 'logout'];
const base_url = 'https://service.example/v1';

test('`auth logout` removes the credentials file', async () => {
  const home = freshHome();
  store(home.configFile, { api_key: apiKey, user_token: userToken, base_url });
  const run = await home.call([...logout, '--json']);
  expect(documentOf(run)).toEqual({ success: true, removed: true, config_path: home.configFile });
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(readdirSync(dirname(home.configFile))).toEqual([]);
});

test('`auth logout` prints that the keys remain valid at the service', async () => {
  const home = freshHome();
  store(home.configFile, { api_key: apiKey, base_url });
  expect(await home.call(logout)).toEqual({
    status: 0,
    signal: null,
    stdout: `Logged out.\nRemoved ${home.configFile}\nThe keys remain valid. To revoke a key, delete the key on the service's dashboard.\n`,
    stderr: '',
  });
});

test('`auth logout` succeeds without a credentials file, and does not create a directory', async () => {
  const home = freshHome();
  expect(await home.json([...logout])).toEqual({
    success: true,
    removed: false,
    config_path: home.configFile,
  });
  expect(await home.call(logout)).toMatchObject({
    status: 0,
    stdout: `No login is stored in ${home.configFile}. Store a login with \`waypost auth login\`.\n`,
  });
  expect(existsSync(dirname(home.configFile))).toBe(false);
});

test('`auth logout` succeeds if you run it twice', async () => {
  const home = freshHome();
  store(home.configFile, { api_key: apiKey, base_url });
  const runs = [await home.call([...logout, '--json']), await home.call([...logout, '--json'])];
  expect(runs.map(documentOf)).toMatchObject([{ removed: true }, { removed: false }]);
});

test.each(['', '{', '[]', '{"api_key": 1}'])(
  '`auth logout` removes a damaged credentials file with the content %j',
  async (content) => {
    const home = freshHome();
    store(home.configFile, content);
    expect(await home.json([...logout])).toMatchObject({ removed: true });
    expect(existsSync(home.configFile)).toBe(false);
  },
);

test('`auth logout` removes the stored login even if --base-url selects a different service', async () => {
  const home = freshHome();
  store(home.configFile, { api_key: apiKey, base_url });
  const run = await home.call([...logout, '--base-url', 'https://another.example/v1', '--json']);
  expect(documentOf(run)).toMatchObject({ removed: true });
});

test('`auth logout` removes both the link and its target if the credentials file is a symbolic link, and prints both paths', async () => {
  const home = freshHome();
  const target = join(home.path, 'elsewhere/keys.json');
  store(target, { api_key: apiKey, base_url });
  mkdirSync(dirname(home.configFile), { recursive: true });
  symlinkSync(target, home.configFile);
  const run = await home.call(logout);
  expect(run.stdout).toContain(`Removed ${target}\nRemoved ${home.configFile}\n`);
  expect([existsSync(target), readdirSync(dirname(home.configFile))]).toEqual([false, []]);
});

test('`auth logout` removes a dangling symbolic link', async () => {
  const home = freshHome();
  mkdirSync(dirname(home.configFile), { recursive: true });
  symlinkSync(join(home.path, 'nowhere/keys.json'), home.configFile);
  expect(await home.json([...logout])).toMatchObject({ removed: true });
  expect(lstatSync(home.configFile, { throwIfNoEntry: false })).toBeUndefined();
});

test('`auth logout` keeps the default profile and other profiles if --profile is set', async () => {
  const home = freshHome();
  const profile = (name: string) =>
    join(dirname(home.configFile), 'profiles', name, 'credentials.json');
  const paths = [home.configFile, profile('work'), profile('play')];
  for (const path of paths) store(path, { api_key: otherKey, base_url });
  await home.call([...logout, '--profile', 'work']);
  expect(paths.map((path) => existsSync(path))).toEqual([true, false, true]);
});

test('`auth logout` succeeds if the configuration directory is a file', async () => {
  const home = freshHome();
  mkdirSync(dirname(dirname(home.configFile)), { recursive: true });
  writeFileSync(dirname(home.configFile), 'mine');
  expect(await home.json([...logout])).toMatchObject({ removed: false });
});

test('`auth logout` fails with write_failed if the credentials path is a directory', async () => {
  const home = freshHome();
  mkdirSync(home.configFile, { recursive: true });
  const run = await home.call([...logout, '--json']);
  expectError(run, 'write_failed', { message: expect.stringContaining(home.configFile) });
});

describe('`auth logout`', () => {
  test.each([true, false])(
    'removes the temporary file that a killed `auth login` left behind (a login is stored: %s)',
    async (isLoggedIn) => {
      const home = freshHome();
      const directory = dirname(home.configFile);
      const left = join(directory, '.credentials.json.tmp-4711-0a1b2c3d');
      const kept = join(home.path, 'kept');
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      if (isLoggedIn) store(home.configFile, { api_key: apiKey, base_url });
      writeFileSync(left, JSON.stringify({ api_key: otherKey }), { mode: 0o600 });
      writeFileSync(kept, 'not of this tool');
      symlinkSync(kept, `${left}e`);
      const human = await home.call(logout);
      expect(human.stdout).toContain(`Removed ${left}\n`);
      expect(readdirSync(directory)).toEqual([]);
      expect(existsSync(kept)).toBe(true);
      expect(await home.json([...logout])).toMatchObject({ removed: false });
    },
  );

  test('ignores a directory with the name of a temporary file', async () => {
    const home = freshHome();
    mkdirSync(join(dirname(home.configFile), '.credentials.json.tmp-1-a'), { recursive: true });
    store(home.configFile, { api_key: apiKey, base_url });
    expect(await home.json([...logout])).toMatchObject({ removed: true });
    expect(existsSync(home.configFile)).toBe(false);
  });
});
