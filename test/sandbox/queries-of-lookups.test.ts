// What a lookup may be asked with: a query that is there, under either of its names. Nothing else is billed.
import { beforeEach, describe, expect, test } from 'vitest';
import { managedBy, resultOf, type TestKeys, told, useSandbox } from './support/bench';
import type { Answer } from './support/client';

const bench = useSandbox();
const main = '1226 W Main St, Springfield, IL 62701';
let mine: TestKeys;
beforeEach(async () => {
  mine = await bench.account();
});

const ask = (method: string, path: string, body?: unknown): Promise<Answer> =>
  bench.service(method, path, {
    headers: { Authorization: `Bearer ${mine.key}` },
    ...(body === undefined ? {} : { body }),
  });

async function consumed(): Promise<number> {
  const details = await bench.service('GET', `/keys/${mine.key}/details`, managedBy(mine));
  return 50 - resultOf<{ lookups_remaining: number }>(details).lookups_remaining;
}

describe('Errors 40011: an empty query is not charged', () => {
  // Shows: An empty query of either is 40011, and not charged
  test.each(['/emails', '/phone_numbers'])('%s', async (path) => {
    for (const query of [
      '',
      '?query=',
      '?query=%20',
      '?query=+',
      '?query=%09%0A',
      '?query=%C2%A0',
    ]) {
      expect(told(await ask('GET', path + query))).toEqual([400, 40011]);
    }
    expect(await consumed()).toBe(0);
    const log = await bench.service('GET', `/keys/${mine.key}/lookups`, managedBy(mine));
    expect(log.text).toBe('');
  });
});

describe('Address verification: query or q', () => {
  // Shows: Verification: `query` or `q`
  test.each([
    { q: main },
    { query: '', q: main },
    { query: null, q: main },
    { query: main, q: 'x' },
  ])('%j', async (body) => {
    const answer = await ask('POST', '/verify/addresses', body);
    expect(resultOf(answer)).toMatchObject({ query: main, match: { id: 'usps_1008160919' } });
    expect(await consumed()).toBe(1);
  });

  test.each([
    { q: '' },
    { q: 7 },
    { query: main, q: 7 },
    { query: 7, q: main },
    { query: ' ', q: ' ' },
  ])('%j is 40018, and costs nothing', async (body) => {
    expect(told(await ask('POST', '/verify/addresses', body))).toEqual([400, 40018]);
    expect(await consumed()).toBe(0);
  });
});
