// Sandboxes that a program creates with `createSandbox` of the built package, with the client of the same build.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { CreateSandboxOptions, LocalSandbox } from '../../src/sandbox/index';
import { systemTest } from '../support/runs';

const load = createRequire(__filename);
const dist = join(__dirname, '../../dist');
const library: typeof import('../../src/sandbox/index') = load(join(dist, 'sandbox.js'));
const { createClient }: typeof import('../../src/client/index') = load(join(dist, 'index.js'));

const running: LocalSandbox[] = [];
afterEach(() => Promise.all(running.splice(0).map((sandbox) => sandbox.close())));

async function create(options?: CreateSandboxOptions): Promise<LocalSandbox> {
  const sandbox = await library.createSandbox(options);
  running.push(sandbox);
  return sandbox;
}

/** A client of a sandbox, with a key of a new account. */
async function clientOf(sandbox: LocalSandbox) {
  const { key, userToken } = await sandbox.key();
  return createClient({ baseUrl: sandbox.url, apiKey: key, userToken });
}

const invalidInput = { name: 'WaypostError', code: 'invalid_input' };

describe('createSandbox', () => {
  test('starts a sandbox without accounts on a free port', async () => {
    const sandbox = await create();
    expect(sandbox.url).toBe(`${sandbox.origin}/v1`);
    expect(sandbox.origin).toBe(`http://127.0.0.1:${sandbox.port}`);
    const health = await (await fetch(`${sandbox.origin}/_sandbox/health`)).json();
    expect(health).toMatchObject({ ok: true, data: null, pid: process.pid });
    expect(await (await fetch(`${sandbox.origin}/_sandbox/accounts`)).json()).toEqual({
      accounts: [],
    });
  });

  test('rejects a port that another sandbox uses', async () => {
    const { port } = await create();
    await expect(create({ port })).rejects.toMatchObject({
      ...invalidInput,
      message: expect.stringContaining(`is already listening on 127.0.0.1:${port}`),
    });
  });

  test.each<[CreateSandboxOptions, string]>([
    [{ fault: 'nope' }, 'fault must be the name of a fault'],
    [{ now: 'tomorrow' }, 'now must be an ISO 8601 date-time'],
  ])('rejects the invalid options %j', async (options, message) => {
    await expect(create(options)).rejects.toMatchObject({
      ...invalidInput,
      message: expect.stringContaining(message),
    });
  });

  test('starts a sandbox without the limit of 30 requests per second if the `rateLimit` option is false', async () => {
    const free = await create({ rateLimit: false, now: '2026-01-01' });
    const limited = await create();
    const statuses = async ({ url }: LocalSandbox) => {
      const answers = await Promise.all(
        Array.from({ length: 60 }, () => fetch(`${url}/keys/ak_x`)),
      );
      return new Set(answers.map(({ status }) => status));
    };
    expect(await statuses(free)).toEqual(new Set([404]));
    expect(await statuses(limited)).toContain(503);
  });

  test('reads the data that an earlier sandbox stored in the same `data` directory', async () => {
    const { mkdtempSync, rmSync } = await import('node:fs');
    const { tmpdir } = await import('node:os');
    const data = mkdtempSync(join(tmpdir(), 'waypost-library-'));
    try {
      const first = await create({ data });
      const { key } = await first.key();
      await first.close();
      const second = await create({ data });
      const client = createClient({ baseUrl: second.url, apiKey: key });
      await expect(client.keys.availability()).resolves.toMatchObject({ available: true });
      await second.close();
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  });
});

describe('a sandbox', () => {
  test('creates a new account with 50 lookups each time key() is called', async () => {
    const sandbox = await create();
    const [one, other] = [await sandbox.key(), await sandbox.key()];
    expect(one).toEqual({
      key: expect.stringMatching(/^ak_/),
      userToken: expect.stringMatching(/^uk_/),
      userId: expect.stringMatching(/^user_/),
    });
    expect(new Set([one.userId, other.userId, one.key, other.key]).size).toBe(4);
    const client = createClient({
      baseUrl: sandbox.url,
      apiKey: one.key,
      userToken: one.userToken,
    });
    await expect(client.keys.details()).resolves.toMatchObject({ lookups_remaining: 50 });
  });

  test('applies a fault as often as its rule says, then removes the rule', async () => {
    const sandbox = await create();
    const client = await clientOf(sandbox);
    const rule = { path: '/v1/keys/*', method: 'GET', fault: '5001', times: 1 };
    expect(await sandbox.faults.add(rule)).toEqual([rule]);
    await expect(client.keys.availability()).rejects.toMatchObject({ apiCode: 5001 });
    expect(await sandbox.faults.list()).toEqual([]);
    await expect(client.keys.availability()).resolves.toMatchObject({ available: true });
    await sandbox.faults.add({ path: '*', fault: 'html' });
    expect(await sandbox.faults.clear()).toEqual([]);
    await expect(client.keys.availability()).resolves.toMatchObject({ available: true });
  });

  test('rejects an invalid fault with an error that names the field', async () => {
    const sandbox = await create();
    await expect(sandbox.faults.add({ path: 'keys', fault: '503' })).rejects.toMatchObject({
      ...invalidInput,
      details: [{ path: 'path', message: 'must start with / or *' }],
    });
    expect(await sandbox.faults.list()).toEqual([]);
  });

  test('applies faults to the same requests as another sandbox with the same `faultSeed` option', async () => {
    const outcomes = async (faultSeed: number) => {
      const { url } = await create({ fault: '5001:0.5', faultSeed });
      const statuses: number[] = [];
      for (let number = 0; number < 20; number += 1) {
        statuses.push((await fetch(`${url}/keys/ak_${number}`)).status);
      }
      return statuses;
    };
    const first = await outcomes(1);
    expect(new Set(first).size).toBe(2);
    expect(await outcomes(1)).toEqual(first);
    expect(await outcomes(2)).not.toEqual(first);
  });

  test('sets and advances its clock', async () => {
    const sandbox = await create({ now: new Date('2026-01-31T10:00:00Z') });
    const served = async (): Promise<string> => {
      const { now } = Object(await (await fetch(`${sandbox.origin}/_sandbox/health`)).json());
      return String(now).slice(0, 10);
    };
    expect(await served()).toBe('2026-01-31');
    expect((await sandbox.clock.advance('8d')).toISOString()).toMatch(/^2026-02-08T10:0/);
    expect(sandbox.clock.now().toISOString()).toMatch(/^2026-02-08T10:0/);
    expect(await served()).toBe('2026-02-08');
    expect((await sandbox.clock.set('2027-05-01T00:00:00Z')).getUTCFullYear()).toBe(2027);
    await expect(sandbox.clock.advance('soon')).rejects.toMatchObject(invalidInput);
    await expect(sandbox.clock.set(new Date(Number.NaN))).rejects.toMatchObject(invalidInput);
    expect(await served()).toBe('2027-05-01');
  });

  test('removes all data and sets the clock back to its start time when reset() is called', async () => {
    const sandbox = await create({ now: '2026-01-01T00:00:00Z' });
    const { key } = await sandbox.key();
    await sandbox.faults.add({ path: '*', fault: 'html' });
    await sandbox.clock.advance('4w');
    await sandbox.reset();
    expect(await sandbox.faults.list()).toEqual([]);
    expect(sandbox.clock.now().toISOString()).toMatch(/^2026-01-01T00:0/);
    expect((await fetch(`${sandbox.url}/keys/${key}`)).status).toBe(404);
  });

  test('stops listening when close() is called, and ignores further calls of close()', async () => {
    const sandbox = await create();
    await sandbox.close();
    await sandbox.close();
    await expect(sandbox.closed).resolves.toBeUndefined();
    await expect(fetch(sandbox.url)).rejects.toThrow('fetch failed');
  });
});

systemTest('20 sandboxes in one process share only the place data', async () => {
  const sandboxes = await Promise.all(Array.from({ length: 20 }, () => create()));
  const keys = await Promise.all(sandboxes.map((sandbox) => sandbox.key()));
  expect(new Set(sandboxes.map(({ port }) => port)).size).toBe(20);
  expect(new Set(keys.map(({ key }) => key)).size).toBe(20);

  const [first] = sandboxes;
  await first?.faults.add({ path: '*', fault: 'html' });
  await first?.clock.advance('30d');
  for (const [number, sandbox] of sandboxes.entries()) {
    if (sandbox === first) continue;
    const own = createClient({ baseUrl: sandbox.url, apiKey: keys[number]?.key });
    await expect(own.keys.availability()).resolves.toMatchObject({ available: true });
    const neighbor = createClient({ baseUrl: sandbox.url, apiKey: keys[number - 1]?.key });
    await expect(neighbor.keys.availability()).rejects.toMatchObject({ status: 404 });
    const { hits } = await own.places.search('Berlin');
    expect(hits).toMatchObject([{ name: 'Berlin' }, ...Array(Object(hits).length - 1).fill({})]);
    expect(Math.abs(sandbox.clock.now().getTime() - Date.now())).toBeLessThan(86_400_000);
  }

  await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
  const answers = await Promise.allSettled(sandboxes.map(({ url }) => fetch(url)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toEqual([]);
});

test('createSandbox rejects an unknown option', async () => {
  // @ts-expect-error a mistyped name
  await expect(library.createSandbox({ memroy: true })).rejects.toMatchObject({
    ...invalidInput,
    message: expect.stringMatching(
      /^createSandbox has no option memroy\. Use one of: port, host, data,/,
    ),
  });
});

test("keys.update() changes a key's settings", async () => {
  const sandbox = await create();
  const { key, userToken } = await sandbox.key();
  const client = createClient({ baseUrl: sandbox.url, apiKey: key, userToken });
  expect(
    await sandbox.keys.update(key, { lookups_remaining: 3, daily_limit: { limit: 2 } }),
  ).toMatchObject({ lookups_remaining: 3, plan: 'metered' });
  await expect(client.keys.details()).resolves.toMatchObject({
    lookups_remaining: 3,
    daily_limit: { limit: 2 },
  });
  await expect(sandbox.keys.update('ak_nobody', {})).rejects.toMatchObject(invalidInput);
  await expect(sandbox.keys.update(key, { lookups_remaining: -1 })).rejects.toMatchObject({
    ...invalidInput,
    message: 'lookups_remaining must be 0 or more.',
  });
});

describe('requests()', () => {
  test('returns every request to the service with its outcome, and masks keys', async () => {
    const sandbox = await create({ now: '2026-11-20T12:00:00Z' });
    const { key, userToken } = await sandbox.key();
    const ask = (path: string, fault?: string, init: RequestInit = {}) =>
      fetch(`${sandbox.url}${path}`, {
        ...init,
        headers: {
          Authorization: `Bearer ${path.startsWith('/keys') ? userToken : key}`,
          ...(fault === undefined ? {} : { 'X-Sandbox-Fault': fault }),
        },
      })
        .then((answer) => answer.text())
        .catch(() => '');
    await ask('/emails?query=ada@gmail.com');
    await ask('/emails?query=ada@gmail.com', '429');
    await ask('/emails?query=ada@gmail.com', 'drop');
    await ask('/emails?query=ada@gmail.com', 'truncate');
    await ask('/emails?query=ada@gmail.com', 'html');
    await ask(`/keys/${key.replace('ak_', '%61k_')}/details`);
    await ask(`/places?query=x&api_key=${key}`);
    await ask('/places/%zz');
    await ask('/nowhere', undefined, { method: 'POST' });
    const stalled = new AbortController();
    const waiting = ask('/places?query=stalled', 'stall', { signal: stalled.signal });
    const found = async (path: string) => (await sandbox.requests({ path })).length;
    await expect.poll(() => found('/v1/places?query=stalled')).toBe(1);
    stalled.abort();
    await waiting;
    const all = await sandbox.requests();
    const told = all.map(({ method, path, status, code, charge, fault }) =>
      [method, path.split('?')[0], status, code, charge, fault].join(' '),
    );
    const masked = `${key.slice(0, 6)}…`;
    expect(told).toEqual([
      'GET /v1/emails 200 2000 1 ',
      'GET /v1/emails 429 4291 0 429',
      'GET /v1/emails   1 drop',
      'GET /v1/emails 200 2000 1 truncate',
      'GET /v1/emails 200  0 html',
      `GET /v1/keys/%61k_${key.slice(3, 4)}…/details 200 2000 0 `,
      'GET /v1/places 200 2000 0 ',
      'GET /v1/places/%zz 400 4000 0 ',
      'POST /v1/nowhere 404 404 0 ',
      'GET /v1/places   0 stall',
    ]);
    expect(all.every(({ time }) => time.startsWith('2026-11-20T12:0'))).toBe(true);
    expect(new Set(all.map((one) => one.key))).toEqual(new Set([masked]));
    const text = JSON.stringify(all);
    for (const secret of [key, key.slice(3), userToken]) expect(text).not.toContain(secret);
  });

  systemTest(
    'returns at most the newest 1,000 requests, can filter them, and omits cleared requests',
    async () => {
      const sandbox = await create({ rateLimit: false });
      const [one, other] = [await sandbox.key(), await sandbox.key()];
      const ask = async (path: string, { key }: { key: string }, method = 'GET') =>
        (
          await fetch(`${sandbox.url}${path}`, {
            method,
            headers: { Authorization: `Bearer ${key}` },
          })
        ).arrayBuffer();
      for (let at = 0; at < 1001; at += 1) await ask(`/nowhere/${at}`, one);
      const all = await sandbox.requests();
      expect(all.map(({ id }) => id)).toEqual(Array.from({ length: 1000 }, (_, at) => at + 2));
      await sandbox.clearRequests();
      expect(await sandbox.requests()).toEqual([]);
      await ask('/places?query=lyon', one);
      await ask('/places?query=lyon', other);
      await ask('/emails?query=', one, 'POST');
      const [first] = await sandbox.requests();
      const count = async (filter: Parameters<typeof sandbox.requests>[0]) =>
        (await sandbox.requests(filter)).length;
      expect(first).toMatchObject({ id: 1002 });
      expect(await count({ path: '/v1/places' })).toBe(2);
      expect(await count({ path: '/v1/*=lyon' })).toBe(2);
      expect(await count({ key: one.key })).toBe(2);
      expect(await count({ key: `${other.key.slice(0, 6)}…`, status: 200 })).toBe(1);
      expect(await count({ method: 'post', status: 404 })).toBe(1);
      expect(await count({ code: 2000 })).toBe(2);
      expect(await count({ since: 1002 })).toBe(2);
      expect(await count({ since: first?.time ?? '' })).toBe(3);
      expect(await count({ since: new Date('9999-01-01') })).toBe(0);
      await expect(sandbox.requests({ since: 'noon' })).rejects.toMatchObject(invalidInput);
      await sandbox.reset();
      expect(await sandbox.requests()).toEqual([]);
    },
  );
});
