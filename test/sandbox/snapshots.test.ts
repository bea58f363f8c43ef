// Snapshots through the control API: after a restore, every response is the same as before.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { endpoints } from '../../src/api/endpoints';
import { sample } from '../support/runs';
import type { RunningSandbox } from '../support/sandbox';
import { send } from './support/client';
import { control, sandboxes } from './support/start';

const now = Date.parse('2026-11-20T12:00:00Z');
const directory = mkdtempSync(join(tmpdir(), 'waypost-snapshots-test-'));
afterEach(() => rmSync(directory, { recursive: true, force: true }));
const start = sandboxes({ clock: () => now });

interface Keys {
  key: string;
  user_token: string;
}

/** Creates an account with a licensee, a config, a lookup log and a pending sign-up. */
async function fill(sandbox: RunningSandbox) {
  const keys = (await control(sandbox, 'POST', '/keys', {})).json as Keys;
  const call = (method: string, path: string, body?: unknown) =>
    send(method, sandbox.url + path, {
      headers: { Authorization: `Bearer ${keys.user_token}` },
      ...(body === undefined ? {} : { body }),
    });
  await control(sandbox, 'PATCH', `/keys/${keys.key}`, {
    sublicensing: true,
    lookups_remaining: 4000,
    daily_limit: { limit: 700 },
  });
  const licensee = await call('POST', `/keys/${keys.key}/licensees`, { name: 'Söhne & Co' });
  await call('POST', `/keys/${keys.key}/configs`, { name: 'checkout', payload: '{"a":1}' });
  await control(sandbox, 'POST', `/keys/${keys.key}/lookups`, { count: 3000, tags: ['web'] });
  const started = await send('POST', `${sandbox.url}/sign_up`, { body: {} });
  return {
    ...keys,
    licensee: String(Object(Object(licensee.json).result).id),
    licenseeKey: String(Object(Object(licensee.json).result).key),
    token: String(Object(Object(started.json).result).cli_token),
  };
}

type Filled = Awaited<ReturnType<typeof fill>>;

/** Queries that a GET requires. */
const queries: Record<string, string> = {
  places: '?query=london',
  autocomplete: '?query=main',
  addresses: '?longitude=-74&latitude=40.7',
  emails: '?query=a@example.com',
  phone_numbers: '?query=%2B14155550123',
};

/** The id of the first address in an answer of the autocompletion. */
function idOf(answer: unknown): string {
  return /"id":"([^"]+)"/.exec(String(Object(answer).text))?.[1] ?? 'none';
}

/** Every GET of the service, in the order of the list; the ones that bill come last. */
async function everyGet(sandbox: RunningSandbox, filled: Filled): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const { method, path, credential } of Object.values(endpoints)) {
    if (method !== 'GET') continue;
    const values: Record<string, string> = {
      key: filled.key,
      licensee: filled.licensee,
      config: 'checkout',
      cli_token: filled.token,
      place: 'geonames_2643743',
      id: idOf(answers.at(-1)),
    };
    const named = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
    const query = path.includes('{') ? '' : (queries[path.split('/')[1] ?? ''] ?? '');
    const secret = credential === 'management_key' ? filled.user_token : filled.licenseeKey;
    const { status, headers, text } = await send('GET', sandbox.url + named + query, {
      headers: { Authorization: `Bearer ${secret}` },
    });
    const { date: _, ...rest } = headers;
    answers.push({ path: named, status, headers: rest, text });
  }
  answers.push((await control(sandbox, 'GET', '/accounts')).json);
  return answers;
}

/** Changes whatever a restore has to bring back. */
async function wreck(sandbox: RunningSandbox, { key, user_token }: Filled): Promise<void> {
  const headers = { Authorization: `Bearer ${user_token}` };
  await control(sandbox, 'POST', '/clock', { advance: '40d' });
  await send('DELETE', `${sandbox.url}/keys/${key}/configs/checkout`, { headers });
  await control(sandbox, 'PATCH', `/keys/${key}`, { name: 'Another', suspended: true });
  await control(sandbox, 'POST', '/keys', {});
  await control(sandbox, 'POST', '/redact');
  await control(sandbox, 'DELETE', `/keys/${key}`);
  await control(sandbox, 'POST', '/reset');
}

const kinds: [where: string, options: () => Parameters<typeof start>[0]][] = [
  ['in a directory', () => ({ data: join(directory, 'data') })],
  ['in memory', () => ({})],
];
describe.each(sample(kinds))('a sandbox whose data is %s', (_where, options) => {
  test('responds to every GET request after a restore as it did when the snapshot was created', async () => {
    const sandbox = await start(options());
    const filled = await fill(sandbox);
    const saved = await control(sandbox, 'POST', '/snapshots/full');
    expect([saved.status, saved.json]).toEqual([
      200,
      {
        name: 'full',
        size: expect.any(Number) as unknown,
        saved_at: expect.any(String) as unknown,
      },
    ]);
    const before = await everyGet(sandbox, filled);
    expect(before.filter((one) => Object(one).status === 200).length).toBeGreaterThan(12);
    for (let round = 0; round < 2; round += 1) {
      await wreck(sandbox, filled);
      expect(await everyGet(sandbox, filled)).not.toEqual(before);
      const { json } = await control(sandbox, 'POST', '/snapshots/full/restore');
      expect(json).toEqual({ restored: 'full', now: new Date(now).toISOString() });
      expect(await everyGet(sandbox, filled)).toEqual(before);
    }
  });
});

test('a new licensee gets the same ID before and after a restore', async () => {
  const sandbox = await start();
  const { key, user_token } = await fill(sandbox);
  await control(sandbox, 'POST', '/snapshots/one');
  const create = async () => {
    const answer = await send('POST', `${sandbox.url}/keys/${key}/licensees`, {
      headers: { Authorization: `Bearer ${user_token}` },
      body: { name: 'Next' },
    });
    return Object(Object(answer.json).result).id as unknown;
  };
  const first = await create();
  await control(sandbox, 'POST', '/snapshots/one/restore');
  expect(await create()).toBe(first);
});

test("a restore sets the clock to the snapshot's time", async () => {
  let real = now;
  const sandbox = await start({ clock: () => real });
  await control(sandbox, 'POST', '/clock', { now: '2027-01-31T00:00:00Z' });
  await control(sandbox, 'POST', '/snapshots/january');
  real += 5 * 86_400_000;
  const { json } = await control(sandbox, 'POST', '/snapshots/january/restore');
  expect(json).toMatchObject({ now: '2027-01-31T00:00:00.000Z' });
});

describe('snapshot files', () => {
  test('remain in the data directory after the sandbox is closed, and can be read only by their owner', async () => {
    const data = join(directory, 'data');
    const sandbox = await start({ data });
    const { key } = await fill(sandbox);
    await control(sandbox, 'POST', '/snapshots/kept');
    const file = join(data, 'snapshots', 'kept.db');
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    await sandbox.close();
    const next = await start({ data });
    await control(next, 'POST', '/reset');
    await control(next, 'POST', '/snapshots/kept/restore');
    expect((await send('GET', `${next.url}/keys/${key}`)).status).toBe(200);
  });

  test('can be used by all in-memory sandboxes that have the same snapshot directory', async () => {
    const snapshots = join(directory, 'shared');
    const one = await start({ snapshots });
    const { key } = await fill(one);
    await control(one, 'POST', '/snapshots/shared');
    const other = await start({ snapshots });
    expect((await send('GET', `${other.url}/keys/${key}`)).status).toBe(404);
    await control(other, 'POST', '/snapshots/shared/restore');
    expect((await send('GET', `${other.url}/keys/${key}`)).status).toBe(200);
  });
});

describe('a snapshot', () => {
  test('is rejected if its name is taken, unless the request sets `replace`', async () => {
    const sandbox = await start();
    await control(sandbox, 'POST', '/snapshots/one');
    const again = await control(sandbox, 'POST', '/snapshots/one');
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('already')]);
    expect((await control(sandbox, 'POST', '/snapshots/one', { replace: true })).status).toBe(200);
  });

  test.each(['..', '.hidden', 'a%2Fb', 'x'.repeat(65), '%00'])(
    'is rejected if its name is %s',
    async (name) => {
      const sandbox = await start({ snapshots: join(directory, 'named') });
      const { status } = await send('POST', `${sandbox.origin}/_sandbox/snapshots/${name}`);
      expect(status).not.toBe(200);
      expect(existsSync(join(directory, 'named'))).toBe(false);
    },
  );

  test('that does not exist cannot be restored, and the error lists the existing snapshots', async () => {
    const sandbox = await start();
    await control(sandbox, 'POST', '/snapshots/one');
    const { status, text } = await control(sandbox, 'POST', '/snapshots/two/restore');
    expect([status, text]).toEqual([404, expect.stringContaining('Existing snapshots: one.')]);
    expect((await control(sandbox, 'DELETE', '/snapshots/two')).status).toBe(404);
  });

  test('is rejected if it is damaged, and does not change the sandbox', async () => {
    const snapshots = join(directory, 'damaged');
    const sandbox = await start({ snapshots });
    const { key } = await fill(sandbox);
    await control(sandbox, 'POST', '/snapshots/one');
    const file = join(snapshots, 'one.db');
    const whole = readFileSync(file);
    for (const bytes of [Buffer.from('not a database, but text'), whole.subarray(0, 9000)]) {
      writeFileSync(file, bytes);
      const { status, text } = await control(sandbox, 'POST', '/snapshots/one/restore');
      expect([status, text]).toEqual([400, expect.stringContaining('damaged')]);
      expect((await send('GET', `${sandbox.url}/keys/${key}`)).status).toBe(200);
    }
  });
});

test('snapshots can be listed and deleted', async () => {
  const sandbox = await start();
  for (const name of ['b', 'a']) await control(sandbox, 'POST', `/snapshots/${name}`);
  const names = async () => {
    const { json } = await control(sandbox, 'GET', '/snapshots');
    return (Object(json).snapshots as { name: string }[]).map(({ name }) => name);
  };
  expect(new Set(await names())).toEqual(new Set(['a', 'b']));
  expect((await control(sandbox, 'DELETE', '/snapshots/b')).json).toEqual({ deleted: 1 });
  expect(await names()).toEqual(['a']);
});
