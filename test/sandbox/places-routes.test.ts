// GET /places over HTTP: its response without the framework, and its request quota.
import { beforeAll, describe, expect, test } from 'vitest';
import { systemTest } from '../support/runs';
import { codeOf, type TestKeys, useSandbox } from './support/bench';
import type { Answer } from './support/client';

let now = Date.parse('2026-11-20T12:00:00.400Z');
const bench = useSandbox({ clock: () => now });
const limited = useSandbox({ rateLimit: true, clock: () => now });
let mine: TestKeys;
beforeAll(async () => {
  mine = await bench.account();
});

const ask = (path: string): Promise<Answer> =>
  bench.service('GET', path, { headers: { Authorization: `Bearer ${mine.key}` } });

describe('GET /places', () => {
  test('returns the same response before and after the sandbox has loaded the place data', async () => {
    const first = await ask('/places?query=san');
    expect((await bench.control('GET', '/health')).json).toMatchObject({
      places: expect.any(Number),
    });
    // The sandbox answers the second request without the framework.
    const second = await ask('/places?query=san');
    expect(second.text).toBe(first.text);
    const names = (answer: Answer) =>
      Object.keys(answer.headers).filter((name) => !/^(?:date|keep-alive|connection)$/.test(name));
    expect(names(second).sort()).toEqual(names(first).sort());
  });
});

describe('the request quota of place searches', () => {
  const search = (key: string, path = '/places?q=be') =>
    limited.service('GET', `${path}&api_key=${key}`);
  const rates = ({ headers }: Answer) =>
    ['limit', 'remaining', 'reset'].map((name) => Number(headers[`x-ratelimit-${name}`]));

  // Shows: After 3,000 place searches in 5 minutes, the next search fails with HTTP status 429, API code 4291 and Retry-After.
  systemTest(
    'is 3,000 searches per 5 minutes, and the next search fails with HTTP status 429, API code 4291 and Retry-After',
    async () => {
      const { key } = await limited.account();
      const begun = now;
      const first = await search(key);
      const reset = Math.ceil((begun + 300_000) / 1000);
      expect(rates(first)).toEqual([3000, 2999, reset]);
      // The rate limit of 30 requests per second also applies.
      for (let asked = 1; asked < 3000; asked += 1) {
        if (asked % 30 === 0) now += 1000;
        if (asked < 2999) await search(key);
      }
      const last = await search(key);
      expect([last.status, ...rates(last)]).toEqual([200, 3000, 0, reset]);
      now += 1000;
      const refused = await search(key);
      expect([refused.status, codeOf(refused), ...rates(refused)]).toEqual([
        429,
        4291,
        3000,
        0,
        reset,
      ]);
      expect(Number(refused.headers['retry-after'])).toBe(
        Math.ceil((begun + 300_000 - now) / 1000),
      );
      // Another key and autocomplete have their own quota.
      const other = await limited.account();
      expect((await search(other.key)).status).toBe(200);
      expect(rates(await search(key, '/autocomplete/addresses?q=1'))[1]).toBe(2999);
      now = begun + 300_000;
      expect(rates(await search(key))).toEqual([3000, 2999, reset + 300]);
    },
  );

  test('is never used up in a sandbox without rate limits', async () => {
    expect(rates(await ask('/places?q=be'))).toEqual([
      3000,
      3000,
      Math.ceil((now + 300_000) / 1000),
    ]);
  });
});
