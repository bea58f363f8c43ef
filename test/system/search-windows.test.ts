// Keys that search places without resolving a place. The search quota is 3,000 searches per five minutes.
import { expect, test } from 'vitest';
import { resultOf, type TestKeys, told, useSandbox } from '../sandbox/support/bench';
import type { Answer } from '../sandbox/support/client';

let now = Date.parse('2026-11-20T12:00:00Z');
const bench = useSandbox({ rateLimit: true, clock: () => now });

const ask = (keys: TestKeys, path: string): Promise<Answer> =>
  bench.service('GET', path, { headers: { Authorization: `Bearer ${keys.key}` } });

async function isAvailable(keys: TestKeys): Promise<unknown> {
  now += 1000;
  return resultOf<{ available: unknown }>(await bench.service('GET', `/keys/${keys.key}`))
    .available;
}

/**
 * Uses up a key's search quota with 30 searches per second, and advances the clock to the next quota period. Returns the
 * last response.
 */
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

// Shows: A key that uses up its search quota three times within a day without resolving a place is suspended.
test('a key that uses up its request quota three times within a day, but does not resolve a place, is suspended until the control API ends the suspension', async () => {
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
  // Time alone does not end the suspension.
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

test('a key that uses up its request quota three times within a day is not suspended if it also resolves a place', async () => {
  const keys = await bench.account();
  await fillWindow(keys);
  await fillWindow(keys);
  expect((await ask(keys, '/places/geonames_2950159')).status).toBe(200);
  await fillWindow(keys);
  expect(await isAvailable(keys)).toBe(true);
  expect((await ask(keys, '/places?query=ber')).status).toBe(200);
});
