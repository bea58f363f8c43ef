import { describe, expect, onTestFinished, test } from 'vitest';
import { useAccount } from '../support/account';
import { sample, systemTest } from '../support/runs';
import { standIn } from '../support/service';
import { documentOf, errorOf, expectError, type Run } from '../support/tool';

const account = useAccount({ sublicensing: false });

/** Calls `waypost api`. */
const api = (...words: string[]): Promise<Run> => account.call(['api', ...words]);

/** What the service itself answers, byte for byte. */
async function answered(method: string, path: string, credential = ''): Promise<string> {
  const headers = { Authorization: `Bearer ${credential}` };
  return (await account.bench.service(method, path, { headers })).text;
}

describe('the body', () => {
  test.each([
    ['get', 'places?query=berlin'],
    ['GET', '/places?query=berlin'],
    ['Get', 'http'],
  ])('%s %s goes out byte for byte', async (method, path) => {
    const { url } = account.bench.sandbox;
    const whole = path === 'http' ? `${url}/places?query=berlin` : path;
    const run = await account.run(['api', method, whole]);
    expect([run.status, run.stderr]).toEqual([0, '']);
    expect(run.stdout).toBe(await answered('GET', '/places?query=berlin', account.keys.key));
  });

  test.each([
    ['head', 200],
    ['options', 204],
  ])('%s has none', async (method, status) => {
    expect(await api(method, 'places')).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(documentOf(await api(method, 'places', '--json'))).toEqual({
      status,
      headers: expect.objectContaining({ 'svc-source-ip': '127.0.0.1' }),
      body: null,
    });
  });
});

describe('the credential', () => {
  const without = (name: string) => ({ env: { [name]: undefined } });
  systemTest('GET keys/{key} needs no management key, and says more with one', async () => {
    const args = ['api', 'get', 'keys/{key}', '--json'];
    const open = documentOf(await account.call(args, without('WAYPOST_USER_TOKEN')));
    expect(open).toMatchObject({ result: { available: true } });
    const own = documentOf(await account.call(args));
    expect(own).toMatchObject({ result: { lookups_remaining: 50 } });
  });

  test.each([
    ['keys/{key}/details', 'WAYPOST_USER_TOKEN', 'missing_user_token'],
    ['keys/{key}', 'WAYPOST_API_KEY', 'missing_api_key'],
    ['places', 'WAYPOST_API_KEY', 'missing_api_key'],
  ])('GET %s without %s is %s', async (path, variable, code) => {
    const args = ['api', 'get', path, '--json'];
    const error = errorOf(await account.call(args, without(variable)));
    expect(error).toMatchObject({ exit: 4, code, hint: expect.any(String) });
  });

  test.each(['api-key', 'management-key'])('--as %s insists on it', async (as) => {
    const env = { WAYPOST_API_KEY: undefined, WAYPOST_USER_TOKEN: undefined };
    const args = ['api', 'get', 'sign_up/x', '--as', as, '--json'];
    const error = errorOf(await account.call(args, { env }));
    expect(error).toMatchObject({ exit: 4, code: expect.stringMatching(/^missing_/) });
  });
});

describe('signing up', () => {
  test('needs no credential, hands out the keys once, and says when they are gone', async () => {
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

  test('--silent is refused where it would throw the keys away', async () => {
    const run = await api('get', 'sign_up/token', '--silent');
    expect([run.status, run.stdout]).toEqual([2, '']);
    expect(run.stderr).toContain('only copy');
  });
});

describe('--tags', () => {
  test('given twice are refused', async () => {
    expectError(await api('get', 'places/x?tags=a', '--tags', 'b', '--json'), 'invalid_input');
  });
});

test('a key that is not for sublicensing: the hint says so, and not the contrary', async () => {
  const error = errorOf(await api('get', 'keys/{key}/licensees', '--json'));
  expect(error).toMatchObject({ exit: 4, api_code: 4013 });
  expect(error.hint).toMatch(/not enabled for sublicensing/);
});

describe('what the service refuses', () => {
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
  )('%j: exit %i, %j', async (words, exit, error) => {
    const told = errorOf(await api(...words, '--json'));
    expect(told).toMatchObject({ exit, hint: expect.any(String), ...error });
    const person = await api(...words);
    expect([person.status, person.stdout]).toEqual([exit, '']);
    expect(person.stderr).toMatch(/^Error: /);
  });

  systemTest('with -i the head is shown, the body is not', async () => {
    const run = await api('get', 'places', '--as', 'none', '-i');
    expect(run.status).toBe(4);
    expect(run.stdout).toMatch(/^HTTP\/1\.1 401 Unauthorized\n/);
    expect(run.stdout).toMatch(/^www-authenticate: /m);
    expect(run.stdout).not.toContain('{');
    expectError(await api('get', 'places', '--as', 'none', '-i', '--json'), 'auth_failed');
  });

  test.each(
    sample([
      [300, 3],
      [302, 3],
      [305, 3],
      [399, 3],
      [304, 0],
    ]),
  )('status %i: exit %i', async (status, exit) => {
    const service = await standIn((_, response) => {
      response.writeHead(status, { location: 'https://elsewhere.example/' }).end();
    });
    onTestFinished(() => service.close());
    const run = await account.home.call('api get places --json', {
      env: { WAYPOST_BASE_URL: service.url, WAYPOST_API_KEY: 'ak_of_no_account' },
    });
    expect(run.status).toBe(exit);
    if (exit !== 0) {
      expectError(run, 'invalid_response', {
        message: /redirects to https:\/\/elsewhere\.example/,
      });
    }
  });

  systemTest('a path that is not known says where paths begin', async () => {
    const { hint } = errorOf(await api('get', 'v1/places', '--json'));
    expect(hint).toContain(`${account.bench.sandbox.url}/places`);
  });
});

describe('what is refused before anything is sent', () => {
  const key = 'ak_othersecretkey';
  const token = 'uk_othersecrettoken';
  test.each<[string[], string]>([
    [['fetch', 'places'], 'not a method'],
    [['places', 'get'], 'not a method'],
    [['get', '../_sandbox/health'], 'dots'],
    [['get', 'keys/{key}/%2e%2e/%2e%2e/%2e%2e/_sandbox/accounts'], 'dots'],
    [['get', '//evil.example/v1/places'], 'another host'],
    [['get', 'https://evil.example/v1/places'], 'outside of'],
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
    [['post', 'places', '-F', 'a={'], 'not JSON'],
    [['post', 'places', '-F', 'a=@/no/such/file'], 'no such file'],
    [['post', 'places', '--input', '/no/such/file'], 'no such file'],
    [['post', 'places', '--input', '-', '-F', 'a=@-'], 'only once'],
    [['post', 'places', '-F', 'a=@-', '-F', 'b=@-'], 'only once'],
    [['post', 'places', '--input', '-', '--api-key', '-'], 'both a key and'],
    [['get', 'places', '--input', '-'], 'no body'],
    [['head', 'places', '--input', '-'], 'no body'],
    [['post', 'keys/{key}/licensees', '--paginate'], '--paginate'],
    [['get', 'places', '--silent'], '--silent'],
    [['get', 'places', '--as', 'root'], '--as'],
    [['get'], 'has no method or no path'],
    [[], 'has no method or no path'],
    [['get', 'places', 'more'], 'Too many arguments'],
  ])('%j', async (words, message) => {
    account.home.keep(key, token);
    const run = await account.call(['api', ...words, '--json', '--debug'], { input: 'x' });
    expectError(run, 'invalid_input', {
      hint: expect.any(String),
      message: expect.stringContaining(message),
    });
    expect(run.stderr).not.toContain('> ');
  });

  test('the very keys in use are known under any name', async () => {
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

test('help begins with examples, and shows what is printed and how it fails', async () => {
  const { stdout } = await account.home.call('api --help');
  expect(stdout).toMatch(/Examples:[\s\S]*Output \(--json\):[\s\S]*Errors:/);
});
