// Rules that apply before an operation: invalid HTTP, forms of a request, address families, the rate limit.
import { networkInterfaces } from 'node:os';
import { afterAll, describe, expect, test } from 'vitest';
import { useSandbox } from './support/bench';
import { send, sendRaw } from './support/client';

let now = Date.parse('2026-11-20T12:00:00Z');
const bench = useSandbox();
const limited = useSandbox({ rateLimit: true, clock: () => now });
afterAll(() => expect(bench.reports).toEqual([]));

describe('an invalid HTTP request', () => {
  const raw: [what: string, bytes: string | Buffer][] = [
    ['text that is not HTTP', 'hello\r\n\r\n'],
    ['random bytes', Buffer.from([0x16, 0x03, 0x01, 0x00, 0xa5, 0x01, 0x00, 0x0d, 0x0a])],
    ['a header without a name', 'GET /v1/keys/ak_test HTTP/1.1\r\n: x\r\n\r\n'],
    ['a header of 20 kB', `GET /v1/keys/ak_test HTTP/1.1\r\nA: ${'x'.repeat(20_000)}\r\n\r\n`],
    [
      'two content lengths',
      'POST /v1/sign_up HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
    ],
    ['a backslash in the path', 'GET /v1\\keys HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['an invalid host', 'GET /v1/keys/ak_test HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
    ['an asterisk as its target', 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ];
  test.each(raw)('with %s fails with HTTP status 400 and API code 4000', async (_what, bytes) => {
    const answer = await sendRaw(bench.sandbox.port, bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/^Svc-Source-IP: 127\.0\.0\.1\r$/m);
    expect(answer).toMatch(/\{"code":4000,"message":"Invalid syntax submitted"\}$/);
  });

  test('does not stop the sandbox', async () => {
    expect((await bench.service('GET', '/keys/ak_test')).status).toBe(200);
  });
});

describe('a request', () => {
  // Shows: A request over IPv4 succeeds with or without a Host header, and with an absolute target.
  test.each([
    ['HTTP/1.0 and no host', 'GET /v1/keys/ak_test HTTP/1.0\r\n\r\n'],
    ['HTTP/1.1 and no host', 'GET /v1/keys/ak_test HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [
      'an absolute target',
      'GET http://any.example/v1/keys/ak_test HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    ],
  ])('with %s succeeds', async (_what, bytes) => {
    expect(await sendRaw(bench.sandbox.port, bytes)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  const hasIpv6 = Object.values(networkInterfaces())
    .flat()
    .some((one) => one?.address === '::1');
  // Shows: A request over IPv6 succeeds.
  test('over IPv6 succeeds', async ({ skip }) => {
    if (!hasIpv6) skip('this machine has no IPv6');
    const answer = await send('GET', `http://[::1]:${bench.sandbox.port}/v1/keys/ak_test`);
    expect([answer.status, answer.headers['svc-source-ip']]).toEqual([200, '::1']);
  });
});

describe('the rate limit', () => {
  const statuses = async (count: number, method = 'GET'): Promise<number[]> => {
    const found: number[] = [];
    for (let i = 0; i < count; i += 1)
      found.push((await limited.service(method, '/keys/ak_test')).status);
    return found;
  };

  // Shows: After 30 requests in one second from one IP address, the next request fails with HTTP status 503 and no body.
  test('is 30 requests in any period of one second', async () => {
    now += 10_000;
    expect(new Set(await statuses(20))).toEqual(new Set([200]));
    now += 500;
    expect(await statuses(12)).toEqual([...Array.from({ length: 10 }, () => 200), 503, 503]);
    now += 499;
    expect(await statuses(1)).toEqual([503]);
    now += 1;
    expect(await statuses(21)).toEqual([...Array.from({ length: 20 }, () => 200), 503]);
  });

  // Shows: After 30 requests in one second from one IP address, the next request fails with HTTP status 503 and no body.
  test('causes HTTP status 503 without a body if it is exceeded', async () => {
    now += 10_000;
    await statuses(30);
    const answer = await limited.service('GET', '/keys/ak_test');
    expect([answer.status, answer.text, answer.headers['svc-source-ip']]).toEqual([
      503,
      '',
      '127.0.0.1',
    ]);
  });

  test('does not apply to HEAD requests or to the control API', async () => {
    expect(new Set(await statuses(35, 'HEAD'))).toEqual(new Set([200]));
    expect((await limited.control('GET', '/health')).status).toBe(200);
  });

  test('does not block requests after the clock is set back', async () => {
    now -= 3_600_000;
    expect(await statuses(1)).toEqual([200]);
  });
});
