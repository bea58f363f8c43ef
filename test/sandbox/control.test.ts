// The control API: its results, and the requests that it answers.
import { connect } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { version } from '../../src/lib/identity';
import { readSpan } from '../../src/sandbox/server/clock';
import { codeOf, resultOf, useSandbox } from './support/bench';
import { send } from './support/client';

const noon = Date.parse('2026-11-20T12:00:00Z');
let real = noon;
const bench = useSandbox({ clock: () => real });
beforeEach(async () => {
  real = noon;
  await bench.control('POST', '/reset');
});

describe('GET /_sandbox/health', () => {
  // Shows: GET /_sandbox/health returns the ID of the sandbox's process.
  test('returns the version, the process ID and the time', async () => {
    const answer = await bench.control('GET', '/health');
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        ok: true,
        version,
        places: expect.any(Number),
        data: null,
        pid: process.pid,
        now: '2026-11-20T12:00:00.000Z',
      },
    ]);
  });
});

describe('the control API', () => {
  const self = () => bench.sandbox.origin;
  const cases: [status: number, what: string, headers: () => Record<string, string>][] = [
    [200, 'without browser headers', () => ({})],
    [200, 'to localhost', () => ({ Host: 'localhost:1' })],
    [200, 'to a host name below localhost', () => ({ Host: 'sandbox.localhost' })],
    [200, 'to an IPv6 address', () => ({ Host: '[::1]:8787' })],
    [200, 'from its own page', () => ({ Origin: self(), 'Sec-Fetch-Site': 'same-origin' })],
    [403, 'to another host name', () => ({ Host: 'evil.example' })],
    [403, 'to a host name that starts like an address', () => ({ Host: '127.0.0.1.evil.example' })],
    [400, 'with a user name in the Host header', () => ({ Host: 'x@127.0.0.1' })],
    [403, 'from another site', () => ({ Origin: 'https://evil.example' })],
    [403, 'from a page without an origin', () => ({ Origin: 'null' })],
    [403, 'from another port', () => ({ Origin: 'http://127.0.0.1:1' })],
    [403, 'for an image of another site', () => ({ 'Sec-Fetch-Site': 'cross-site' })],
  ];
  // Shows: The control API accepts requests only from this machine, and checks the Host and Origin headers.
  test.each(cases)(
    'responds with HTTP status %i to a request %s',
    async (status, _what, headers) => {
      const answer = await send('GET', `${self()}/_sandbox/accounts`, { headers: headers() });
      expect(answer.status).toBe(status);
      if (status === 403) expect(answer.json).toEqual({ error: expect.any(String) });
    },
  );
});

describe('a key', () => {
  test('is created by POST /_sandbox/keys, for a new account or an existing account', async () => {
    const { key, user_token, user_id } = await bench.account();
    const further = (await bench.control('POST', '/keys', { account: user_id })).json;
    expect(further).toEqual({ key: expect.stringMatching(/^ak_/), user_token, user_id });
    const keys = [key, Object(further).key].map((one) => ({
      key: one,
      name: 'Test key',
      lookups_remaining: 50,
      available: true,
    }));
    expect((await bench.control('GET', '/accounts')).json).toEqual({
      accounts: [{ user_id, email: '', name: '', keys }],
    });
  });

  test('can be changed with PATCH /_sandbox/keys/{key}, whose response contains every setting', async () => {
    const { key, user_token } = await bench.account();
    const change = {
      lookups_remaining: 7,
      plan: 'unlimited',
      ip_allow_list: ['10.0.0.0/8', '::1'],
      allowed_urls: ['https://shop.example'],
      sublicensing: true,
      ip_forwarding: true,
      redact_days: 0,
      premier_support: true,
      high_risk: true,
      individual_limit: { limit: 3 },
    };
    const answer = await bench.control('PATCH', `/keys/${key}`, {
      ...change,
      datasets: { email: false },
    });
    expect(answer.json).toMatchObject({ ...change, datasets: { email: false, phone: true } });
    const details = await bench.service('GET', `/keys/${key}/details?user_token=${user_token}`);
    expect(answer.json).toMatchObject(resultOf<object>(details));
    expect((await bench.control('PATCH', `/keys/${key}`, {})).json).toEqual(answer.json);
  });

  test.each([0, 7, 50, 51, 1_000_000])('can have a balance of %d lookups', async (lookups) => {
    const { key } = await bench.account();
    const answer = await bench.control('PATCH', `/keys/${key}`, { lookups_remaining: lookups });
    expect(answer.json).toMatchObject({
      lookups_remaining: lookups,
      current_purchases: [{ purchased: lookups, consumed: 0 }],
    });
  });
});

describe("the sandbox's clock", () => {
  const at = async (body: unknown) => (await bench.control('POST', '/clock', body)).json;
  // Shows: The sandbox's clock can be set and advanced, keeps running, and can return to the real time.
  test('can be set and advanced, keeps running, and can return to the real time', async () => {
    expect(await at({ now: '2030-01-01T00:00:00Z' })).toEqual({ now: '2030-01-01T00:00:00.000Z' });
    real += 1000;
    expect(await at({ advance: '8d' })).toEqual({ now: '2030-01-09T00:00:01.000Z' });
    expect(await at({ advance: '-1h' })).toEqual({ now: '2030-01-08T23:00:01.000Z' });
    expect(await at({})).toEqual({ now: new Date(real).toISOString() });
  });
});

describe('readSpan', () => {
  test.each([
    ['5ms', 5],
    ['90s', 90_000],
    ['1.5h', 5_400_000],
    ['+2d', 172_800_000],
    ['-1w', -604_800_000],
    ['', undefined],
    ['1 d', undefined],
    ['1y', undefined],
    ['1e3s', undefined],
  ])(
    'with the time span %j returns %s (milliseconds, or undefined if the time span is invalid)',
    (text, milliseconds) => {
      expect(readSpan(text)).toBe(milliseconds);
    },
  );
});

describe('POST /_sandbox/reset', () => {
  // Shows: POST /_sandbox/reset restores the data that the sandbox had after its start.
  test('restores the data that the sandbox had after its start', async () => {
    const { key } = await bench.account();
    const { cli_token } = await bench.signUp();
    await bench.control('POST', `/sign_up/${cli_token}/complete`);
    await bench.control('PATCH', '/keys/ak_test', { individual_limit: { limit: 0 } });
    await bench.control('POST', '/clock', { advance: '1d' });
    await bench.control('POST', '/faults', { path: '*', fault: '503' });
    expect((await bench.control('POST', '/reset')).json).toEqual({ ok: true });
    expect((await bench.control('GET', '/accounts')).json).toEqual({ accounts: [] });
    expect(codeOf(await bench.service('GET', `/keys/${key}`))).toBe(4042);
    expect((await bench.service('GET', `/sign_up/${cli_token}`)).status).toBe(202);
    const shared = await bench.service('GET', '/keys/ak_test');
    expect(resultOf(shared)).toMatchObject({ available: true });
    expect((await bench.control('GET', '/health')).json).toMatchObject({
      now: new Date(real).toISOString(),
    });
  });
});

describe('requests that the client aborts while sending the body', () => {
  const counts: number[] = [];
  const reports: unknown[] = [];
  const aborted = useSandbox({
    report: (error) => void reports.push(error),
    reportAborted: (count) => void counts.push(count),
  });

  test('are counted, but are not reported as failures', async () => {
    const { port } = new URL(aborted.sandbox.origin);
    const head = `Host: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 100`;
    for (const path of ['faults', 'clock']) {
      const before = counts.length;
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(`POST /_sandbox/${path} HTTP/1.1\r\n${head}\r\n\r\n{"a":`, () => socket.end());
      await expect.poll(() => counts.length).toBe(before + 1);
      socket.destroy();
    }
    expect(counts).toEqual([1, 2]);
    expect(reports).toEqual([]);
  });
});
