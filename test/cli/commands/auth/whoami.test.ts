// `auth whoami` prints the source of each credential, and whether the API key works.
import { describe, expect, test } from 'vitest';
import {
  apiKey,
  available,
  freshHome,
  keyService,
  otherKey,
  otherToken,
  refuse,
  store,
  userToken,
} from '../../../support/keys';
import { sample } from '../../../support/runs';
import { skippingClock } from '../../../support/skipping-clock';
import { documentOf, errorOf } from '../../../support/tool';

const whoami = ['auth', 'whoami'];
const preview = (source: string, value: string) => ({ source, preview: `${value.slice(0, 6)}…` });

describe('`auth whoami`', () => {
  type Where = 'flag' | 'env' | 'config';
  test.each<[key: Where[], token: Where[], Where | null, Where | null]>([
    [[], [], null, null],
    [['config'], [], 'config', null],
    [['config'], ['config'], 'config', 'config'],
    [['env'], [], 'env', null],
    [[], ['env'], null, 'env'],
    [['env', 'config'], ['config'], 'env', 'config'],
    [['config'], ['env', 'config'], 'config', 'env'],
    [['flag', 'env', 'config'], ['env', 'config'], 'flag', 'env'],
    [['config'], ['flag', 'env', 'config'], 'config', 'flag'],
    [['flag'], ['flag'], 'flag', 'flag'],
  ])(
    'reports the source of each key (API key set in: %j, management key set in: %j, reported sources: %s and %s)',
    async (key, token, keyFrom, tokenFrom) => {
      const home = freshHome();
      const { url, asked } = await keyService();
      // Each source has a different key, so that the preview shows the source that waypost used.
      const value = (kind: string, where: string) => `${where}_${kind}_0123456789`;
      if (key.includes('config')) {
        store(home.configFile, {
          api_key: value('key', 'config'),
          ...(token.includes('config') ? { user_token: value('token', 'config') } : {}),
          base_url: url,
        });
      }
      const run = await home.call(
        [
          ...whoami,
          ...(key.includes('flag') ? ['--api-key', value('key', 'flag')] : []),
          ...(token.includes('flag') ? ['--user-token', value('token', 'flag')] : []),
          '--base-url',
          url,
          '--json',
        ],
        {
          env: {
            WAYPOST_API_KEY: key.includes('env') ? value('key', 'env') : '',
            WAYPOST_USER_TOKEN: token.includes('env') ? value('token', 'env') : ' ',
          },
        },
      );
      expect(documentOf(run)).toEqual({
        api_key: keyFrom && preview(keyFrom, value('key', keyFrom)),
        user_token: tokenFrom && preview(tokenFrom, value('token', tokenFrom)),
        ...(keyFrom ? { live: true, available: true } : { live: false }),
      });
      expect(asked.map(({ path }) => path)).toEqual(
        keyFrom ? [`/v1/keys/${value('key', keyFrom)}`] : [],
      );
    },
  );
});

test('`auth whoami` checks the API key by sending GET /keys/{key} without a credential', async () => {
  const home = freshHome();
  const { url, asked } = await keyService();
  store(home.configFile, { api_key: apiKey, user_token: userToken, base_url: url });
  await home.call(whoami);
  expect(asked).toMatchObject([{ method: 'GET', path: `/v1/keys/${apiKey}` }]);
  expect(asked[0]?.headers.authorization).toBeUndefined();
});

describe('`auth whoami`', () => {
  test.each([
    ['available', available(true), { live: true, available: true }, 0],
    ['not available', available(false), { live: true, available: false }, 0],
    [
      'rejected after HTTP 401 with API code 4010',
      refuse(401, 4010, 'Invalid Key'),
      { live: false, available: false },
      4,
    ],
    [
      'rejected after HTTP 401 with API code 4011',
      refuse(401, 4011, 'Forbidden'),
      { live: false, available: false },
      4,
    ],
    [
      'rejected after HTTP 404 with API code 4042',
      refuse(404, 4042, 'Key not found'),
      { live: false, available: false },
      4,
    ],
  ] as const)('reports the key as %s', async (_name, availability, state, statusOfCheck) => {
    const home = freshHome();
    const { url } = await keyService({ availability });
    store(home.configFile, { api_key: apiKey, base_url: url });
    const report = { api_key: preview('config', apiKey), user_token: null, ...state };
    const plain = await home.call([...whoami, '--json']);
    expect([documentOf(plain), plain.status, plain.stderr]).toEqual([report, 0, '']);
    const checked = await home.call([...whoami, '--check', '--json']);
    expect([documentOf(checked), checked.status]).toEqual([report, statusOfCheck]);
  });

  test('reports `live: false` if there is no API key, and fails only if --check is set', async () => {
    const home = freshHome();
    const { url } = await keyService();
    const args = [...whoami, '--base-url', url, '--json'];
    const report = { api_key: null, user_token: null, live: false };
    expect(documentOf(await home.call(args))).toEqual(report);
    const checked = await home.call([...args, '--check']);
    expect([documentOf(checked), checked.status]).toEqual([report, 4]);
  });

  test.each(
    sample([
      ['cannot be reached', undefined, 'network_error'],
      ['returns HTTP 500', refuse(500, 5001, 'Uncatalogued Error'), 'service_unavailable'],
      ['returns HTTP 429', refuse(429, 4291, 'Too many requests'), 'rate_limited'],
      ['returns an unexpected result', refuse(200, 2000, 'Success'), 'invalid_response'],
      [
        'returns HTTP 404 without API code 4042',
        refuse(404, 404, '404 Page not found'),
        'api_error',
      ],
    ] as const),
  )(
    'prints an error that names the sources of both keys if the service %s',
    async (_name, availability, code) => {
      const home = freshHome();
      // No server listens on port 1. Another test could start a server on the port of a closed service.
      const url =
        availability === undefined
          ? 'http://127.0.0.1:1/v1'
          : (await keyService({ availability })).url;
      store(home.configFile, { api_key: apiKey, user_token: userToken, base_url: url });
      for (const check of [[], ['--check']]) {
        const run = await home.call([...whoami, ...check, '--json'], { clock: skippingClock });
        expect(errorOf(run)).toMatchObject({
          exit: code === 'api_error' ? 1 : 3,
          code,
          details: {
            api_key: preview('config', apiKey),
            user_token: preview('config', userToken),
          },
        });
      }
    },
  );
});

describe('`auth whoami` without --json', () => {
  test('prints the sources of the keys, the service, and whether the API key works', async () => {
    const home = freshHome();
    const { url } = await keyService();
    store(home.configFile, { api_key: apiKey, base_url: url });
    const run = await home.call(whoami, { env: { WAYPOST_USER_TOKEN: userToken } });
    expect(run).toEqual({
      status: 0,
      signal: null,
      stderr: '',
      stdout: [
        'API key         ak_liv… from the credentials file',
        'Management key  uk_liv… from the environment',
        `Service         ${url}`,
        'State           live and available',
        '',
      ].join('\n'),
    });
  });

  test.each([
    ['was rejected', refuse(401, 4010, 'Invalid Key'), 'rejected by the service'],
    [
      'is over a limit',
      available(false),
      'live, but no lookups remain or the key has reached a limit',
    ],
  ] as const)('prints that the API key %s', async (_name, availability, state) => {
    const home = freshHome();
    const { url } = await keyService({ availability });
    const run = await home.call([...whoami, '--api-key', apiKey, '--base-url', url]);
    expect(run.stdout).toContain(`API key         ak_liv… from an option\n`);
    expect(run.stdout).toContain(`State           ${state}\n`);
  });

  test('suggests `auth login` if no login is stored', async () => {
    const home = freshHome();
    const run = await home.call(whoami);
    expect(run.stdout).toMatch(/API key {9}none\nManagement key {2}none\n/);
    expect(run.stdout).toMatch(/^State {11}none$/m);
    expect(run.stdout).toContain('`waypost auth login`');
  });
});

describe('`auth whoami`', () => {
  test('does not send stored credentials to a different origin, and prints the reason', async () => {
    const home = freshHome();
    const { url, asked } = await keyService();
    store(home.configFile, {
      api_key: apiKey,
      user_token: userToken,
      base_url: 'https://service.example/v1',
    });
    const why = `The stored credentials belong to https://service.example, so waypost does not send them to ${new URL(url).origin}.`;
    const json = await home.call([...whoami, '--base-url', url, '--json']);
    expect(documentOf(json)).toEqual({ api_key: null, user_token: null, live: false });
    expect(json.stderr).toBe(`Warning: ${why}\n`);
    const human = await home.call(whoami, { env: { WAYPOST_BASE_URL: url } });
    expect(human.stdout).toContain(`${why}\n`);
    expect(asked).toEqual([]);
  });

  test('sends stored credentials to a different path on the same host and port, but not to a different port', async () => {
    const home = freshHome();
    const [one, two] = [await keyService(), await keyService()];
    store(home.configFile, { api_key: apiKey, base_url: one.url });
    const elsewhere = one.url.replace('/v1', '/other/v1');
    await home.call([...whoami, '--base-url', two.url]);
    await home.call([...whoami, '--base-url', elsewhere]);
    expect(two.asked).toEqual([]);
    expect(one.asked).toMatchObject([{ path: `/other/v1/keys/${apiKey}` }]);
  });

  test('does not send the stored management key to a different origin, even if --api-key sets the API key', async () => {
    const home = freshHome();
    const { url } = await keyService();
    store(home.configFile, {
      api_key: otherKey,
      user_token: otherToken,
      base_url: 'https://service.example/v1',
    });
    const run = await home.call([...whoami, '--api-key', apiKey, '--base-url', url, '--json']);
    expect(documentOf(run)).toEqual({
      api_key: preview('flag', apiKey),
      user_token: null,
      live: true,
      available: true,
    });
  });
});
