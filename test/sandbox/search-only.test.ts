// Keys that search and never resolve: suspended with the third window they fill within a day.
import { describe, expect, it } from 'vitest';
import { createUnresolvedWindows } from '../../src/sandbox/rules/search-windows';
import { managedBy, resultOf, type TestKeys, told, useSandbox } from './support/bench';
import type { Answer } from './support/client';

let now = Date.parse('2026-11-20T12:00:00Z');
const bench = useSandbox({ rateLimit: true, clock: () => now });

const ask = (keys: TestKeys, path: string): Promise<Answer> =>
  bench.service('GET', path, { headers: { Authorization: `Bearer ${keys.key}` } });

async function isAvailable(keys: TestKeys): Promise<unknown> {
  now += 1000;
  return resultOf<{ available: unknown }>(await bench.service('GET', `/keys/${keys.key}`))
    .available;
}

/** Fills a window, 30 searches a second, and goes on to the next one; the answer of its last search. */
async function fillWindow(keys: TestKeys): Promise<Answer | undefined> {
  const end = now + 300_000;
  let last: Answer | undefined;
  for (let asked = 0; asked < 3000; asked += 30) {
    now += 1000;
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => ask(keys, '/places?query=ber')),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    last = answers.at(-1);
  }
  now = end + 1000;
  return last;
}

describe('Limits: searching without resolving', () => {
  it('the third window of searches within a day suspends the key; a control call lifts it', async () => {
    const keys = await bench.account();
    await fillWindow(keys);
    await fillWindow(keys);
    expect(await isAvailable(keys)).toBe(true);
    await fillWindow(keys);
    expect(await isAvailable(keys)).toBe(false);

    const refused = await ask(keys, '/places?query=ber');
    expect(told(refused)).toEqual([429, 4291]);
    expect(refused.headers['x-ratelimit-reset']).toBeUndefined();
    expect(refused.headers['retry-after']).toBeUndefined();
    // It stays suspended however long it waits.
    now += 3 * 86_400_000;
    expect(told(await ask(keys, '/places?query=ber'))).toEqual([429, 4291]);
    expect((await bench.control('GET', '/accounts')).json).toMatchObject({
      accounts: [{ keys: [{ key: keys.key, available: false }] }],
    });

    const lifted = await bench.control('PATCH', `/keys/${keys.key}`, { suspended: false });
    expect(lifted.json).toMatchObject({ suspended: false });
    expect(await isAvailable(keys)).toBe(true);
    const answer = await ask(keys, '/places?query=ber');
    expect([answer.status, answer.headers['x-ratelimit-remaining']]).toEqual([200, '2999']);
  });

  it('one place resolution of the day keeps it', async () => {
    const keys = await bench.account();
    await fillWindow(keys);
    await fillWindow(keys);
    expect((await ask(keys, '/places/geonames_2950159')).status).toBe(200);
    await fillWindow(keys);
    expect(await isAvailable(keys)).toBe(true);
    expect((await ask(keys, '/places?query=ber')).status).toBe(200);
  });

  it('a control call suspends a key too; the owner cannot lift it', async () => {
    const keys = await bench.account();
    const answer = await bench.control('PATCH', `/keys/${keys.key}`, { suspended: true });
    expect(answer.json).toMatchObject({ suspended: true });
    expect(await isAvailable(keys)).toBe(false);
    const body = { suspended: false };
    await bench.service('PUT', `/keys/${keys.key}/details`, { ...managedBy(keys), body });
    expect(told(await ask(keys, '/places?query=ber'))).toEqual([429, 4291]);
  });
});

describe('the count of windows', () => {
  const hour = 3_600_000;
  const begin = 1_000 * hour;
  const key = 1;

  /** Whether each of the windows filled at these hours suspends. */
  function fill(hours: number[], resolvedAt?: number): boolean[] {
    const windows = createUnresolvedWindows();
    if (resolvedAt !== undefined) windows.resolved(key, begin + resolvedAt * hour);
    return hours.map((at) => windows.filled(key, begin + at * hour));
  }

  it.each<[what: string, hours: number[], resolvedAt: number | undefined, suspended: boolean[]]>([
    ['three within a day', [0, 1, 23.9], undefined, [false, false, true]],
    ['the first a day ago', [0, 1, 24, 24.5], undefined, [false, false, false, true]],
    ['a resolution within the day', [20, 21, 22], 0, [false, false, false]],
    ['a resolution a day ago', [20, 21, 24], 0, [false, false, true]],
    ['a clock that was set back', [50, 51, 0, 1], undefined, [false, false, false, false]],
  ])('%s', (_what, hours, resolvedAt, suspended) => {
    expect(fill(hours, resolvedAt)).toEqual(suspended);
  });

  it('of one key is not that of another, and begins anew', () => {
    const windows = createUnresolvedWindows();
    const filled = [1, 2, 1, 2, 1].map((one) => windows.filled(one, begin));
    expect(filled).toEqual([false, false, false, false, true]);
    windows.forget(1);
    expect([windows.filled(1, begin), windows.filled(2, begin)]).toEqual([false, true]);
    windows.clear();
    expect(windows.filled(2, begin)).toBe(false);
  });
});
