// The cost of concurrent requests, the shared test key, and the last millisecond of a time limit.
import { beforeEach, describe, expect, test } from 'vitest';
import { managedBy, resultOf, type TestKeys, told, useSandbox } from './support/bench';
import type { Answer } from './support/client';

const noon = Date.parse('2026-11-20T12:00:00Z');
let now = noon;
const bench = useSandbox({ clock: () => now });
let mine: TestKeys;
beforeEach(async () => {
  now = noon;
  await bench.control('POST', '/reset');
  mine = await bench.account();
});

const place = '/places/geonames_2950159';
const patch = (change: unknown, keys = mine) => bench.control('PATCH', `/keys/${keys.key}`, change);

const ask = (path = place, headers: Record<string, string> = {}): Promise<Answer> =>
  bench.service('GET', path, { headers: { Authorization: `Bearer ${mine.key}`, ...headers } });

const details = async () =>
  resultOf<{
    lookups_remaining: number;
  }>(await bench.service('GET', `/keys/${mine.key}/details`, managedBy(mine)));

describe('concurrent billable requests', () => {
  // Shows: Concurrent requests never cost more lookups than the key has remaining.
  test("never cost more lookups than the key's balance", async () => {
    await patch({ lookups_remaining: 5 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect((await details()).lookups_remaining).toBe(0);
  });
});

describe('the shared test key', () => {
  // Shows: The shared test key `ak_test` allows 5 lookups per day for all callers together.
  test('allows 5 lookups per day for all callers together, and does not limit searches', async () => {
    const shared = (path = place) => ask(`${path}${path.includes('?') ? '&' : '?'}api_key=ak_test`);
    for (let i = 0; i < 6; i += 1) expect(told(await shared('/places?q=b'))).toEqual([200, 2000]);
    for (let i = 0; i < 5; i += 1) expect(told(await shared())).toEqual([200, 2000]);
    expect(told(await shared())).toEqual([402, 4021]);
    now += 86_400_000;
    expect(told(await shared())).toEqual([200, 2000]);
  });
});

describe('a new high-risk key', () => {
  test('is rejected until it is exactly two days old', async () => {
    await patch({ high_risk: true });
    now += 2 * 86_400_000 - 1;
    expect(told(await ask())).toEqual([429, 4291]);
    now += 1;
    expect(told(await ask())).toEqual([200, 2000]);
  });
});
