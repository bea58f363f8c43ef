// The configs of a key: /keys/{key}/configs.
import { beforeEach, describe, expect, test } from 'vitest';
import { managedBy, resultOf, type TestKeys, told, useSandbox } from './support/bench';
import type { Answer } from './support/client';

let now = Date.parse('2026-11-20T12:00:00Z');
const bench = useSandbox({ clock: () => now });
let mine: TestKeys;
beforeEach(async () => {
  mine = await bench.account();
});

const ask = (method: string, path = '', body?: unknown): Promise<Answer> =>
  bench.service(method, `/keys/${mine.key}/configs${path}`, {
    ...managedBy(mine),
    ...(body === undefined ? {} : { body }),
  });

describe('Resources, Config', () => {
  // Shows: A config has every member; timestamps with milliseconds and Z
  test('has every member, timestamps with milliseconds and Z', async () => {
    const answer = await ask('POST', '', { name: 'web-1.2_x', payload: '{"a": 1}' });
    expect(resultOf(answer)).toEqual({
      name: 'web-1.2_x',
      payload: '{"a": 1}',
      createdAt: new Date(now).toISOString(),
      updatedAt: new Date(now).toISOString(),
    });
    expect(new Date(now).toISOString()).toMatch(/\.\d{3}Z$/);
  });

  // Shows: A payload comes back as it was
  test.each(['', ' ', '\u0000', 'a\u0000b', '\ud800', '🇺🇸'.repeat(10), '"quotes"\n'])(
    'the payload comes back as it was: %j',
    async (payload) => {
      await ask('POST', '', { name: 'a', payload });
      expect(resultOf(await ask('GET', '/a'))).toMatchObject({ payload });
    },
  );
});

// Shows: Config payload at most 65536 characters
describe('Limits: config payload at most 65536 characters', () => {
  test.each([
    ['letters', 'x'.repeat(65_536), 'x'.repeat(65_537)],
    ['characters of two code units', '😀'.repeat(65_536), '😀'.repeat(65_537)],
    ['characters that JSON writes in six bytes', '\u0001'.repeat(65_536), '\u0001'.repeat(65_537)],
  ])('%s', async (_what, fits, exceeds) => {
    expect(told(await ask('POST', '', { name: 'a', payload: exceeds }))).toEqual([400, 4001]);
    expect(told(await ask('POST', '', { name: 'a', payload: fits }))).toEqual([200, 2000]);
    expect(told(await ask('POST', '/a', { payload: exceeds }))).toEqual([400, 4001]);
    expect(resultOf(await ask('GET', '/a'))).toMatchObject({ payload: fits });
  });
});

describe('Endpoints, GET /keys/{key}/configs', () => {
  // Shows: Lists every config, oldest first
  test('returns every config of the key, oldest first', async () => {
    expect(resultOf(await ask('GET'))).toEqual({ configs: [] });
    for (const name of ['b', 'a', 'c']) await ask('POST', '', { name, payload: name });
    await ask('POST', '/b', { payload: 'newer' });
    const { configs } = resultOf<{ configs: { name: string }[] }>(await ask('GET'));
    expect(configs.map(({ name }) => name)).toEqual(['b', 'a', 'c']);
  });
});

describe('Endpoints, POST /keys/{key}/configs/{config}', () => {
  // Shows: Update replaces the payload and refreshes the timestamp; the name stays
  test('replaces the payload and refreshes the timestamp; the name does not change', async () => {
    const made = resultOf<object>(await ask('POST', '', { name: 'a', payload: '1' }));
    now += 5000;
    const updatedAt = new Date(now).toISOString();
    const changed = await ask('POST', '/a', { payload: '2', name: 'b' });
    expect(resultOf(changed)).toEqual({ ...made, payload: '2', updatedAt });
    now += 5000;
    const untouched = resultOf(await ask('POST', '/a', {}));
    expect(untouched).toMatchObject({ payload: '2', updatedAt: new Date(now).toISOString() });
    expect(resultOf(await ask('GET', '/a'))).toEqual(untouched);
  });
});

describe('Endpoints, GET and DELETE /keys/{key}/configs/{config}', () => {
  // Shows: Reading one needs no management key, and keeps to allowed URLs
  test('reading one needs no management key, but keeps to the allowed URLs', async () => {
    await ask('POST', '', { name: 'a', payload: '1' });
    const path = `/keys/${mine.key}/configs/a`;
    expect((await bench.service('GET', path)).status).toBe(200);
    await bench.control('PATCH', `/keys/${mine.key}`, { allowed_urls: ['https://shop.example'] });
    expect(told(await bench.service('GET', path))).toEqual([401, 4011]);
    const page = { headers: { Origin: 'https://shop.example' } };
    expect((await bench.service('GET', path, page)).status).toBe(200);
    expect((await ask('GET', '/a')).status).toBe(200);
    const other = await bench.account();
    expect(told(await bench.service('GET', path, managedBy(other)))).toEqual([401, 4012]);
  });

  // Shows: DELETE removes it
  test('DELETE removes it', async () => {
    await ask('POST', '', { name: 'a', payload: '1' });
    expect(resultOf(await ask('DELETE', '/a'))).toEqual({ deleted: 1 });
    expect(told(await ask('DELETE', '/a'))).toEqual([404, 4047]);
    expect(told(await bench.service('DELETE', `/keys/${mine.key}/configs/a`))).toEqual([401, 4010]);
  });
});

describe('Errors 4090: a config that duplicates its name', () => {
  test('on create', async () => {
    await ask('POST', '', { name: 'a', payload: '1' });
    expect(told(await ask('POST', '', { name: 'a', payload: '2' }))).toEqual([409, 4090]);
    expect(resultOf(await ask('GET', '/a'))).toMatchObject({ payload: '1' });
  });
});

describe('Errors 4001: validation of configs', () => {
  // Shows: Names: 1 to 32 letters, digits, dots, underscores, hyphens
  test.each([
    [{ payload: 'x' }, 'name'],
    [{ name: 'a' }, 'payload'],
    [{ name: '', payload: 'x' }, 'name'],
    [{ name: '..', payload: 'x' }, 'name'],
    [{ name: 'a b', payload: 'x' }, 'name'],
    [{ name: 'a/b', payload: 'x' }, 'name'],
    [{ name: 'x'.repeat(33), payload: 'x' }, 'name'],
    [{ name: 'a', payload: { a: 1 } }, 'payload'],
    [{ name: 'a', payload: null }, 'payload'],
  ])('%j', async (body, path) => {
    const answer = await ask('POST', '', body);
    expect(told(answer)).toEqual([400, 4001]);
    expect(answer.json).toMatchObject({ errors: [{ path }] });
  });
});
