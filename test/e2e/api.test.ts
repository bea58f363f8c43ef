// `waypost api` against the sandbox.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** Writes a file into the home of the test. */
function file(name: string, content: string | Buffer): string {
  const path = join(account.home.path, name);
  writeFileSync(path, content);
  return path;
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

  test('--json is the whole envelope, one document', async () => {
    const run = await api('get', 'places?query=berlin', '--json');
    expect([run.status, run.stderr]).toEqual([0, '']);
    expect(documentOf(run)).toEqual(
      JSON.parse(await answered('GET', '/places?query=berlin', account.keys.key)),
    );
  });

  test('-i puts status line and headers before it', async () => {
    const run = await api('get', 'places?query=berlin', '-i');
    const [head = '', body] = run.stdout.split('\n\n');
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\n/);
    expect(head).toMatch(/^content-type: application\/json/m);
    expect(head).toMatch(/^x-ratelimit-limit: 3000$/m);
    expect(body).toBe(await answered('GET', '/places?query=berlin', account.keys.key));
  });

  test('-i --json is one document of status, headers and body', async () => {
    const document = documentOf(await api('get', 'places?query=berlin', '-i', '--json'));
    expect(document).toEqual({
      status: 200,
      headers: expect.objectContaining({ 'x-ratelimit-limit': '3000' }),
      body: JSON.parse(await answered('GET', '/places?query=berlin', account.keys.key)),
    });
  });

  test('--silent prints nothing, -i --silent the head alone', async () => {
    const run = await api('get', 'places?query=berlin', '--silent');
    expect([run.status, run.stdout, run.stderr]).toEqual([0, '', '']);
    const head = await api('get', 'places?query=berlin', '--silent', '-i');
    expect(head.stdout).toMatch(/^HTTP\/1\.1 200 OK\n([a-z-]+: [^\n]*\n)+\n$/);
  });

  systemTest('of the log is CSV, which --json puts into a document', async () => {
    await account.lookups(3, '2026-01-01', '2026-01-02');
    const range = ['-f', 'start=2026-01-01', '-f', 'end=2026-01-02'];
    const path = `/keys/${account.keys.key}/lookups?start=2026-01-01&end=2026-01-02`;
    const csv = await answered('GET', path, account.keys.user_token);
    expect(csv.split('\n')).toHaveLength(4);
    expect((await api('get', 'keys/{key}/lookups', ...range)).stdout).toBe(csv);
    expect(documentOf(await api('get', 'keys/{key}/lookups', ...range, '--json'))).toEqual({
      status: 200,
      headers: expect.objectContaining({ 'content-type': expect.stringContaining('text/csv') }),
      body: csv,
    });
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

describe('fields', () => {
  test('of a GET are members of the query', async () => {
    const run = await api('get', 'places?query=paris', '-f', 'country_iso=FRA', '--json');
    const same = await answered('GET', '/places?query=paris&country_iso=FRA', account.keys.key);
    expect(documentOf(run)).toEqual(JSON.parse(same));
    expect(same).toContain('FRA');
  });

  test('of a PUT are a JSON body, typed as they are given', async () => {
    const name = file('name.txt', 'From a file');
    const run = await api(
      'put',
      'keys/{key}/details',
      '-F',
      'daily_limit[limit]=1000',
      '-F',
      `name=@${name}`,
      '-F',
      'notifications={"enabled": false}',
      '-f',
      'allowed_urls[]=https://a.example',
      '-f',
      'allowed_urls[]=https://b.example',
      '-F',
      'monthly_limit[limit]=null',
      '--json',
    );
    expect(documentOf(run)).toMatchObject({
      result: {
        name: 'From a file',
        daily_limit: { limit: 1000 },
        monthly_limit: { limit: null },
        notifications: { enabled: false },
        allowed_urls: ['https://a.example', 'https://b.example'],
      },
    });
  });

  test('-f sends the text, which the service may refuse', async () => {
    const words = ['put', 'keys/{key}/details', '-f', 'daily_limit[limit]=1000', '--json'];
    expectError(await api(...words), 'api_error', {
      status: 400,
      api_code: 4001,
      details: [{ path: 'daily_limit.limit' }],
    });
  });

  systemTest('a config is made, changed and deleted', async () => {
    const made = await api('post', 'keys/{key}/configs', '-f', 'name=a', '-f', 'payload=1');
    expect(JSON.parse(made.stdout)).toMatchObject({ result: { name: 'a', payload: '1' } });
    const words = ['post', 'keys/{key}/configs/a', '-F', 'payload=@-', '--json'];
    const changed = await account.run(['api', ...words], { input: 'piped\n' });
    expect(documentOf(changed)).toMatchObject({ result: { payload: 'piped\n' } });
    const gone = await api('delete', 'keys/{key}/configs/a', '--json');
    expect(documentOf(gone)).toMatchObject({ result: { deleted: 1 } });
    expect(await account.result('GET', '/configs')).toMatchObject({ configs: [] });
  });
});

describe('--input', () => {
  const body = '{"name": "b", "payload": "raw"}';
  test.each([
    ['a file', () => [file('body.json', body)], ''],
    ['standard input', () => ['-'], body],
  ])('sends %s as it is', async (_name, words, input) => {
    const args = ['api', 'post', 'keys/{key}/configs', '--input', ...words(), '--json'];
    expect(documentOf(await account.call(args, { input }))).toMatchObject({
      result: { name: 'b', payload: 'raw' },
    });
  });

  systemTest('with another media type, by -H', async () => {
    const words = ['-H', 'Content-Type: text/csv', '--input', file('body.json', body)];
    const error = errorOf(await api('post', 'keys/{key}/configs', ...words, '--json'));
    expect(error).toMatchObject({ exit: 1, status: 415, api_code: 4150 });
  });
});

describe('-H', () => {
  test('reaches the service', async () => {
    const words = ['get', 'places?query=x', '-H', 'X-Sandbox-Fault: 5002', '--json'];
    expectError(await api(...words), 'service_unavailable', { api_code: 5002 });
  });
});

describe('the credential', () => {
  test('{key} is the API key in use, and the management key goes along', async () => {
    const run = await api('get', 'keys/{key}/details', '--debug', '--json');
    expect(documentOf(run)).toMatchObject({ result: await account.result('GET', '/details') });
    expect(run.stderr).toContain(`/keys/${account.keys.key.slice(0, 6)}…/details`);
  });

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

  test.each([
    ['api-key', 401, 4010],
    ['management-key', 200, 2000],
    ['none', 401, 4010],
  ])('--as %s: %i, %i', async (as, status, code) => {
    const run = await api('get', 'keys/{key}/usage', '--as', as, '--json');
    const document = documentOf(run);
    const refused = { error: { status, api_code: code, code: 'auth_failed' } };
    expect(document).toMatchObject(status === 200 ? { code } : refused);
    expect(run.status).toBe(status === 200 ? 0 : 4);
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
  test('are stored with what is billed, and go nowhere else', async () => {
    await api('get', 'places/geonames_2950159', '--tags', 'a,b');
    await api('get', 'emails', '-f', 'query=a@example.com', '--tags', 'c');
    await api('get', 'places', '-f', 'query=berlin', '--tags', 'd');
    const log = await api('get', 'keys/{key}/lookups');
    expect(log.stdout.match(/(?<=,)[A-Z]\w+ \w+,(?:"[^"]*"|[^,]*),\d+/g)).toEqual([
      'Place Resolution,"a,b",1',
      'Email Validation,c,1',
    ]);
    const range = await api('get', 'keys/{key}/usage', '--tags', 'a', '--json', '--debug');
    expect(range.status).toBe(0);
    expect(range.stderr).not.toContain('tags');
  });

  test('given twice are refused', async () => {
    expectError(await api('get', 'places/x?tags=a', '--tags', 'b', '--json'), 'invalid_input');
  });
});

test('a key that is not for sublicensing: the hint says so, and not the contrary', async () => {
  const error = errorOf(await api('get', 'keys/{key}/licensees', '--json'));
  expect(error).toMatchObject({ exit: 4, api_code: 4013 });
  expect(error.hint).toMatch(/not enabled for sublicensing/);
});

describe('--paginate', () => {
  async function licensees(count: number): Promise<void> {
    await account.bench.control('PATCH', `/keys/${account.keys.key}`, { sublicensing: true });
    for (let index = 0; index < count; index += 1) {
      await account.result('POST', '/licensees', { name: `L ${index}` });
    }
  }

  systemTest('reads more than a page, as one document, also without --json', async () => {
    await licensees(105);
    const first = (await account.result('GET', '/licensees?limit=100')) as { licensees: unknown[] };
    const rest = (await account.result('GET', '/licensees?limit=100&starting_after=100')) as {
      licensees: unknown[];
    };
    const all = [...first.licensees, ...rest.licensees];
    expect(all).toHaveLength(105);
    const whole = { result: { licensees: all, hasMore: false }, code: 2000, message: 'Success' };
    const run = await api('get', 'keys/{key}/licensees', '--paginate', '--json');
    expect(documentOf(run)).toEqual(whole);
    const bare = await api('get', 'keys/{key}/licensees', '--paginate', '--debug');
    expect(JSON.parse(bare.stdout)).toEqual(whole);
    expect(bare.stderr.match(/^> /gm)).toHaveLength(2);
    const some = await api('get', 'keys/{key}/licensees?limit=40', '--paginate', '--debug');
    expect(JSON.parse(some.stdout)).toEqual(whole);
    expect(some.stderr.match(/^> /gm)).toHaveLength(3);
  });

  test('what is no list takes one request', async () => {
    const run = await api('get', 'keys/{key}/usage', '--paginate', '--debug');
    expect(JSON.parse(run.stdout)).toMatchObject({ result: { total: 0 } });
    expect(run.stderr.match(/^> /gm)).toHaveLength(1);
  });
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
    [['get', 'https://evil.example/v1/places'], 'leads out'],
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
    [['get', 'places', '-H', `Authorization: Bearer ${key}`], 'not given as a header'],
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
    [['get'], 'needs a method and a path'],
    [[], 'needs a method and a path'],
    [['get', 'places', 'more'], 'Too many words'],
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
