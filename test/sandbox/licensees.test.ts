// The list of a key's licensees over its maximum.
import { beforeEach, describe, expect, test } from 'vitest';
import { managedBy, resultOf, type TestKeys, useSandbox } from './support/bench';
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

describe('GET /keys/{key}/licensees', () => {
  // Shows: A list of licensees has at most 100 licensees.
  test('returns at most 100 licensees, even if the `limit` parameter is higher', async () => {
    for (let i = 0; i < 101; i += 1) await create(`L${i}`);
    const { licensees, hasMore } = await list('?limit=1000');
    expect([licensees.length, hasMore]).toEqual([100, true]);
  });
});
