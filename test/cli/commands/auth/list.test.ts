// `auth list` prints the stored logins. If --check is set, it also checks each login's API key at the login's service.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultBaseUrl } from '../../../../src/lib/identity';
import {
  apiKey,
  available,
  freshHome,
  keyService,
  otherKey,
  type Replies,
  refuse,
  store,
  userToken,
} from '../../../support/keys';
import { skippingClock } from '../../../support/skipping-clock';
import { documentOf } from '../../../support/tool';

/** Starts a service with these responses, and creates a home directory with a login for it and logins in profiles. */
async function homeWith(replies: Replies, profiles: Record<string, unknown> = {}) {
  const home = freshHome();
  const { url } = await keyService(replies);
  store(home.configFile, { api_key: apiKey, user_token: userToken, base_url: url });
  for (const [name, content] of Object.entries(profiles)) store(profileFile(home, name), content);
  return { home, url };
}

const profileFile = ({ path }: { path: string }, name: string) =>
  join(path, `.config/waypost/profiles/${name}/credentials.json`);

describe('`auth list --check`', () => {
  test.each<[what: string, replies: Replies, members: object, words: RegExp]>([
    ['a key that works', {}, { live: true, available: true }, /live and available$/m],
    [
      'a key over its limit',
      { availability: available(false) },
      { live: true, available: false },
      /live, but no lookups remain or the key has reached a limit$/m,
    ],
    [
      'a key that is unknown to the service',
      { availability: refuse(404, 4042, 'Key not found') },
      { live: false, available: false },
      /rejected by the service$/m,
    ],
    [
      'the error of a service that fails',
      { availability: refuse(500, 5000, 'Broken') },
      { live: null, available: null, error: { code: 'service_unavailable', message: 'Broken' } },
      /unknown: service_unavailable$/m,
    ],
  ])('reports %s', async (_, replies, members, words) => {
    const { home, url } = await homeWith(replies);
    const run = await home.call('auth list --check --json');
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(documentOf(run)).toEqual([
      {
        profile: null,
        base_url: url,
        api_key: { source: 'config', preview: 'ak_liv…' },
        user_token: { source: 'config', preview: 'uk_liv…' },
        current: true,
        ...members,
      },
    ]);
    const { stdout } = await home.call('auth list --check');
    expect(stdout).toMatch(words);
    expect(stdout).toMatch(/^ +PROFILE .* MANAGEMENT KEY +STATE$/m);
  });

  test("masks keys of any format in the service's messages", async () => {
    const key = 'other-shape-9f8e7d6c5b4a';
    const home = freshHome();
    home.keep(key);
    const { url } = await keyService({ availability: refuse(500, 5000, `No ${key}`) });
    store(home.configFile, { api_key: key, base_url: url });
    const run = await home.call('auth list --check --json');
    expect(documentOf(run)).toMatchObject([{ error: { message: 'No other-…' } }]);
    const { stdout } = await home.call('auth list --check');
    expect(stdout).toContain('\n\nNo other-…\n');
  });

  test('prints the path of a credentials file that cannot be parsed, and does not check its login', async () => {
    const { home } = await homeWith({}, { broken: '{"api_key":' });
    const run = await home.call('auth list --check --json');
    expect(documentOf(run)).toMatchObject([
      { profile: null, live: true },
      {
        profile: 'broken',
        base_url: null,
        api_key: null,
        user_token: null,
        current: false,
        live: null,
        available: null,
        error: {
          code: 'invalid_credentials_file',
          message: expect.stringContaining(profileFile(home, 'broken')),
        },
      },
    ]);
    const { stdout } = await home.call('auth list --check');
    expect(stdout).toMatch(/^ +broken +unknown +none +none +unknown: invalid_credentials_file$/m);
    expect(stdout).toContain(`waypost cannot parse ${profileFile(home, 'broken')}`);
  });

  test('sends a request over plain HTTP to another host only if --insecure-http is set', async () => {
    const base_url = 'http://service.example/v1';
    const { home } = await homeWith({}, { plain: { api_key: otherKey, base_url } });
    const env = { HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1' };
    const words = ['auth', 'list', '--check', '--json'];
    expect(documentOf(await home.call(words, { env, clock: skippingClock }))).toMatchObject([
      { profile: null, live: true },
      {
        profile: 'plain',
        base_url,
        live: null,
        error: {
          code: 'invalid_input',
          message: expect.stringContaining(`in ${profileFile(home, 'plain')} uses plain HTTP`),
        },
      },
    ]);
    const asked = await home.call([...words, '--insecure-http'], { env, clock: skippingClock });
    expect(documentOf(asked)).toMatchObject([
      { profile: null, live: true },
      { profile: 'plain', base_url, live: null, error: { code: 'network_error' } },
    ]);
  });

  test("checks the key that a key command prints, and shows the key command's program name instead of the key", async () => {
    const home = freshHome();
    const { url, asked } = await keyService();
    const command = [process.execPath, '-e', `console.log('${otherKey}')`];
    store(home.configFile, { api_key_command: command, base_url: url });
    const run = await home.call('auth list --check --json');
    expect(documentOf(run)).toMatchObject([
      {
        api_key: { source: 'config', preview: '…', command: 'node' },
        user_token: null,
        live: true,
      },
    ]);
    expect(asked[0]?.path).toBe(`/v1/keys/${otherKey}`);
    const { stdout } = await home.call('auth list');
    expect(stdout).toMatch(/from node +none$/m);
  });
});

describe('`auth list` without --check', () => {
  test('does not send a request or print whether the keys work', async () => {
    const home = freshHome();
    const { url, asked } = await keyService();
    store(home.configFile, { api_key: apiKey, base_url: url });
    const run = await home.call('auth list --json');
    expect(documentOf(run)).toEqual([
      {
        profile: null,
        base_url: url,
        api_key: { source: 'config', preview: 'ak_liv…' },
        user_token: null,
        current: true,
      },
    ]);
    const { stdout } = await home.call('auth list');
    expect(stdout.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['PROFILE', 'SERVICE', 'API KEY', 'MANAGEMENT KEY'],
      ['*', '(default)', url, 'ak_liv…', 'none'],
      [''],
    ]);
    expect(asked).toEqual([]);
  });

  test("prints the default service's base URL for a login without one", async () => {
    const home = freshHome();
    store(home.configFile, { api_key: apiKey });
    expect(await home.json('auth list')).toMatchObject([{ base_url: defaultBaseUrl }]);
  });

  test('prints how to store a login if none is stored', async () => {
    const home = freshHome();
    expect(await home.call('auth list')).toMatchObject({
      status: 0,
      stdout: 'No login is stored. Store a login with `waypost auth login`.\n',
    });
    expect(await home.json('auth list')).toEqual([]);
  });
});

describe('`auth list`', () => {
  const work = { api_key: otherKey, base_url: 'https://work.example/v1' };

  test('marks the active profile, and prints the environment variable that selects it', async () => {
    const { home } = await homeWith({}, { work });
    const env = { WAYPOST_PROFILE: 'work' };
    const { stdout } = await home.call('auth list', { env });
    expect(stdout).toMatch(/^\* +work /m);
    expect(stdout).not.toMatch(/^\* +\(default\)/m);
    expect(stdout).toMatch(/\n\nActive profile: .*work.*WAYPOST_PROFILE.*\.\n$/);
  });

  test('suggests `auth switch` if the default profile has no login and you did not select a profile', async () => {
    const home = freshHome();
    store(profileFile(home, 'work'), work);
    const { stdout } = await home.call('auth list');
    expect(stdout).toContain(
      'The default profile has no login. Switch to a different profile with `waypost auth switch <profile>`.',
    );
    expect(stdout).not.toContain('Active profile:');
  });

  test('suggests `auth login` if you selected a profile that has no login', async () => {
    const { home } = await homeWith({});
    const { stdout } = await home.call('--profile empty auth list');
    expect(stdout).toContain(
      'The active profile has no login. Store a login with `waypost auth login --profile empty`.',
    );
  });
});
