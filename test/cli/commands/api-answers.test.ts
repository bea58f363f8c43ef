// The exact requests that `waypost api` sends, and its output for responses that the sandbox never sends.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { version } from '../../../src/lib/identity';
import { systemTest } from '../../support/runs';
import { type Asked, sendJson } from '../../support/service';
import { skippingClock } from '../../support/skipping-clock';
import { apiKey, userToken, useStandIn } from '../../support/stand-in';
import { hasTerminal, Terminal } from '../../support/terminal';
import {
  type CallOptions,
  command,
  documentOf,
  errorOf,
  expectError,
  type Run,
} from '../../support/tool';

const licenseeKey = 'sl_somebodyelse';

let answer: (response: ServerResponse, asked: Asked) => void;
const at = useStandIn((asked, response) => answer(response, asked));
beforeEach(() => {
  answer = (response) => sendJson(response, 200, { result: {}, code: 2000, message: 'Success' });
});

/** Runs `waypost api` with these arguments. */
function api(words: string[], options: CallOptions = {}): Promise<Run> {
  return at.call(['api', ...words], options);
}

/** Runs `waypost api` with a clock that skips the waits between attempts. */
function retried(words: string[]): Promise<Run> {
  return api([...words, '--timeout', '3600'], { clock: skippingClock });
}

/** Responds to every request with this body. */
function always(status: number, type: string | undefined, body: string | Buffer): void {
  answer = (response) =>
    response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(body);
}

const json = 'application/json; charset=utf-8';

describe('`waypost api`', () => {
  const own = `Bearer ${apiKey}`;
  const management = `Bearer ${userToken}`;
  test.each<[string[], string, string | undefined, string]>([
    [['get', 'places'], 'GET /v1/places', own, ''],
    [['get', '/places?query=a%20b+c'], 'GET /v1/places?query=a%20b+c', own, ''],
    [
      ['get', 'places?a=b/c', '-f', 'd=e f', '-f', 'g=ü'],
      'GET /v1/places?a=b/c&d=e+f&g=%C3%BC',
      own,
      '',
    ],
    [
      ['get', 'places', '-F', 'a[]=1', '-F', 'a[]=null'],
      'GET /v1/places?a%5B%5D=1&a%5B%5D=',
      own,
      '',
    ],
    [['get', 'keys/{key}'], `GET /v1/keys/${apiKey}`, management, ''],
    [['get', 'keys/{key}/usage'], `GET /v1/keys/${apiKey}/usage`, management, ''],
    [['get', 'keys/ak_other%2Fx/usage'], 'GET /v1/keys/ak_other%2Fx/usage', management, ''],
    [['get', 'keys/{key}/usage', '--as', 'none'], `GET /v1/keys/${apiKey}/usage`, undefined, ''],
    [['get', 'keys/{key}', '--as', 'api-key'], `GET /v1/keys/${apiKey}`, own, ''],
    [['get', 'places', '--as', 'management-key'], 'GET /v1/places', management, ''],
    [['get', 'sign_up/token'], 'GET /v1/sign_up/token', undefined, ''],
    [['post', 'sign_up'], 'POST /v1/sign_up', undefined, ''],
    [['post', 'sign_up', '-f', 'email=a'], 'POST /v1/sign_up', undefined, '{"email":"a"}'],
    [['put', 'x', '-f', 'a=b', '-F', 'c=[1]'], 'PUT /v1/x', own, '{"a":"b","c":[1]}'],
    [['patch', 'x', '-F', 'a[b]=1'], 'PATCH /v1/x', own, '{"a":{"b":1}}'],
    [['delete', 'x', '-f', 'a=b'], 'DELETE /v1/x?a=b', own, ''],
    [['delete', 'x', '--input', '-'], 'DELETE /v1/x', own, 'piped'],
    [['head', 'x', '-f', 'a=b'], 'HEAD /v1/x?a=b', own, ''],
    [['options', 'x'], 'OPTIONS /v1/x', own, ''],
    [['post', 'x', '--input', '-', '-f', 'a=b'], 'POST /v1/x?a=b', own, 'piped'],
    [['post', 'x', '-f', 'api_key=in-the-body'], 'POST /v1/x', own, '{"api_key":"in-the-body"}'],
    [['get', 'places/x', '--tags', 'a, b'], 'GET /v1/places/x?tags=a%2Cb', own, ''],
    [['post', 'verify/addresses', '--tags', 'a'], 'POST /v1/verify/addresses?tags=a', own, ''],
    [['get', 'places', '--tags', 'a'], 'GET /v1/places', own, ''],
    [['get', 'keys/{key}/usage', '--tags', 'a'], `GET /v1/keys/${apiKey}/usage`, management, ''],
    [['get', 'keys/{key}/licensees'], `GET /v1/keys/${apiKey}/licensees`, management, ''],
    [['get', 'x', '--paginate'], 'GET /v1/x', own, ''],
  ])('turns the arguments %j into the request %s', async (words, line, authorization, body) => {
    const run = await api([...words, '--debug'], { input: 'piped' });
    expect(run.status).toBe(0);
    expect(at.service.asked).toHaveLength(1);
    const [{ method, path, headers, body: sent }] = at.service.asked as [Asked];
    expect([`${method} ${path}`, headers.authorization, sent]).toEqual([line, authorization, body]);
    expect(headers['content-type']).toBe(body === '' ? undefined : 'application/json');
    // The URL contains an API key only in the path, and never contains a management key.
    expect(path.replace(`/keys/${apiKey}`, '')).not.toMatch(/standinstandin/);
  });

  test('sends its default headers unless -H replaces them', async () => {
    await api(['get', 'x']);
    const words = [
      '-H',
      'Accept: text/csv',
      '-H',
      'user-agent: mine',
      '-H',
      'X-A: 1',
      '-H',
      'x-a: 2',
    ];
    await api(['get', 'x', ...words, '-H', 'Svc-Source-IP: 192.0.2.1']);
    const [plain, given] = at.service.asked.map(({ headers }) => headers);
    expect(plain).toMatchObject({ accept: '*/*', 'user-agent': `waypost/${version}` });
    expect(given).toMatchObject({
      accept: 'text/csv',
      'user-agent': 'mine',
      'x-a': '1, 2',
      'svc-source-ip': '192.0.2.1',
      authorization: `Bearer ${apiKey}`,
    });
  });

  test('sends the bytes of the --input file, and the Content-Type from -H', async () => {
    const file = join(at.home.path, 'body');
    writeFileSync(file, '\u0000a;b\n');
    await api(['post', 'x', '--input', file, '-H', 'content-type: text/csv']);
    expect(at.service.asked).toMatchObject([
      { body: '\u0000a;b\n', headers: { 'content-type': 'text/csv', 'content-length': '5' } },
    ]);
  });

  test('does not send a request if a query field contains a credential', async () => {
    for (const name of ['api_key', 'user_token']) {
      expect((await api(['get', 'x', '-f', `${name}=${apiKey}`])).status).toBe(2);
    }
    expect(at.service.asked).toEqual([]);
  });
});

describe('`waypost api`', () => {
  test.each([
    ['JSON with spaces and long numbers', json, '{ "a": 1.0,\n"b": 12345678901234567890 }\n'],
    ['JSON without an envelope', json, '[1]'],
    ['text', 'text/plain', 'a\x1b[2Jb'],
    ['text without a Content-Type', undefined, 'a,b\r\n'],
    ['an empty body', undefined, ''],
  ])('writes a response to a pipe unchanged (response: %s)', async (_name, type, body) => {
    always(200, type, body);
    expect(await api(['get', 'x'])).toMatchObject({ status: 0, stdout: body, stderr: '' });
  });

  test('writes binary data to a pipe unchanged', async () => {
    const bytes = Buffer.from([0, 0xff, 0xfe, 10, 0x80]);
    always(200, 'application/octet-stream', bytes);
    const env = at.home.environment(at.environment());
    const { stdout } = spawn(command[0], [...command.slice(1), 'api', 'get', 'x'], { env });
    const chunks: Buffer[] = [];
    for await (const chunk of stdout) chunks.push(chunk);
    expect(Buffer.concat(chunks)).toEqual(bytes);
  });

  test.each<[string, string | undefined, string, unknown]>([
    ['JSON', json, '[1, "\u202e"]', [1, '\u202e']],
    [
      'JSON with the content type application/problem+json',
      'application/problem+json',
      '{"a":1}',
      { a: 1 },
    ],
    ['text', 'text/plain', 'a\x1bb', { status: 200, body: 'a\x1bb' }],
    ['text that happens to be JSON', 'text/csv', '1', { status: 200, body: '1' }],
    ['CSV without rows', 'text/csv', '', { status: 200, body: '' }],
    ['an empty body', undefined, '', { status: 200, body: null }],
  ])(
    'prints a response as one JSON document if --json is set (response: %s)',
    async (_name, type, body, document) => {
      always(200, type, body);
      const run = await api(['get', 'x', '--json']);
      expect(run.status).toBe(0);
      expect(documentOf(run)).toEqual(
        Array.isArray(document) ? document : expect.objectContaining(document),
      );
      expect(run.stdout).not.toMatch(/[\x1b\u202e]/);
    },
  );

  test.each([204, 304])(
    'accepts a response with an empty body and HTTP status %i',
    async (status) => {
      always(status, json, '');
      expect(await api(['get', 'x'])).toMatchObject({ status: 0, stdout: '', stderr: '' });
      const document = documentOf(await api(['get', 'x', '--json']));
      expect(document).toMatchObject({ status, body: null });
    },
  );

  test('masks keys in the response body and headers', async () => {
    const body = JSON.stringify({ result: { a: apiKey, b: [`x${userToken}`], c: licenseeKey } });
    answer = (response) =>
      response
        .writeHead(200, {
          'content-type': json,
          'x-echo': `Bearer ${userToken}`,
          'set-cookie': [`a=${apiKey}`, 'b=c'],
          link: `</v1/keys/ak_unknownkey>; rel=next`,
        })
        .end(body);
    const masked = { result: { a: 'ak_sta…', b: ['xuk_sta…'], c: licenseeKey } };
    const plain = await api(['get', 'x', '-i']);
    const [head, shown = ''] = plain.stdout.split('\n\n');
    expect(JSON.parse(shown)).toEqual(masked);
    expect(head).toContain('x-echo: Bearer uk_sta…\n');
    expect(head).toContain('set-cookie: a=ak_sta…\nset-cookie: b=c\n');
    expect(head).toContain('link: </v1/keys/ak_unk…>; rel=next');
    expect(documentOf(await api(['get', 'x', '--json']))).toEqual(masked);
    expect(documentOf(await api(['get', 'x', '-i', '--json']))).toMatchObject({
      headers: { 'set-cookie': ['a=ak_sta…', 'b=c'] },
      body: masked,
    });
  });
});

describe('`waypost api`', () => {
  test.each([
    ['keys/ak_pathsecret/usage', 'ak_pathsecret'],
    ['keys/oddkeywithoutprefix/usage', 'oddkeywithoutprefix'],
    ['keys/odd%20key%2fencoded', 'odd%20key%2fencoded'],
    [`keys/ak_x/licensees/${licenseeKey}`, licenseeKey],
    ['keys/ak_x/licensees/licenseenamed', 'licenseenamed'],
    ['sign_up/signuptokenhere', 'signuptokenhere'],
    ['keys/ak_x/usage?licensee=oddlicensee', 'oddlicensee'],
  ])('masks the credential in the request path %s in all output', async (path, secret) => {
    at.home.keep(secret);
    answer = (response) =>
      sendJson(response, 400, {
        code: 4001,
        message: `No ${decodeURIComponent(secret)} ${secret}`,
      });
    for (const flags of [[], ['--json']]) {
      const run = await api(['get', path, '--debug', ...flags]);
      expect(run.status).toBe(1);
      expect(run.stdout + run.stderr).toContain(`${secret.slice(0, 6)}…`);
      expect(run.stdout + run.stderr).not.toContain(decodeURIComponent(secret));
    }
  });
});

describe('`waypost api`', () => {
  const html = '<!doctype html><title>Log in</title>';
  test.each<[string, (response: ServerResponse) => void, number, object]>([
    [
      'a web page',
      (r) => r.setHeader('content-type', 'text/html').end(html),
      3,
      { code: 'invalid_response' },
    ],
    [
      'an error with HTTP status 200',
      (r) => sendJson(r, 200, { code: 4047, message: 'No' }),
      1,
      { code: 'api_error', api_code: 4047 },
    ],
    [
      'an error with HTTP status 429 and a Retry-After of 900 seconds',
      (r) => r.writeHead(429, { 'retry-after': '900' }).end(),
      3,
      {
        code: 'rate_limited',
        hint: expect.stringMatching(/^Try again in 900 seconds\. In a sandbox, /),
      },
    ],
    [
      'an error with HTTP status 409',
      (r) =>
        sendJson(r, 409, {
          code: 4090,
          message: 'Twice',
          errors: [{ path: 'name', message: 'taken' }],
        }),
      1,
      { code: 'api_error', details: [{ path: 'name', message: 'taken' }] },
    ],
  ])('fails if the response is %s', async (_name, reply, exit, error) => {
    answer = reply;
    expect(errorOf(await retried(['get', 'x', '--json']))).toMatchObject({ exit, ...error });
    const person = await retried(['get', 'x']);
    expect([person.status, person.stdout]).toEqual([exit, '']);
    expect(person.stderr).toMatch(/^Error: /);
  });

  test('fails with a timeout error if no response arrives in time', async () => {
    answer = () => {};
    expectError(await api(['get', 'x', '--timeout', '0.2', '--json']), 'timeout');
  });

  test('fails with network_error if no server listens on the port', async () => {
    await at.service.close();
    const error = errorOf(await retried(['post', 'x', '--json']));
    expect(error).toMatchObject({ exit: 3, code: 'network_error' });
    expect(error.hint).not.toContain('might have made the change');
  });

  test('rejects a response body over 10 MiB, and suggests `lookups export`', async () => {
    answer = (response) => {
      response.setHeader('content-type', 'text/csv');
      response.end(Buffer.alloc(10 * 1024 * 1024 + 1, 'a'));
    };
    expectError(await api(['get', 'keys/{key}/lookups', '--json']), 'invalid_response', {
      message: /10 MiB/,
      hint: /waypost lookups export/,
    });
    expect(at.service.asked).toHaveLength(1);
  });

  systemTest('accepts a response body of exactly 10 MiB', async () => {
    always(200, 'text/csv', Buffer.alloc(10 * 1024 * 1024, 'a'));
    expect((await api(['get', 'keys/{key}/lookups'])).stdout).toHaveLength(10 * 1024 * 1024);
  });

  /** Expects `waypost api` to fail after this number of attempts, and returns the hint. */
  async function hintAfterFailures(method: string, times: number): Promise<string> {
    answer = (response) => response.destroy();
    const error = errorOf(await retried([method, 'x', '--json']));
    expect(error).toMatchObject({ exit: 3, code: 'network_error' });
    expect(at.service.asked.map((asked) => asked.method)).toEqual(
      Array(times).fill(method.toUpperCase()),
    );
    return String(error.hint);
  }

  test.each([
    ['GET', 4],
    ['OPTIONS', 1],
  ])(
    'sends a failing %s request %i time(s), and does not print that the service might have made a change',
    async (method, times) => {
      expect(await hintAfterFailures(method.toLowerCase(), times)).not.toContain(
        'might have made the change',
      );
    },
  );

  test('sends a failing POST request only once, and prints that the service might have made the change', async () => {
    expect(await hintAfterFailures('post', 1)).toContain('might have made the change');
  });

  test('ends with SIGINT if it is interrupted while it waits for the response', async () => {
    let child: { kill(signal: NodeJS.Signals): boolean } | undefined;
    answer = () => child?.kill('SIGINT');
    const run = await at.home.run(['api', 'get', 'x', '--json'], {
      env: at.environment(),
      whileRunning: (running) => {
        child = running;
      },
    });
    expect([run.signal, run.stdout]).toEqual(['SIGINT', '']);
  });
});

describe('`waypost api`', () => {
  test('follows a redirect to the same origin if the request method is GET, but not if the method is POST', async () => {
    answer = (response, { path }) => {
      if (path === '/v1/x') response.writeHead(307, { location: '/v1/y' }).end();
      else sendJson(response, 200, { result: path, code: 2000, message: 'Success' });
    };
    expect(documentOf(await api(['get', 'x', '--json']))).toMatchObject({ result: '/v1/y' });
    expectError(await api(['post', 'x', '--json']), 'invalid_response');
  });
});

describe('a sign-up poll with `waypost api`', () => {
  const poll = ['get', 'sign_up/signuptokenhere'];
  const copy = '{"result":{"user_token":"uk_onlycopy","test_api_key":"ak_onlycopy"';
  test.each<[string, (response: ServerResponse) => void]>([
    ['JSON that ends early', (r) => r.setHeader('content-type', json).end(copy)],
    ['a web page', (r) => r.setHeader('content-type', 'text/html').end(copy)],
    [
      'a connection that breaks in the middle',
      (r) => {
        r.writeHead(200, { 'content-type': json, 'content-length': '500' });
        r.write(copy, () => r.destroy());
      },
    ],
  ])(
    'is sent only once, and waypost prints the received data, which might be the only copy of the keys (response: %s)',
    async (_name, reply) => {
      answer = reply;
      expectError(await api([...poll, '--json']), 'signup_lost', {
        details: { credentials: { answer: copy } },
      });
      const person = await api(poll);
      expect([person.status, person.stdout]).toEqual([6, '']);
      expect(person.stderr).toContain(copy);
      expect(at.service.asked).toHaveLength(2);
    },
  );

  test.each<[string, (response: ServerResponse) => void, object]>([
    [
      'the connection breaks before the response',
      (r) => r.destroy(),
      { exit: 3, code: 'network_error' },
    ],
    ['the status is 503', (r) => r.writeHead(503).end(), { exit: 3, code: 'rate_limited' }],
  ])('is not retried if %s', async (_name, reply, told) => {
    answer = reply;
    expect(errorOf(await api([...poll, '--json']))).toMatchObject(told);
    expect(at.service.asked).toHaveLength(1);
  });
});

describe('--paginate', () => {
  const page = (...ids: number[]) => ids.map((id) => ({ id, name: `N${id}` }));

  /** Responds with these results, one after the other, and then always with the last result. */
  function pages(...results: unknown[]): void {
    answer = (response) => {
      const result = results[Math.min(at.service.asked.length, results.length) - 1];
      sendJson(response, 200, {
        result,
        code: 2000,
        message: 'Success',
        zeta: at.service.asked.length,
      });
    };
  }

  test("continues after the last ID in the list, whatever the list's name is, and keeps the other fields of the last page", async () => {
    pages(
      { things: page(1, 2), hasMore: true, more: 'first' },
      { things: page(3), hasMore: true },
      { things: page(7), hasMore: false, more: 'last' },
    );
    const words = ['get', 'new/things?starting_after=0&a=b', '--paginate'];
    const run = await api([...words, '--json']);
    expect(documentOf(run)).toEqual({
      result: { things: page(1, 2, 3, 7), hasMore: false, more: 'last' },
      code: 2000,
      message: 'Success',
      zeta: 3,
    });
    expect(at.service.asked.map(({ path }) => path)).toEqual([
      '/v1/new/things?starting_after=0&a=b',
      '/v1/new/things?starting_after=2&a=b',
      '/v1/new/things?starting_after=3&a=b',
    ]);
    at.service.asked.length = 0;
    const bare = await api([...words, '-i']);
    expect(bare.stdout).toMatch(/^HTTP\/1\.1 200 OK\n[^{]*\n\n\{"result":\{"things":\[.*\]\S+\n$/);
  });

  test('requests 100 licensees per page unless the path sets a limit', async () => {
    await api(['get', 'keys/{key}/licensees', '--paginate']);
    await api(['get', 'keys/{key}/licensees?limit=7', '--paginate']);
    expect(at.service.asked.map(({ path }) => new URL(path, 'http://x').search)).toEqual([
      '?limit=100',
      '?limit=7',
    ]);
  });

  test.each<[string, unknown[], unknown]>([
    ['repeat', [page(1, 2), page(1, 2)], page(1, 2)],
    ['overlap', [page(1, 2), page(2, 3)], page(1, 2, 3)],
    ['are empty', [page(1, 2), []], page(1, 2)],
    ['are empty from the first page on', [[]], []],
    ['have no IDs', [[{ name: 'x' }]], [{ name: 'x' }]],
  ])('fails if pages %s, and keeps the items read so far', async (_name, lists, read) => {
    pages(...lists.map((things) => ({ things, hasMore: true })));
    expectError(await api(['get', 'x', '--paginate', '--json']), 'invalid_response', {
      details: { result: { things: read, hasMore: true }, code: 2000 },
      hint: /-f starting_after=<id>/,
    });
    expect(at.service.asked).toHaveLength(lists.length);
    at.service.asked.length = 0;
    const person = await api(['get', 'x', '--paginate']);
    expect(person.status).toBe(3);
    expect(JSON.parse(person.stdout)).toMatchObject({ result: { things: read } });
    expect(person.stderr).toContain('cannot complete the list');
  });

  test.each([
    ['two lists', { a: [], b: [], hasMore: true }],
    ['a list whose items are not objects', { a: [1], hasMore: true }],
    ['a result without a list', { hasMore: true }],
  ])('fails with invalid_response if hasMore is true for %s', async (_name, result) => {
    pages(result);
    expectError(await api(['get', 'x', '--paginate', '--json']), 'invalid_response', {
      details: { result },
    });
    expect(at.service.asked).toHaveLength(1);
  });

  test('keeps the items read so far if the name of the list is different in the next page', async () => {
    pages({ things: page(1), hasMore: true }, { others: page(2), hasMore: false });
    expectError(await api(['get', 'x', '--paginate', '--json']), 'invalid_response', {
      details: { result: { things: page(1) } },
    });
  });

  test('prints how to continue if a later page fails', async () => {
    answer = (response) => {
      if (at.service.asked.length > 1)
        return sendJson(response, 400, { code: 4001, message: 'No' });
      const result = { things: page(1, 2), hasMore: true };
      sendJson(response, 200, { result, code: 2000, message: 'Success' });
    };
    const error = errorOf(await api(['get', 'x', '--paginate', '--json']));
    expect(error).toMatchObject({
      exit: 1,
      api_code: 4001,
      details: { result: { things: page(1, 2) } },
    });
    expect(error.hint).toContain('-f starting_after=2');
  });

  test.each<[string, unknown]>([
    ['a list without hasMore', { things: page(1) }],
    ['the last page of a list', { things: page(1), hasMore: false }],
    ['a result that is not an object', [1]],
  ])('sends only one request if the result is %s', async (_name, result) => {
    pages(result);
    expect(documentOf(await api(['get', 'x', '--paginate', '--json']))).toMatchObject({ result });
    expect(at.service.asked).toHaveLength(1);
  });
});

describe.runIf(hasTerminal)('`waypost api` at a terminal', () => {
  const shown = async (words: string[], env = {}) => {
    const screen = new Terminal(
      [...command, 'api', ...words],
      at.home.environment({ ...at.environment(), ...env }),
    );
    await screen.end();
    return (screen.raw.split('[ended')[0] ?? '').replaceAll('\r\n', '\n');
  };
  const evil = '{"a":"\\u001b[2Jx\\u202e","b":[1]}';

  test('indents and colors JSON, and escapes control characters', async () => {
    always(200, json, evil);
    const lines = (await shown(['get', 'x'])).split('\n');
    expect(lines.slice(0, 2)).toEqual([
      '{',
      '  \x1b[34m"a"\x1b[39m: \x1b[32m"\\u001b[2Jx\\u202e"\x1b[39m,',
    ]);
    const plain = await shown(['get', 'x'], { NO_COLOR: '1' });
    expect(plain).toBe(
      `${JSON.stringify(JSON.parse(evil), undefined, 2).replace('\u202e', '\\u202e')}\n`,
    );
  });

  test('removes control characters from text that is not JSON', async () => {
    always(200, 'text/csv', 'a\x1b[2J,\x9b31mb\n');
    expect(await shown(['get', 'x'])).toBe('a,b\n');
  });

  test('prints the status and headers before the body if -i is set', async () => {
    answer = (response) =>
      response.writeHead(200, { 'content-type': json, 'x-odd': 'a\x9bb' }).end(evil);
    expect(await shown(['get', 'x', '-i'], { NO_COLOR: '1' })).toMatch(
      /^HTTP\/1\.1 200 OK\ncontent-type: application\/json; charset=utf-8\nx-odd: a[^\x9b]*\n[^{]*\n\n\{\n {2}"a"/,
    );
  });

  test('prints JSON on one line if --json is set', async () => {
    always(200, json, evil);
    expect(await shown(['get', 'x', '--json'])).toBe('{"a":"\\u001b[2Jx\\u202e","b":[1]}\n');
  });
});
