// GET /places and GET /places/{place} over a socket.
import { beforeAll, describe, expect, test } from 'vitest';
import { systemTest } from '../support/runs';
import { codeOf, resultOf, type TestKeys, useSandbox } from './support/bench';
import type { Answer } from './support/client';

let now = Date.parse('2026-11-20T12:00:00.400Z');
const bench = useSandbox({ clock: () => now });
const limited = useSandbox({ rateLimit: true, clock: () => now });
let mine: TestKeys;
beforeAll(async () => {
  mine = await bench.account();
});

interface Suggestion {
  id: string;
  name: string;
  descriptive_name: string;
  country_iso: string;
}

const ask = (path: string): Promise<Answer> =>
  bench.service('GET', path, { headers: { Authorization: `Bearer ${mine.key}` } });

describe('Endpoints, GET /places', () => {
  test('answers at most 10 suggestions with unique descriptive names, once it has read them and before', async () => {
    const first = await ask('/places?query=san');
    const found = resultOf<{ hits: Suggestion[] }>(first).hits;
    expect(found).toHaveLength(10);
    expect(new Set(found.map((one) => one.descriptive_name)).size).toBe(10);
    for (const one of found) {
      expect(Object.keys(one)).toEqual(['id', 'name', 'descriptive_name', 'country_iso']);
      expect(one.id).toMatch(/^geonames_\d+$/);
      expect(one.country_iso).toMatch(/^[A-Z]{3}$/);
    }
    expect((await bench.control('GET', '/health')).json).toMatchObject({
      places: expect.any(Number),
    });
    // The second one takes the way without the framework: the same answer, byte for byte.
    const second = await ask('/places?query=san');
    expect(second.text).toBe(first.text);
    const names = (answer: Answer) =>
      Object.keys(answer.headers).filter((name) => !/^(?:date|keep-alive|connection)$/.test(name));
    expect(names(second).sort()).toEqual(names(first).sort());
  });
});

describe('Limits: places search rate', () => {
  const search = (key: string, path = '/places?q=be') =>
    limited.service('GET', `${path}&api_key=${key}`);
  const rates = ({ headers }: Answer) =>
    ['limit', 'remaining', 'reset'].map((name) => Number(headers[`x-ratelimit-${name}`]));

  // Shows: After 3,000 place searches in 5 minutes, the next gets 429 with code 4291 and Retry-After.
  systemTest(
    '3,000 requests per 5 minutes, told in headers; the next gets 429, 4291 and Retry-After',
    async () => {
      const { key } = await limited.account();
      const begun = now;
      const first = await search(key);
      const reset = Math.ceil((begun + 300_000) / 1000);
      expect(rates(first)).toEqual([3000, 2999, reset]);
      // 30 requests a second are allowed beside it.
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
      // Another key, and autocomplete, have windows of their own.
      const other = await limited.account();
      expect((await search(other.key)).status).toBe(200);
      expect(rates(await search(key, '/autocomplete/addresses?q=1'))[1]).toBe(2999);
      now = begun + 300_000;
      expect(rates(await search(key))).toEqual([3000, 2999, reset + 300]);
    },
  );

  test('Errors 503: 30 a second from one address; the excess has no body', async () => {
    now += 10_000;
    const { key } = await limited.account();
    const statuses: number[] = [];
    let last: Answer | undefined;
    for (let i = 0; i < 31; i += 1) {
      last = await search(key);
      statuses.push(last.status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect([last?.status, last?.text]).toEqual([503, '']);
  });

  test('without rate limits all of the window is always left', async () => {
    expect(rates(await ask('/places?q=be'))).toEqual([
      3000,
      3000,
      Math.ceil((now + 300_000) / 1000),
    ]);
  });
});
