// The library finds credentials like the command does: profiles, settings and key commands.
import { existsSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createClient } from '../../src/client/client';
import { resolveCredentials } from '../../src/client/index';
import { apiKey, freshHome, keyService, otherKey, store, userToken } from '../support/keys';

let directory: string;
let env: Record<string, string>;
beforeEach(() => {
  const home = freshHome();
  directory = join(home.path, 'waypost');
  env = { XDG_CONFIG_HOME: home.path, APPDATA: home.path };
});

/** Returns a command that prints a text, and the file to which the command writes one character per run. */
function printing(text: string): { command: string[]; log: string } {
  const [script, log] = [join(directory, `${text}.js`), join(directory, `${text}.log`)];
  writeFileSync(
    script,
    `require('fs').appendFileSync(${JSON.stringify(log)}, 'x'); console.log('${text}')`,
  );
  return { command: [process.execPath, script], log };
}

const runs = (log: string): number => (existsSync(log) ? readFileSync(log, 'utf8').length : 0);

test('a client runs a key command only once, when the client first needs the key', async () => {
  const service = await keyService();
  store(join(directory, 'credentials.json'), {});
  const [key, token] = [printing(apiKey), printing(userToken)];
  store(join(directory, 'credentials.json'), {
    api_key_command: key.command,
    user_token_command: token.command,
    base_url: service.url,
  });
  const resolved = resolveCredentials({ env });
  expect(resolved).toMatchObject({
    apiKey: undefined,
    apiKeyCommand: key.command,
    userTokenCommand: token.command,
    sources: { apiKey: 'config', userToken: 'config' },
  });
  const client = createClient({ ...resolved, env });
  expect([runs(key.log), runs(token.log)]).toEqual([0, 0]);
  expect(await client.keys.availability()).toMatchObject({ available: true });
  expect([runs(key.log), runs(token.log)]).toEqual([1, 0]);
  await client.keys.details();
  await client.keys.details();
  expect([runs(key.log), runs(token.log)]).toEqual([1, 1]);
  expect(service.asked[0]?.path).toBe(`/v1/keys/${apiKey}`);
  expect(service.asked[1]?.headers.authorization).toBe(`Bearer ${userToken}`);
});

test.skipIf(process.platform !== 'linux')(
  'a client does not connect a key command to the terminal',
  async () => {
    const service = await keyService();
    const code = `'ak_' + require('fs').readlinkSync('/proc/self/fd/2')`;
    const apiKeyCommand = [process.execPath, '-p', code];
    await createClient({ apiKeyCommand, env, baseUrl: service.url }).keys.availability();
    const own = encodeURIComponent(readlinkSync('/proc/self/fd/2'));
    expect(service.asked[0]?.path).not.toBe(`/v1/keys/ak_${own}`);
  },
);

test('resolveCredentials omits a key command if an option sets the key, or if the command belongs to a different service', async () => {
  store(join(directory, 'credentials.json'), {
    api_key_command: ['nosuch'],
    base_url: 'https://a.example/v1',
  });
  const named = resolveCredentials({ env, apiKey: otherKey });
  expect(named).toMatchObject({
    apiKey: otherKey,
    apiKeyCommand: undefined,
    sources: { apiKey: 'flag' },
  });
  const elsewhere = resolveCredentials({ env, baseUrl: 'https://b.example/v1' });
  expect(elsewhere).toMatchObject({ apiKeyCommand: undefined, sources: { apiKey: undefined } });
  const [key, token] = [printing(apiKey), printing(userToken)];
  store(join(directory, 'credentials.json'), {
    api_key_command: key.command,
    user_token_command: token.command,
    base_url: 'https://a.example/v1',
  });
  expect(resolveCredentials({ env, userToken: 'uk_given' })).toMatchObject({
    userToken: 'uk_given',
    apiKeyCommand: key.command,
    userTokenCommand: undefined,
    sources: { apiKey: 'config', userToken: 'flag' },
  });
  expect(resolveCredentials({ env, baseUrl: 'https://b.example/v1' })).toMatchObject({
    apiKeyCommand: undefined,
    userTokenCommand: undefined,
    sources: { apiKey: undefined, userToken: undefined },
  });
  const failing = createClient({ apiKeyCommand: ['nosuch-manager'], env });
  await expect(failing.keys.availability()).rejects.toMatchObject({ code: 'missing_api_key' });
});

test('resolveCredentials applies directory bindings, the active profile and the settings', () => {
  store(join(directory, 'profiles/acme/credentials.json'), {
    api_key: apiKey,
    base_url: 'https://a.example/v1',
  });
  store(join(directory, 'settings.json'), { base_url: 'https://set.example/v1' });
  expect(resolveCredentials({ env })).toMatchObject({
    apiKey: undefined,
    baseUrl: 'https://set.example/v1',
  });
  store(join(directory, 'profiles.json'), { current: 'acme' });
  expect(resolveCredentials({ env })).toMatchObject({ apiKey, baseUrl: 'https://a.example/v1' });
  store(join(directory, 'profiles.json'), {
    current: 'other',
    bindings: { [process.cwd()]: 'acme' },
  });
  expect(resolveCredentials({ env }).apiKey).toBe(apiKey);
  expect(resolveCredentials({ env, profile: 'other' }).apiKey).toBeUndefined();
});
