import { describe, expect, test } from 'vitest';
import { useAccount } from '../support/account';
import { sample, systemTest } from '../support/runs';
import { documentOf, errorOf, expectError, type Run } from '../support/tool';

const account = useAccount({ sublicensing: false });

/** Runs `waypost api` with these arguments. */
const api = (...words: string[]): Promise<Run> => account.call(['api', ...words]);

/** Sends a request to the service without waypost, and returns the response body. */
async function answered(method: string, path: string, credential = ''): Promise<string> {
  const headers = { Authorization: `Bearer ${credential}` };
  return (await account.bench.service(method, path, { headers })).text;
}

describe('`waypost api`', () => {
  test.each([
    ['get', 'places?query=berlin'],
    ['GET', '/places?query=berlin'],
    ['Get', 'http'],
  ])('prints the response to the request `%s %s` byte for byte', async (method, path) => {
    const { url } = account.bench.sandbox;
    const whole = path === 'http' ? `${url}/places?query=berlin` : path;
    const run = await api(method, whole);
    expect([run.status, run.stderr]).toEqual([0, '']);
    expect(run.stdout).toBe(await answered('GET', '/places?query=berlin', account.keys.key));
  });

  test.each([
    ['head', 200],
    ['options', 204],
  ])('does not print a response body if the method is %s', async (method, status) => {
    expect(await api(method, 'places')).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(documentOf(await api(method, 'places', '--json'))).toEqual({
      status,
      headers: expect.objectContaining({ 'svc-source-ip': '127.0.0.1' }),
      body: null,
    });
  });
});

describe('`waypost api`', () => {
  const without = (name: string) => ({ env: { [name]: undefined } });
  systemTest(
    'sends `GET keys/{key}` with the management key, or with the API key if no management key is set',
    async () => {
      const args = ['api', 'get', 'keys/{key}', '--json'];
      const open = documentOf(await account.call(args, without('WAYPOST_USER_TOKEN')));
      expect(open).toMatchObject({ result: { available: true } });
      const own = documentOf(await account.call(args));
      expect(own).toMatchObject({ result: { lookups_remaining: 50 } });
    },
  );

  test.each([
    ['missing_user_token', 'keys/{key}/details', 'WAYPOST_USER_TOKEN'],
    ['missing_api_key', 'keys/{key}', 'WAYPOST_API_KEY'],
    ['missing_api_key', 'places', 'WAYPOST_API_KEY'],
  ])(
    'fails with the error %s if the request is `GET %s` and the environment variable %s is not set',
    async (code, path, variable) => {
      const args = ['api', 'get', path, '--json'];
      const error = errorOf(await account.call(args, without(variable)));
      expect(error).toMatchObject({ exit: 4, code, hint: expect.any(String) });
    },
  );

  test.each(['api-key', 'management-key'])(
    'requires the credential that --as %s selects, even if the path does not require one',
    async (as) => {
      const env = { WAYPOST_API_KEY: undefined, WAYPOST_USER_TOKEN: undefined };
      const args = ['api', 'get', 'sign_up/x', '--as', as, '--json'];
      const error = errorOf(await account.call(args, { env }));
      expect(error).toMatchObject({ exit: 4, code: expect.stringMatching(/^missing_/) });
    },
  );
});

describe('`waypost api`', () => {
  test('can sign up without a credential, and can retrieve the keys only once', async () => {
    const env = { WAYPOST_API_KEY: undefined, WAYPOST_USER_TOKEN: undefined };
    const run = (...words: string[]) => account.call(['api', ...words, '--json'], { env });
    const started = documentOf(await run('post', 'sign_up', '-f', 'email=a@example.com'));
    const { cli_token } = (started as { result: { cli_token: string } }).result;
    const poll = ['get', `sign_up/${cli_token}`];
    expect(documentOf(await run(...poll))).toMatchObject({ code: 2020 });
    await account.bench.control('POST', `/sign_up/${cli_token}/complete`);
    expect(documentOf(await run(...poll))).toMatchObject({
      result: { user_token: expect.stringMatching(/^uk_/), test_api_key: expect.any(String) },
    });
    const error = errorOf(await run(...poll));
    expect(error).toMatchObject({ exit: 1, status: 410, api_code: 4100 });
  });

  test('rejects --silent if the response might contain the only copy of new keys', async () => {
    const run = await api('get', 'sign_up/token', '--silent');
    expect([run.status, run.stdout]).toEqual([2, '']);
    expect(run.stderr).toContain('only copy');
  });

  test('rejects --tags if the path already contains a `tags` parameter', async () => {
    expectError(await api('get', 'places/x?tags=a', '--tags', 'b', '--json'), 'invalid_input');
  });

  test('prints how to enable sublicensing if a request requires sublicensing and the key has it disabled', async () => {
    const error = errorOf(await api('get', 'keys/{key}/licensees', '--json'));
    expect(error).toMatchObject({ exit: 4, api_code: 4013 });
    expect(error.hint).toMatch(/Enable sublicensing for the key/);
  });
});

describe('`waypost api`', () => {
  test.each<[string[], number, object]>(
    sample([
      [['get', 'nosuch'], 1, { code: 'api_error', status: 404, api_code: 404 }],
      [['patch', 'places'], 1, { code: 'api_error', status: 404, api_code: 404 }],
      [['get', 'places/geonames_0'], 1, { code: 'not_found', status: 404, api_code: 4040 }],
      [['get', 'keys/{key}/usage?start=x'], 1, { code: 'api_error', status: 400, api_code: 4006 }],
      [['get', 'places/%zz'], 1, { code: 'api_error', status: 400, api_code: 4000 }],
      [['get', 'keys/ak_nosuchkey/details'], 4, { code: 'auth_failed', api_code: 4042 }],
      [['get', 'places', '--api-key', 'ak_nosuchkey'], 4, { code: 'auth_failed', api_code: 4010 }],
      [['head', 'nosuch'], 1, { code: 'api_error', status: 404 }],
      [['head', 'places', '--as', 'none'], 4, { code: 'auth_failed', status: 401 }],
    ]),
  )('fails if the arguments are %j (exit code: %i, error: %j)', async (words, exit, error) => {
    const reported = errorOf(await api(...words, '--json'));
    expect(reported).toMatchObject({ exit, hint: expect.any(String), ...error });
    const asText = await api(...words);
    expect([asText.status, asText.stdout]).toEqual([exit, '']);
    expect(asText.stderr).toMatch(/^Error: /);
  });

  systemTest(
    "prints an error response's status and headers, but not its body, if -i is set",
    async () => {
      const run = await api('get', 'places', '--as', 'none', '-i');
      expect(run.status).toBe(4);
      expect(run.stdout).toMatch(/^HTTP\/1\.1 401 Unauthorized\n/);
      expect(run.stdout).toMatch(/^www-authenticate: /m);
      expect(run.stdout).not.toContain('{');
      expectError(await api('get', 'places', '--as', 'none', '-i', '--json'), 'auth_failed');
    },
  );

  systemTest('prints a hint that contains the base URL if the path is unknown', async () => {
    const { hint } = errorOf(await api('get', 'v1/places', '--json'));
    expect(hint).toContain(`${account.bench.sandbox.url}/places`);
  });
});

describe('`waypost api`', () => {
  const key = 'ak_othersecretkey';
  const token = 'uk_othersecrettoken';
  test.each<[string[], string]>([
    [['fetch', 'places'], 'not an HTTP method'],
    [['places', 'get'], 'not an HTTP method'],
    [['get', '../_sandbox/health'], 'dots'],
    [['get', 'keys/{key}/%2e%2e/%2e%2e/%2e%2e/_sandbox/accounts'], 'dots'],
    [['get', '//evil.example/v1/places'], 'another host'],
    [['get', 'https://evil.example/v1/places'], 'is outside'],
    [['get', 'places#x'], 'fragment'],
    [['get', 'places\\..'], 'backslash'],
    [['get', 'places\r\nX: y'], 'control character'],
    [['get', 'keys/{licensee}'], '{licensee}'],
    [['get', `places?api_key=${key}`], 'credential'],
    [['get', `places?query=x&user_token=${token}`], 'credential'],
    [['get', `places?%61pi_key=${key}`], 'credential'],
    [['get', `places?API_KEY=${key}`], 'credential'],
    [['get', `places?api_key[]=${key}`], 'credential'],
    [['get', 'places', '-f', `api_key=${key}`], 'credential'],
    [['head', 'places', '-F', `user_token=${token}`], 'credential'],
    [['delete', 'keys/{key}/configs/a', '-f', `user_token=${token}`], 'credential'],
    [['post', 'sign_up', '--input', '-', '-f', `api_key=${key}`], 'credential'],
    [['get', `keys/${token}/details`], 'management key'],
    [
      ['get', 'places', '-H', `Authorization: Bearer ${key}`],
      'cannot set the Authorization header',
    ],
    [['get', 'places', '-H', 'Host: evil.example'], 'host'],
    [['get', 'places', '-H', 'X: a\r\nAuthorization: b'], 'line break'],
    [['get', 'places', '-H', 'nothing'], 'name: value'],
    [['get', 'places', '-f', 'query'], 'key=value'],
    [['post', 'places', '-F', 'a={'], 'not valid JSON'],
    [['post', 'places', '-F', 'a=@/no/such/file'], 'no such file'],
    [['post', 'places', '--input', '/no/such/file'], 'no such file'],
    [['post', 'places', '--input', '-', '-F', 'a=@-'], 'only once'],
    [['post', 'places', '-F', 'a=@-', '-F', 'b=@-'], 'only once'],
    [['post', 'places', '--input', '-', '--api-key', '-'], 'both a key and'],
    [['get', 'places', '--input', '-'], 'GET requests have no body'],
    [['head', 'places', '--input', '-'], 'HEAD requests have no body'],
    [['post', 'keys/{key}/licensees', '--paginate'], '--paginate'],
    [['get', 'places', '--silent'], '--silent'],
    [['get', 'places', '--as', 'root'], '--as'],
    [['get'], 'The method or the path'],
    [[], 'The method or the path'],
    [['get', 'places', 'more'], 'Too many arguments'],
  ])('rejects the arguments %j without sending a request', async (words, message) => {
    account.home.keep(key, token);
    const run = await account.call(['api', ...words, '--json', '--debug'], { input: 'x' });
    expectError(run, 'invalid_input', {
      hint: expect.any(String),
      message: expect.stringContaining(message),
    });
    expect(run.stderr).not.toContain('> ');
  });

  test('rejects parameter values and paths that contain the API key or the management key in use', async () => {
    const { key: own, user_token } = account.keys;
    for (const words of [
      ['get', 'places', '-f', `query=${own}`],
      ['get', `places?query=x${user_token}`],
      ['get', `places/${user_token}`],
    ]) {
      expectError(await api(...words, '--json'), 'invalid_input');
    }
  });
});
