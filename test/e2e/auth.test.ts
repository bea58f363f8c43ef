// A login from its beginning to its end, the built command as a process. Every rule of the four commands has
// its row in test/cli/commands/auth.
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  apiKey,
  freshHome,
  keyService,
  modeOf,
  otherKey,
  refuse,
  store,
  stored,
  userToken,
} from '../support/keys';
import { documentOf } from '../support/tool';

test('keys that are piped in are stored, reported, printed and removed', async () => {
  const home = freshHome();
  const { url } = await keyService();
  const words = ['--api-key', '-', '--user-token', '-', '--base-url', url, '--json'];
  const login = await home.run(['auth', 'login', ...words], { input: `${apiKey}\n${userToken}\n` });
  expect(documentOf(login)).toEqual({
    success: true,
    config_path: home.configFile,
    available: true,
  });
  expect(login).toMatchObject({ status: 0, stderr: '' });
  expect(stored(home.configFile)).toEqual({
    api_key: apiKey,
    user_token: userToken,
    base_url: url,
  });
  expect(modeOf(home.configFile)).toBe('600');

  expect(documentOf(await home.run('auth whoami --json'))).toEqual({
    api_key: { source: 'config', preview: 'ak_liv…' },
    user_token: { source: 'config', preview: 'uk_liv…' },
    live: true,
    available: true,
  });
  const token = await home.call('auth token', { reveals: [apiKey] });
  expect(token).toMatchObject({ status: 0, stdout: `${apiKey}\n`, stderr: '' });

  const logout = { success: true, removed: true, config_path: home.configFile };
  expect(await home.json('auth logout')).toEqual(logout);
  expect(existsSync(home.configFile)).toBe(false);
});

test('a key that the service rejects ends with status 4, for a script and for a person', async () => {
  const home = freshHome();
  const { url } = await keyService({ availability: refuse(404, 4042, 'Key not found') });
  const bytes = store(home.configFile, { api_key: otherKey, base_url: url });
  const words = ['auth', 'login', '--api-key', apiKey];
  await home.fails([...words], 'auth_failed', { status: 404, api_code: 4042 });
  const person = await home.call(words);
  expect(person).toMatchObject({
    status: 4,
    stdout: '',
    stderr: expect.stringContaining('Error: Key not found (HTTP 404, code 4042)'),
  });
  expect(stored(home.configFile)).toEqual(JSON.parse(bytes.toString()));
  expect((await home.call('auth whoami --check --json')).status).toBe(4);
});

test('the variables of the environment stand above what is stored', async () => {
  const home = freshHome();
  const { url } = await keyService();
  store(home.configFile, { api_key: otherKey, base_url: url });
  const env = { WAYPOST_API_KEY: apiKey };
  const run = await home.call('auth token --json', { env, reveals: [apiKey] });
  expect(documentOf(run)).toEqual({ token: apiKey, source: 'env' });
});
