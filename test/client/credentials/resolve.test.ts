// Which credential and which service are used, rule by rule (docs/compatibility.md, "Credentials").
import { describe, expect, test } from 'vitest';
import type { ProfileChoice } from '../../../src/client/credentials/directories';
import {
  type CredentialOptions,
  checkKey,
  type KeyKind,
  requireApiKey,
  requireUserToken,
  resolveCredentials,
} from '../../../src/client/credentials/resolve';
import { defaultBaseUrl } from '../../../src/lib/identity';
import { apiKey, freshHome, otherKey, otherToken, store, userToken } from '../../support/keys';

type Env = Record<string, string>;
type ResolvedFrom = Parameters<typeof resolveCredentials>[3];

const base_url = 'https://service.example/v1';
const login = { api_key: apiKey, user_token: userToken, base_url };

/** Resolves the credentials with this content of the file, or without a file. */
function resolved(
  file: object | undefined,
  flags: CredentialOptions = {},
  env: Env = {},
  from: ResolvedFrom = {},
) {
  const home = freshHome();
  if (file !== undefined) store(home.configFile, file);
  return resolveCredentials(home.configFile, flags, env, from);
}

describe('resolveCredentials', () => {
  const env = { WAYPOST_API_KEY: otherKey, WAYPOST_USER_TOKEN: otherToken };
  test.each<
    [what: string, file: object | undefined, CredentialOptions, Env, key: unknown, token: unknown]
  >([
    ['nothing is set', undefined, {}, {}, undefined, undefined],
    ['only the file is set', login, {}, {}, ['config', apiKey], ['config', userToken]],
    [
      'the file has no management key',
      { api_key: apiKey, base_url },
      {},
      {},
      ['config', apiKey],
      undefined,
    ],
    [
      'the environment and the file are set',
      login,
      {},
      env,
      ['env', otherKey],
      ['env', otherToken],
    ],
    ['all three are set', login, { apiKey: 'ak_f' }, env, ['flag', 'ak_f'], ['env', otherToken]],
    [
      'both options are set',
      login,
      { apiKey: 'ak_f', userToken: 'uk_f' },
      env,
      ['flag', 'ak_f'],
      ['flag', 'uk_f'],
    ],
    [
      'the environment variable is blank',
      login,
      {},
      { WAYPOST_API_KEY: ' ' },
      ['config', apiKey],
      ['config', userToken],
    ],
    [
      'the option has spaces around the value',
      login,
      { apiKey: ' ak_f\n' },
      {},
      ['flag', 'ak_f'],
      ['config', userToken],
    ],
  ])(
    'takes each key from the first of these sources that has the key: option, environment variable, file (case: %s)',
    (_, file, flags, variables, key, token) => {
      const found = resolved(file, { ...flags, baseUrl: base_url }, variables);
      const told = (credential: typeof found.apiKey) =>
        credential && [credential.source, credential.value];
      expect([told(found.apiKey), told(found.userToken)]).toEqual([key, token]);
    },
  );
});

describe('resolveCredentials', () => {
  const env = { WAYPOST_BASE_URL: 'https://env.example/v1' };
  test.each<[what: string, file: object | undefined, CredentialOptions, Env, url: string]>([
    ['nothing is set', undefined, {}, {}, defaultBaseUrl],
    ['only the file is set', login, {}, {}, base_url],
    ['the environment and the file are set', login, {}, env, 'https://env.example/v1'],
    [
      'all three are set',
      login,
      { baseUrl: 'https://flag.example/v1/' },
      env,
      'https://flag.example/v1',
    ],
    ['the environment variable is empty', login, {}, { WAYPOST_BASE_URL: '' }, base_url],
  ])(
    'takes the base URL from the first of these sources that has a URL: option, environment variable, file, default (case: %s)',
    (_, file, flags, variables, url) => {
      expect(resolved(file, flags, variables).baseUrl.href).toBe(url);
    },
  );
});

describe('stored credentials', () => {
  test.each<[what: string, url: string, isSent: boolean]>([
    ['the same origin', base_url, true],
    ['another path on the same origin', 'https://service.example/other/v1', true],
    ['another host', 'https://another.example/v1', false],
    ['another port', 'https://service.example:8443/v1', false],
    ['another scheme', 'http://127.0.0.1/v1', false],
  ])('are sent only to the origin of the stored base URL (request to: %s)', (_, url, isSent) => {
    const found = resolved(login, { baseUrl: url });
    expect([found.apiKey !== undefined, found.userToken !== undefined]).toEqual([isSent, isSent]);
    expect(found.withheld).toEqual(
      isSent
        ? undefined
        : expect.stringMatching(/belong to https:\/\/service\.example, so waypost does not send/),
    );
  });

  test('belong to the default service if they have no base_url', () => {
    expect(resolved({ api_key: apiKey }).apiKey?.value).toBe(apiKey);
    expect(resolved({ api_key: apiKey }, { baseUrl: base_url }).apiKey).toBeUndefined();
  });
});

describe('resolveCredentials', () => {
  const characters = 'contains spaces or other characters that a key cannot contain.';
  const ofOther = 'key_of_other_kind';
  test.each<[what: string, CredentialOptions, Env, reason: string, message: string]>([
    [
      'a management key as API key',
      { apiKey: userToken },
      {},
      ofOther,
      'The API key starts with uk_, so it is a management key.',
    ],
    [
      'an API key as management key',
      {},
      { WAYPOST_USER_TOKEN: apiKey },
      ofOther,
      'The management key in WAYPOST_USER_TOKEN starts with ak_, so it is an API key.',
    ],
    [
      'a space in an API key',
      { apiKey: 'ak_a b' },
      {},
      'key_characters',
      `The API key ${characters}`,
    ],
    [
      'a letter before the prefix of an API key',
      { apiKey: 'äak_' },
      {},
      'key_characters',
      `The API key ${characters}`,
    ],
    [
      'a management key with invalid letters',
      { userToken: 'uk_ä' },
      {},
      'key_characters',
      `The management key ${characters}`,
    ],
    [
      'an option name as API key',
      { apiKey: '--json' },
      {},
      'key_missing',
      'The API key starts with a dash, as an option does.',
    ],
    [
      'an option name in an environment variable',
      {},
      { WAYPOST_API_KEY: '-x' },
      'key_characters',
      `The API key in WAYPOST_API_KEY ${characters}`,
    ],
    [
      'a base URL that is not a URL',
      { baseUrl: 'x' },
      {},
      'base_url',
      'The base URL is not a valid URL.',
    ],
    [
      'a base URL with another scheme',
      { baseUrl: 'ftp://a.example' },
      {},
      'base_url',
      'The base URL must begin with https:// or http://.',
    ],
    [
      'a base URL with a password',
      {},
      { WAYPOST_BASE_URL: 'https://u:p@a.example' },
      'base_url_credentials',
      'The base URL in WAYPOST_BASE_URL contains a user name or password.',
    ],
    [
      'a base URL with plain HTTP to another host',
      { baseUrl: 'http://a.example/v1' },
      {},
      'base_url_plain_http',
      'The base URL uses plain HTTP to another host, so keys would cross the network unencrypted.',
    ],
  ])('rejects %s', (_, flags, env, reason, message) => {
    const refusal = { code: 'invalid_input', reason, message };
    expect(() => resolved(login, flags, env)).toThrow(expect.objectContaining(refusal));
  });
});

test('checkKey throws an error that names the kind of key that is invalid', () => {
  expect(() => checkKey('-x', 'userToken')).toThrow(
    expect.objectContaining({ about: { kind: 'userToken' } }),
  );
});

test('resolveCredentials allows plain HTTP if insecureHttp is true, and adds a warning', () => {
  const found = resolved(undefined, { baseUrl: 'http://a.example/v1', insecureHttp: true });
  expect(found.warnings).toMatchObject([{ reason: 'plain_http' }]);
});

describe('key commands', () => {
  const commands = {
    api_key_command: ['pass', 'ak'],
    user_token_command: ['pass', 'uk'],
    base_url,
  };
  const readKey = async (command: readonly string[], kind: KeyKind) => `${kind} ${command.join()}`;

  test.each<[what: string, flags: CredentialOptions, from: ResolvedFrom, known: string[]]>([
    ['both keys for the stored service', {}, { keyFromCommand: readKey }, ['apiKey', 'userToken']],
    [
      'no key for another service',
      { baseUrl: 'https://b.example' },
      { keyFromCommand: readKey },
      [],
    ],
    [
      'only the management key if an option has the API key',
      { apiKey: 'ak_f' },
      { keyFromCommand: readKey },
      ['userToken'],
    ],
    ['no key if keyFromCommand is not given', {}, {}, []],
  ])('provide %s', (_, flags, from, known) => {
    expect(Object.keys(resolved(commands, flags, {}, from).commands)).toEqual(known);
  });

  test('provide each key only when the caller requires it', async () => {
    const found = resolved(commands, {}, {}, { keyFromCommand: readKey });
    expect([found.apiKey, found.userToken]).toEqual([undefined, undefined]);
    const key = { value: 'apiKey pass,ak', source: 'config' };
    expect(await requireApiKey(found)).toEqual(key);
    expect(found.apiKey).toEqual(key);
    expect(await requireUserToken(found)).toEqual({
      value: 'userToken pass,uk',
      source: 'config',
    });
  });
});

describe('the error for a missing key', () => {
  test.each<[what: string, profile: ProfileChoice | undefined, of: string]>([
    ['the default', undefined, ''],
    ['an option', { name: 'w', source: 'flag' }, ' for the profile w'],
    [
      'the environment',
      { name: 'w', source: 'env' },
      ' for the profile w (selected by WAYPOST_PROFILE)',
    ],
    [
      'a directory',
      { name: 'w', source: 'directory', directory: '/a' },
      ' for the profile w (bound to /a)',
    ],
    [
      'auth switch',
      { name: 'w', source: 'current' },
      ' for the profile w (chosen with auth switch)',
    ],
  ])(
    'names the profile unless the default profile is in use (profile chosen by %s)',
    async (_, profile, of) => {
      const none = resolved(undefined, { baseUrl: base_url }, {}, { profile });
      expect(none.withheld).toBeUndefined();
      await expect(requireApiKey(none)).rejects.toMatchObject({
        code: 'missing_api_key',
        message: `waypost found no API key${of}.`,
      });
      await expect(requireUserToken(none)).rejects.toMatchObject({
        code: 'missing_user_token',
        message: `waypost found no management key${of}.`,
      });
      const withheld = `The stored credentials${of} belong to https://service.example, so waypost does not send them to https://b.example.`;
      const elsewhere = resolved(login, { baseUrl: 'https://b.example' }, {}, { profile });
      for (const key of [requireApiKey, requireUserToken]) {
        await expect(key(elsewhere)).rejects.toThrow(withheld);
      }
    },
  );
});
