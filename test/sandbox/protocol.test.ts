// What every request meets, whatever it asks for: paths, encodings, content types, methods, rates.
import { networkInterfaces } from 'node:os';
import { afterAll, describe, expect, test } from 'vitest';
import { codeOf, useSandbox } from './support/bench';
import { type Sent, send, sendRaw } from './support/client';

let now = Date.parse('2026-11-20T12:00:00Z');
const bench = useSandbox();
const limited = useSandbox({ rateLimit: true, clock: () => now });
afterAll(() => expect(bench.reports).toEqual([]));

const json = { 'Content-Type': 'application/json' };
const latin = { 'Content-Type': 'application/json; charset=ISO-8859-1' };

describe('a request that is not understood', () => {
  const cases: [
    what: string,
    method: string,
    path: string,
    sent: Sent,
    status: number,
    code: number,
  ][] = [
    ['an unknown path', 'GET', '/nothing', {}, 404, 404],
    ['an unknown path below a known one', 'GET', '/keys/ak_test/nothing', {}, 404, 404],
    ['the prefix alone', 'GET', '', {}, 404, 404],
    ['a missing key', 'GET', '/keys/', {}, 404, 404],
    ['a slash too many', 'GET', '/keys/ak_test/', {}, 404, 404],
    ['another method', 'DELETE', '/keys/ak_test', {}, 404, 404],
    ['another version', 'GET', '/../v2/keys/ak_test', {}, 404, 404],
    ['half an escape in the path', 'GET', '/keys/%E0%A4%A', {}, 400, 4000],
    ['an escape that is none', 'GET', '/keys/%zz', {}, 400, 4000],
    ['an escape that is no UTF-8', 'GET', '/keys/%ff', {}, 400, 4000],
    ['half an escape in the query', 'GET', '/keys/ak_test?tags=%', {}, 400, 4000],
    ['a bad escape on an unknown path', 'GET', '/nothing/%', {}, 400, 4000],
    ['a body that is no JSON', 'POST', '/sign_up', { headers: json, body: '{' }, 400, 4000],
    [
      'a body that is no UTF-8',
      'POST',
      '/sign_up',
      { headers: { ...json, 'Content-Length': '1' }, body: '"' },
      400,
      4000,
    ],
    ['a body that is no object', 'POST', '/sign_up', { headers: json, body: '[]' }, 400, 4000],
    ['a body of null', 'POST', '/sign_up', { headers: json, body: 'null' }, 400, 4000],
    [
      'another content type',
      'POST',
      '/sign_up',
      { headers: { 'Content-Type': 'text/plain' }, body: '{}' },
      415,
      4150,
    ],
    [
      'a form',
      'POST',
      '/sign_up',
      { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'a=b' },
      415,
      4150,
    ],
    ['no content type', 'POST', '/sign_up', { body: '{}' }, 415, 4150],
    ['another charset', 'POST', '/sign_up', { headers: latin, body: '{}' }, 415, 4150],
    [
      'a compressed body',
      'POST',
      '/sign_up',
      { headers: { ...json, 'Content-Encoding': 'gzip' }, body: '{}' },
      415,
      4150,
    ],
    [
      'a charset in quotes',
      'POST',
      '/sign_up',
      { headers: { 'Content-Type': 'application/json; charset="UTF-8"' }, body: '{}' },
      200,
      2000,
    ],
    [
      'a JSON dialect',
      'POST',
      '/sign_up',
      { headers: { 'Content-Type': 'application/merge-patch+json' }, body: '{}' },
      200,
      2000,
    ],
    [
      'a body that is too large',
      'POST',
      '/sign_up',
      { headers: json, body: `"${'x'.repeat(1024 * 1024)}"` },
      400,
      4000,
    ],
  ];
  // Shows: 4000: unparsable JSON, malformed percent encoding, schema failure
  // Shows: 4150: content type
  // Shows: 404: unknown path
  test.each(cases)('%s', async (_what, method, path, sent, status, code) => {
    const answer = await bench.service(method, path, sent);
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(typeof (answer.json as { message: unknown }).message).toBe('string');
  });

  // Shows: 4150: charset, with a message of its own
  test('says which charset is meant', async () => {
    const answer = await bench.service('POST', '/sign_up', { headers: latin, body: '{}' });
    expect(answer.json).toEqual({ code: 4150, message: 'Unsupported Character Set received' });
  });

  const raw: [what: string, bytes: string | Buffer][] = [
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['random bytes', Buffer.from([0x16, 0x03, 0x01, 0x00, 0xa5, 0x01, 0x00, 0x0d, 0x0a])],
    ['a header without a name', 'GET /v1/keys/ak_test HTTP/1.1\r\n: x\r\n\r\n'],
    ['a header of 20 kB', `GET /v1/keys/ak_test HTTP/1.1\r\nA: ${'x'.repeat(20_000)}\r\n\r\n`],
    [
      'two lengths',
      'POST /v1/sign_up HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
    ],
    ['a backslash in the path', 'GET /v1\\keys HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    [
      'a host that is none',
      'GET /v1/keys/ak_test HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
    ],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ];
  test.each(raw)('%s', async (_what, bytes) => {
    const answer = await sendRaw(bench.sandbox.port, bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/^Svc-Source-IP: 127\.0\.0\.1\r$/m);
    expect(answer).toMatch(/\{"code":4000,"message":"Invalid syntax submitted"\}$/);
  });

  test('the sandbox goes on', async () => {
    expect((await bench.service('GET', '/keys/ak_test')).status).toBe(200);
  });
});

describe('forms of the same request', () => {
  // Shows: Plain HTTP over IPv4
  test.each([
    ['HTTP/1.0 without a host', 'GET /v1/keys/ak_test HTTP/1.0\r\n\r\n'],
    ['HTTP/1.1 without a host', 'GET /v1/keys/ak_test HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [
      'an absolute target',
      'GET http://any.example/v1/keys/ak_test HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    ],
    [
      'an escaped path',
      'GET /v1/%6beys/ak%5ftest HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    ],
    ['dots', 'GET /v1/nothing/../keys/./ak_test HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ])('%s', async (_what, bytes) => {
    expect(await sendRaw(bench.sandbox.port, bytes)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  const hasIpv6 = Object.values(networkInterfaces())
    .flat()
    .some((one) => one?.address === '::1');
  // Shows: Plain HTTP over IPv6
  test('IPv6', async ({ skip }) => {
    if (!hasIpv6) skip('this machine has no IPv6');
    const answer = await send('GET', `http://[::1]:${bench.sandbox.port}/v1/keys/ak_test`);
    expect([answer.status, answer.headers['svc-source-ip']]).toEqual([200, '::1']);
  });

  // Shows: HEAD answers as GET without a body
  test('HEAD is GET without a body', async () => {
    const get = await bench.service('GET', '/keys/ak_test');
    const head = await bench.service('HEAD', '/keys/ak_test');
    expect([head.status, head.text]).toEqual([get.status, '']);
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
    expect((await bench.service('HEAD', '/keys/ak_nobody')).status).toBe(404);
  });
});

describe('in a browser', () => {
  // Shows: OPTIONS tells the methods of a path
  test.each([
    ['/keys/ak_test', 'GET, HEAD, OPTIONS'],
    ['/sign_up', 'POST, OPTIONS'],
  ])('OPTIONS %s', async (path, allowed) => {
    const answer = await bench.service('OPTIONS', path, {
      headers: { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'GET' },
    });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers).toMatchObject({
      allow: allowed,
      'access-control-allow-methods': allowed,
      'access-control-allow-origin': '*',
      'access-control-allow-headers': expect.stringContaining('Authorization'),
    });
  });

  // Shows: Pages of any origin may read answers
  test.each(['/keys/ak_test', '/keys/ak_nobody', '/nothing'])(
    'any page may read %s',
    async (path) => {
      const { headers } = await bench.service('GET', path, {
        headers: { Origin: 'https://shop.example' },
      });
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['access-control-expose-headers']).toContain('Svc-Source-IP');
    },
  );

  test('no page may read the control interface', async () => {
    const { headers } = await bench.control('GET', '/health');
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

// Shows: 10. Every answer echoes the client IP
describe('every answer tells the address it was asked from', () => {
  test.each(['/keys/ak_test', '/keys/ak_nobody', '/nothing', '/keys/%'])('%s', async (path) => {
    const { headers } = await bench.service('GET', path);
    expect(headers['svc-source-ip']).toBe('127.0.0.1');
  });
});

describe('the rate of requests', () => {
  const statuses = async (count: number, method = 'GET'): Promise<number[]> => {
    const found: number[] = [];
    for (let i = 0; i < count; i += 1)
      found.push((await limited.service(method, '/keys/ak_test')).status);
    return found;
  };

  // Shows: 30 requests a second per IP; then 503 without a body
  test('is 30 a second, in every second', async () => {
    now += 10_000;
    expect(new Set(await statuses(20))).toEqual(new Set([200]));
    now += 500;
    expect(await statuses(12)).toEqual([...Array.from({ length: 10 }, () => 200), 503, 503]);
    now += 499;
    expect(await statuses(1)).toEqual([503]);
    now += 1;
    expect(await statuses(21)).toEqual([...Array.from({ length: 20 }, () => 200), 503]);
  });

  // Shows: 30 requests a second per IP; then 503 without a body
  test('exceeded, is answered without a body', async () => {
    now += 10_000;
    await statuses(30);
    const answer = await limited.service('GET', '/keys/ak_test');
    expect([answer.status, answer.text, answer.headers['svc-source-ip']]).toEqual([
      503,
      '',
      '127.0.0.1',
    ]);
  });

  test('does not hold back HEAD, OPTIONS or the control interface', async () => {
    expect(new Set(await statuses(35, 'HEAD'))).toEqual(new Set([200]));
    expect((await limited.control('GET', '/health')).status).toBe(200);
  });

  test('does not lock anyone out when the clock is set back', async () => {
    now -= 3_600_000;
    expect(await statuses(1)).toEqual([200]);
  });
});
