// Which credential and which service are used, rule by rule (docs/contract.md, "Credentials").
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type CredentialFlags,
  requireApiKey,
  requireUserToken,
  resolveCredentials,
} from '../../../src/client/credentials/resolve';
import { defaultBaseUrl } from '../../../src/lib/identity';
import { apiKey, freshHome, otherKey, otherToken, store, userToken } from '../../support/keys';

type Env = Record<string, string>;

const base_url = 'https://service.example/v1';
const login = { api_key: apiKey, user_token: userToken, base_url };

/** What is resolved where the file holds this; undefined for no file. */
function resolved(file: object | undefined, flags: CredentialFlags = {}, env: Env = {}) {
  const home = freshHome();
  if (file !== undefined) store(home.configFile, file);
  return resolveCredentials(home.configFile, flags, env);
}

describe('each credential on its own: option, then environment, then file', () => {
  const env = { WAYPOST_API_KEY: otherKey, WAYPOST_USER_TOKEN: otherToken };
  test.each<
    [what: string, file: object | undefined, CredentialFlags, Env, key: unknown, token: unknown]
  >([
    ['none', undefined, {}, {}, undefined, undefined],
    ['file', login, {}, {}, ['config', apiKey], ['config', userToken]],
    ['file without a token', { api_key: apiKey, base_url }, {}, {}, ['config', apiKey], undefined],
    ['environment above file', login, {}, env, ['env', otherKey], ['env', otherToken]],
    ['option above both', login, { apiKey: 'ak_f' }, env, ['flag', 'ak_f'], ['env', otherToken]],
    [
      'both options',
      login,
      { apiKey: 'ak_f', userToken: 'uk_f' },
      env,
      ['flag', 'ak_f'],
      ['flag', 'uk_f'],
    ],
    [
      'an empty variable',
      login,
      {},
      { WAYPOST_API_KEY: ' ' },
      ['config', apiKey],
      ['config', userToken],
    ],
    ['trimmed', login, { apiKey: ' ak_f\n' }, {}, ['flag', 'ak_f'], ['config', userToken]],
  ])('%s', (_, file, flags, variables, key, token) => {
    const found = resolved(file, { ...flags, baseUrl: base_url }, variables);
    const told = (credential: typeof found.apiKey) =>
      credential && [credential.source, credential.value];
    expect([told(found.apiKey), told(found.userToken)]).toEqual([key, token]);
  });
});

describe('the base URL: option, environment, file, default', () => {
  const env = { WAYPOST_BASE_URL: 'https://env.example/v1' };
  test.each<[what: string, file: object | undefined, CredentialFlags, Env, url: string]>([
    ['default', undefined, {}, {}, defaultBaseUrl],
    ['file', login, {}, {}, base_url],
    ['environment', login, {}, env, 'https://env.example/v1'],
    ['option', login, { baseUrl: 'https://flag.example/v1/' }, env, 'https://flag.example/v1'],
    ['an empty variable', login, {}, { WAYPOST_BASE_URL: '' }, base_url],
  ])('%s', (_, file, flags, variables, url) => {
    expect(resolved(file, flags, variables).baseUrl.href).toBe(url);
  });
});

describe('stored credentials are sent to the origin they were verified against only', () => {
  test.each<[what: string, url: string, isSent: boolean]>([
    ['the same', base_url, true],
    ['another path', 'https://service.example/other/v1', true],
    ['another host', 'https://another.example/v1', false],
    ['another port', 'https://service.example:8443/v1', false],
    ['another scheme', 'http://127.0.0.1/v1', false],
  ])('%s', (_, url, isSent) => {
    const found = resolved(login, { baseUrl: url });
    expect([found.apiKey !== undefined, found.userToken !== undefined]).toEqual([isSent, isSent]);
    expect(found.withheld).toEqual(
      isSent
        ? undefined
        : expect.stringMatching(/belong to https:\/\/service\.example and are not/),
    );
  });

  test('without a base_url they are for the default service', () => {
    expect(resolved({ api_key: apiKey }).apiKey?.value).toBe(apiKey);
    expect(resolved({ api_key: apiKey }, { baseUrl: base_url }).apiKey).toBeUndefined();
  });
});

describe('what is refused before anything is sent', () => {
  test.each<[what: string, CredentialFlags, Env, message: RegExp]>([
    ['a management key as API key', { apiKey: userToken }, {}, /begins uk_/],
    ['an API key as management key', { userToken: apiKey }, {}, /begins ak_/],
    ['a blank in a key', { apiKey: 'ak_a b' }, {}, /contains spaces/],
    ['letters that no key has', { apiKey: 'ak_ä' }, {}, /contains spaces or characters/],
    ['an option in the place of a key', { apiKey: '--json' }, {}, /begins with a dash/],
    ['the same in a variable', {}, { WAYPOST_API_KEY: '-x' }, /in WAYPOST_API_KEY/],
    ['no URL', { baseUrl: 'x' }, {}, /not a URL/],
    ['another scheme', { baseUrl: 'ftp://a.example' }, {}, /neither https nor http/],
    ['a password', { baseUrl: 'https://u:p@a.example' }, {}, /user name or password/],
    ['plain http to another machine', { baseUrl: 'http://a.example/v1' }, {}, /plain http/],
  ])('%s', (_, flags, env, message) => {
    const refusal = { code: 'invalid_input', message: expect.stringMatching(message) };
    expect(() => resolved(login, flags, env)).toThrow(expect.objectContaining(refusal));
  });

  test('--insecure-http allows plain http, with a warning', () => {
    const found = resolved(undefined, { baseUrl: 'http://a.example/v1', insecureHttp: true });
    expect(found.warnings).toMatchObject([{ reason: 'plain_http' }]);
  });
});

test('what is missing is an error of its own for each kind', async () => {
  const none = resolveCredentials(join('/nowhere', 'credentials.json'), {}, {});
  await expect(requireApiKey(none)).rejects.toMatchObject({ code: 'missing_api_key' });
  await expect(requireUserToken(none)).rejects.toMatchObject({ code: 'missing_user_token' });
});
