// The licensees of a key: /keys/{key}/licensees.
import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf, managedBy, resultOf, type TestKeys, told, useSandbox } from './support/bench';
import type { Answer } from './support/client';

const now = Date.parse('2026-11-20T12:00:00Z');
const bench = useSandbox({ clock: () => now });
let mine: TestKeys;
beforeEach(async () => {
  mine = await bench.account();
  await bench.control('PATCH', `/keys/${mine.key}`, { sublicensing: true });
});

interface Licensee {
  id: string;
  key: string;
  name: string;
}

const ask = (method: string, path = '', body?: unknown, keys = mine): Promise<Answer> =>
  bench.service(method, `/keys/${keys.key}/licensees${path}`, {
    ...managedBy(keys),
    ...(body === undefined ? {} : { body }),
  });

const create = async (name: string): Promise<Licensee> => resultOf(await ask('POST', '', { name }));

const list = async (query = '') =>
  resultOf<{ licensees: Licensee[]; hasMore: boolean }>(await ask('GET', query));

const namesOf = async (query = ''): Promise<string[]> =>
  (await list(query)).licensees.map(({ name }) => name);

describe('Resources, Licensee', () => {
  // Shows: A licensee has every member
  test('has every member', async () => {
    const body = {
      name: 'Reseller & Söhne',
      address: '1 Main St\nFloor 2',
      postcode: '10115',
      whitelist: ['https://shop.example'],
      daily: { limit: 5 },
    };
    const answer = await ask('POST', '', body);
    expect(resultOf(answer)).toEqual({
      ...body,
      id: expect.stringMatching(/^\d+$/),
      key: expect.stringMatching(/^sl_[a-z0-9]{25}$/),
      daily: { count: 0, limit: 5, updatedAt: '2026-11-20T12:00:00.000Z' },
      createdAt: '2026-11-20T12:00:00.000Z',
    });
    const { id, key } = resultOf<Licensee>(answer);
    expect((await ask('GET', `/${id}`)).json).toEqual(answer.json);
    expect((await ask('GET', `/${key}`)).json).toEqual(answer.json);
  });
});

describe('Endpoints, GET /keys/{key}', () => {
  const available = async ({ key }: Licensee): Promise<unknown> =>
    resultOf<{ available: unknown }>(await bench.service('GET', `/keys/${key}`)).available;

  // Shows: GET /keys/{key} takes licensee keys
  test('takes a licensee key: as available as its API key, within its own limit', async () => {
    const one = await create('One');
    const record = (await bench.service('GET', `/keys/${mine.key}`)).json;
    expect((await bench.service('GET', `/keys/${one.key}`)).json).toEqual(record);
    await ask('POST', `/${one.id}`, { daily: { limit: 0 } });
    expect(await available(one)).toBe(false);
    await ask('POST', `/${one.id}`, { daily: { limit: 1 } });
    expect(await available(one)).toBe(true);
    await bench.control('PATCH', `/keys/${mine.key}`, { lookups_remaining: 0 });
    expect(await available(one)).toBe(false);
  });

  test('a licensee key keeps to its allowed URLs, and is not found once it is old or cancelled', async () => {
    const one = await create('One');
    const asked = (Origin = '') =>
      bench.service('GET', `/keys/${one.key}`, { headers: { Origin } }).then(told);
    await ask('POST', `/${one.id}`, { whitelist: ['https://l.example'] });
    expect([await asked(), await asked('https://l.example')]).toEqual([
      [401, 4011],
      [200, 2000],
    ]);
    await ask('DELETE', `/${one.id}`);
    expect(await asked('https://l.example')).toEqual([404, 4042]);
    const two = await create('Two');
    await ask('POST', `/${two.id}/regenerate-key`);
    expect(told(await bench.service('GET', `/keys/${two.key}`))).toEqual([404, 4042]);
    expect(told(await bench.service('GET', '/keys/sl_nobody'))).toEqual([404, 4042]);
  });
});

describe('Endpoints, GET /keys/{key}/licensees', () => {
  // Shows: Oldest first, 10 by default, hasMore
  // Shows: starting_after pages
  // Shows: query or q filters by name
  test('lists oldest first, 10 by default, and says whether more follow; starting_after, query and q', async () => {
    expect(await list()).toEqual({ licensees: [], hasMore: false });
    for (let i = 1; i <= 11; i += 1) await create(`Name ${i}`);
    const first = await list();
    expect(first.licensees.map(({ name }) => name)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Name ${index + 1}`),
    );
    expect(first.hasMore).toBe(true);
    const last = first.licensees.at(-1)?.id;
    const second = await list(`?starting_after=${last}`);
    expect([second.licensees.map(({ name }) => name), second.hasMore]).toEqual([
      ['Name 11'],
      false,
    ]);
    expect((await list('?limit=11')).hasMore).toBe(false);
    expect(await namesOf('?limit=2')).toEqual(['Name 1', 'Name 2']);
    expect(await namesOf(`?limit=1&starting_after=${first.licensees[2]?.id}`)).toEqual(['Name 4']);
    expect(await namesOf('?query=name%201')).toEqual(['Name 1', 'Name 10', 'Name 11']);
    expect(await namesOf('?q=NAME%2011')).toEqual(['Name 11']);
    expect(await namesOf('?query=%25')).toEqual([]);
    expect(await namesOf('?limit=1&query=1')).toEqual(['Name 1']);
  });

  // Shows: Up to 100 per request
  test('up to 100 per request: a higher limit counts as 100', async () => {
    for (let i = 0; i < 101; i += 1) await create(`L${i}`);
    const { licensees, hasMore } = await list('?limit=1000');
    expect([licensees.length, hasMore]).toEqual([100, true]);
  });

  // Shows: A limit or starting_after that is no integer: 4001
  test.each([
    'limit=0',
    'limit=-1',
    'limit=ten',
    'limit=1.5',
    'starting_after=x',
    'limit=4294967296',
  ])('%s is 4001', async (query) => {
    expect(told(await ask('GET', `?${query}`))).toEqual([400, 4001]);
  });

  test('holds only those of the key, also of one account', async () => {
    await create('Mine');
    const body = { account: mine.user_id };
    const further = (await bench.control('POST', '/keys', body)).json as TestKeys;
    await bench.control('PATCH', `/keys/${further.key}`, { sublicensing: true });
    expect(resultOf(await ask('GET', '', undefined, further))).toEqual({
      licensees: [],
      hasMore: false,
    });
    const { id } = await create('Another');
    expect(told(await ask('GET', `/${id}`, undefined, further))).toEqual([404, 4045]);
  });
});

describe('Endpoints, POST /keys/{key}/licensees/{licensee}', () => {
  // Shows: POST updates; PUT does too
  test.each(['POST', 'PUT'])('%s changes what is sent', async (method) => {
    const made = await create('Before');
    const changed = await ask(method, `/${made.id}`, { name: 'After', daily: { limit: 3 } });
    expect(resultOf(changed)).toMatchObject({ id: made.id, key: made.key, name: 'After' });
    const again = await ask(method, `/${made.key}`, {
      address: 'There',
      whitelist: ['https://a.b'],
    });
    expect(resultOf(again)).toMatchObject({
      name: 'After',
      address: 'There',
      whitelist: ['https://a.b'],
      daily: { limit: 3 },
    });
    expect(resultOf(await ask(method, `/${made.id}`, { daily: { limit: null } }))).toMatchObject({
      daily: { limit: null },
    });
    expect(told(await ask(method, `/${made.id}`, {}))).toEqual([200, 2000]);
    expect(told(await ask(method, `/${made.id}`))).toEqual([200, 2000]);
  });
});

describe('Errors 4090: a licensee that duplicates a unique field', () => {
  // Shows: A name is free again once its licensee is cancelled
  test('on create and on update; a name is free again once its licensee is cancelled', async () => {
    const { id } = await create('Taken');
    const other = await create('Other');
    expect(told(await ask('POST', '', { name: 'Taken' }))).toEqual([409, 4090]);
    expect(told(await ask('POST', `/${other.id}`, { name: 'Taken' }))).toEqual([409, 4090]);
    expect(told(await ask('POST', `/${id}`, { name: 'Taken' }))).toEqual([200, 2000]);
    await ask('DELETE', `/${id}`);
    expect(told(await ask('POST', '', { name: 'Taken' }))).toEqual([200, 2000]);
  });
});

describe('Errors 4001: validation of licensees', () => {
  test.each([
    [{}, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'a\u0000b' }, 'name'],
    [{ name: 'x'.repeat(129) }, 'name'],
    [{ name: 'a', address: 1 }, 'address'],
    [{ name: 'a', whitelist: 'https://a.b' }, 'whitelist'],
    [{ name: 'a', daily: { limit: -1 } }, 'daily.limit'],
    [{ name: 'a', daily: 5 }, 'daily'],
    [[], ''],
  ])('%j', async (body, path) => {
    const answer = await ask('POST', '', body);
    expect(told(answer)).toEqual([400, 4001]);
    expect(answer.json).toMatchObject({ errors: [{ path }] });
  });
});

describe('States, Licensee: cancelled', () => {
  // Shows: A cancelled licensee is omitted from the list and not found
  test('is gone from lists and found no more; HEAD cancels nothing', async () => {
    const { id, key } = await create('Gone');
    await create('Stays');
    expect((await ask('DELETE', `/${key}`)).json).toEqual({
      result: { deleted: 1 },
      code: 2000,
      message: 'Success',
    });
    expect(await namesOf()).toEqual(['Stays']);
    for (const named of [id, key]) {
      expect(codeOf(await ask('GET', `/${named}`))).toBe(4045);
      expect(codeOf(await ask('DELETE', `/${named}`))).toBe(4045);
    }
  });
});

describe('Endpoints, POST /keys/{key}/licensees/{licensee}/regenerate-key', () => {
  // Shows: regenerate-key mints a key, the old one stops at once
  test('mints a new key, and the old one stops at once', async () => {
    const made = await create('One');
    const renewed = resultOf<Licensee>(await ask('POST', `/${made.id}/regenerate-key`));
    expect(renewed).toEqual({ ...made, key: expect.stringMatching(/^sl_[a-z0-9]{25}$/) });
    expect(renewed.key).not.toBe(made.key);
    expect(codeOf(await ask('GET', `/${made.key}`))).toBe(4045);
    expect(codeOf(await ask('GET', `/${renewed.key}`))).toBe(2000);
  });
});
