// Faults: their effects on the response, the connection and the claim of a sign-up.
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { readFault } from '../../src/sandbox/faults/fault';
import { codeOf, useSandbox } from './support/bench';
import { send, sendRaw } from './support/client';

const bench = useSandbox();
let roll = 0;
const rolling = useSandbox({ fault: { kind: '503', rate: 0.5 }, random: () => roll });
afterEach(() => bench.control('DELETE', '/faults'));

const faulty = (fault: string) => ({ headers: { 'X-Sandbox-Fault': fault } });
const get = (path: string, fault: string) => bench.service('GET', path, faulty(fault));

/** The abort signal for a request that gets no response, and a function that aborts the request. */
function patience() {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    stop: async (answered: Promise<unknown>) => {
      controller.abort();
      await expect(answered).rejects.toThrow('abort');
    },
  };
}

async function readySignUp(): Promise<string> {
  const { cli_token } = await bench.signUp();
  await bench.control('POST', `/sign_up/${cli_token}/complete`);
  return `/sign_up/${cli_token}`;
}

test('the `html` fault returns a web page', async () => {
  const answer = await get('/keys/ak_test', 'html');
  expect([answer.status, answer.headers['content-type']]).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  expect(answer.text).toContain('<html');
});

test('the `slow` fault sends the complete response in chunks', async () => {
  const answer = await get('/keys/ak_test', 'slow');
  expect([answer.status, codeOf(answer)]).toEqual([200, 2000]);
});

test('the `truncate` fault sends half of the response body and closes the connection', async () => {
  const whole = await bench.service('GET', '/keys/ak_test');
  const answer = await sendRaw(
    bench.sandbox.port,
    'GET /v1/keys/ak_test HTTP/1.1\r\nHost: localhost\r\nX-Sandbox-Fault: truncate\r\n\r\n',
  );
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(head).toContain(`Content-Length: ${Buffer.byteLength(whole.text)}`);
  expect(Buffer.byteLength(body)).toBe(Math.floor(Buffer.byteLength(whole.text) / 2));
});

test.each([
  ['truncate', 'aborted'],
  ['reset', /aborted|ECONNRESET/],
  ['drop', /socket hang up|ECONNRESET/],
])('the `%s` fault interrupts the connection', async (fault, message) => {
  await expect(get('/keys/ak_test', fault)).rejects.toThrow(message);
});

test('the `stall` fault sends no response', async () => {
  const { signal, stop } = patience();
  const answered = bench.service('GET', '/keys/ak_test', { ...faulty('stall'), signal });
  const other = bench.service('GET', '/keys/ak_test').then(() => wait(50, 'another was'));
  expect(await Promise.race([answered, other])).toBe('another was');
  await stop(answered);
});

describe('a sign-up', () => {
  test.each(['503', '429', 'html'])('can still be claimed after the `%s` fault', async (fault) => {
    const path = await readySignUp();
    await get(path, fault);
    expect((await bench.service('GET', path)).status).toBe(200);
  });

  test('can still be claimed after the `stall` fault', async () => {
    const path = await readySignUp();
    const { signal, stop } = patience();
    const answered = bench.service('GET', path, { ...faulty('stall'), signal });
    await bench.service('GET', '/keys/ak_test');
    await stop(answered);
    expect((await bench.service('GET', path)).status).toBe(200);
  });

  test.each(['truncate', 'reset', 'drop'])(
    'can no longer be claimed after the `%s` fault',
    async (fault) => {
      const path = await readySignUp();
      await expect(get(path, fault)).rejects.toThrow();
      expect((await bench.service('GET', path)).status).toBe(410);
    },
  );
});

describe('the sandbox', () => {
  // Shows: A fault applies to the path of its rule, as often as the rule says.
  test('applies a fault rule only to its path, and only as often as it says', async () => {
    const rule = { path: '/v1/keys/*', fault: '503', times: 2 };
    expect((await bench.control('POST', '/faults', rule)).json).toEqual({ faults: [rule] });
    const statuses: number[] = [];
    for (const path of ['/sign_up/x', '/keys/ak_test', '/keys/ak_x', '/keys/ak_test']) {
      statuses.push((await bench.service('GET', path)).status);
    }
    expect(statuses).toEqual([202, 503, 503, 200]);
    expect((await bench.control('GET', '/faults')).json).toEqual({ faults: [] });
  });

  test.each([
    [503, '*'],
    [503, '/v1/keys/ak_test'],
    [503, '/v1/*/ak_test'],
    [200, '/v1/keys/'],
    [200, '/v1/key.*'],
    [200, '/keys/*'],
  ])(
    'responds to /v1/keys/ak_test with HTTP status %i if a fault rule has the path pattern %s',
    async (status, path) => {
      await bench.control('POST', '/faults', { path, fault: '503' });
      expect((await bench.service('GET', '/keys/ak_test')).status).toBe(status);
    },
  );

  test('applies a fault rule that has a method only to requests with this method', async () => {
    await bench.control('POST', '/faults', { path: '*', method: 'post', fault: '429' });
    expect((await bench.service('GET', '/keys/ak_test')).status).toBe(200);
    expect((await bench.service('POST', '/sign_up')).status).toBe(429);
  });

  test('prefers the fault in the request header to a fault rule', async () => {
    await bench.control('POST', '/faults', { path: '*', fault: '503' });
    expect((await get('/keys/ak_test', '429')).status).toBe(429);
    expect((await get('/keys/ak_test', '429:0')).status).toBe(200);
  });

  test('does not apply faults to the sign-up page or the control API', async () => {
    const { signup_url } = await bench.signUp();
    await bench.control('POST', '/faults', { path: '*', fault: '503' });
    expect((await send('GET', signup_url)).status).toBe(200);
    expect((await bench.control('GET', '/health')).status).toBe(200);
  });

  test.each([
    [503, 0.49],
    [200, 0.5],
  ])(
    'responds with HTTP status %i if the fault rate is 0.5 and the random number is %d',
    async (status, value) => {
      roll = value;
      expect((await rolling.service('GET', '/keys/ak_test')).status).toBe(status);
    },
  );

  test.each([
    ['503', { kind: '503', rate: 1 }],
    ['reset:0.25', { kind: 'reset', rate: 0.25 }],
    [' stall:.5 ', { kind: 'stall', rate: 0.5 }],
    ['slow:1.0', { kind: 'slow', rate: 1 }],
    ['html:0', { kind: 'html', rate: 0 }],
    ['', undefined],
    ['404', undefined],
    ['503:2', undefined],
    ['503:', undefined],
    ['503:0.5:1', undefined],
    ['toString', undefined],
  ])('parses the fault text %j as %j', (text, fault) => {
    expect(readFault(text)).toEqual(fault);
  });
});
