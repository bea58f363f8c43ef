// GET /places and GET /places/{place} over a socket.
import { beforeAll, describe, expect, test } from 'vitest';
import { systemTest } from '../support/runs';
import { codeOf, resultOf, type TestKeys, told, useSandbox } from './support/bench';
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

const hits = async (query: string): Promise<Suggestion[]> =>
  resultOf<{ hits: Suggestion[] }>(await ask(`/places?${query}`)).hits;

describe('Endpoints, GET /places', () => {
  // Shows: At most 10 hits; shared descriptive names are dropped
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

  // Shows: query or q
  test.each([
    ['query', 'query=Germany', 'Germany'],
    ['q', 'q=Germany', 'Germany'],
    ['query over q', 'q=France&query=Germany', 'Germany'],
    ['accents and case are ignored', 'query=s%C3%83O%20paulo', 'São Paulo'],
    ['a typo', 'query=Germny', 'Germany'],
  ])('%s', async (_what, query, name) => {
    expect((await hits(query))[0]?.name).toBe(name);
  });

  // Shows: An empty query returns an empty result set
  test.each(['', 'query=', 'q=%20', 'country_iso=DEU'])(
    'an empty query returns an empty result set: %s',
    async (query) => {
      expect((await ask(`/places?${query}`)).json).toEqual({
        result: { hits: [] },
        code: 2000,
        message: 'Success',
      });
    },
  );

  // Shows: country_iso filters, one or several
  test('country_iso filters, one or several', async () => {
    const of = async (query: string) => new Set((await hits(query)).map((one) => one.country_iso));
    expect(await of('query=san&country_iso=ESP')).toEqual(new Set(['ESP']));
    expect([...(await of('query=new&country_iso=PNG,usa'))].sort()).toEqual(['PNG', 'USA']);
  });

  // Shows: bias_country_iso and bias_lonlat
  test('bias_country_iso and bias_lonlat rank nearer places first', async () => {
    const plain = await hits('query=san');
    const bolivian = await hits('query=santa&bias_country_iso=BOL');
    expect(bolivian[0]?.country_iso).toBe('BOL');
    const biased = await hits('query=san&bias_lonlat=-66.1,18.4,50000');
    expect(biased[0]?.id).not.toBe(plain[0]?.id);
  });

  // Shows: bias_ip: only true
  test('bias_ip is accepted; an address of this machine biases nothing', async () => {
    expect(await hits('query=ber&bias_ip=true')).toEqual(await hits('query=ber'));
  });

  // Shows: HEAD answers as GET without a body
  test('HEAD is GET without a body', async () => {
    const answer = await bench.service('HEAD', `/places?query=ber&api_key=${mine.key}`);
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(answer.headers['x-ratelimit-limit']).toBe('3000');
  });
});

describe('Errors 40016: invalid filter or bias parameters', () => {
  // Shows: bias_lonlat: radius at most 50000
  // Shows: Only one geospatial bias
  // Shows: bias_ip: only true
  test.each([
    'country_iso=XX',
    'country_iso=XXX',
    'bias_country_iso=DEU,',
    'bias_lonlat=1,2',
    'bias_lonlat=1,2,50001',
    'bias_lonlat=1,2,0',
    'bias_lonlat=181,2,5',
    'bias_lonlat=a,b,c',
    'bias_ip=false',
    'bias_ip=true&bias_lonlat=1,2,3',
    'bias_lonlat=1,2,3&bias_lonlat=1,2,3',
  ])('%s', async (query) => {
    const answer = await ask(`/places?query=ber&${query}`);
    expect(told(answer)).toEqual([400, 40016]);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });
});

describe('Errors 4000: malformed percent encoding', () => {
  test.each(['/places?query=%', '/places?query=%ff', '/places/%E0%A4%A'])('%s', async (path) => {
    expect(told(await ask(path))).toEqual([400, 4000]);
  });
});

describe('Endpoints, GET /places/{place}', () => {
  // Shows: Resolving adds coordinates, language and native
  test('adds coordinates, language and native to the suggestion', async () => {
    const [suggestion] = await hits('query=Berlin');
    const place = resultOf<Record<string, unknown>>(await ask(`/places/${suggestion?.id}`));
    expect(place).toMatchObject({ ...suggestion, dataset: 'geonames' });
    expect(place.language).toMatch(/^[a-z]{2}$/);
    expect([typeof place.longitude, typeof place.latitude]).toEqual(['number', 'number']);
    expect(place.native).toMatchObject({ id: suggestion?.id, dataset: 'geonames' });
  });

  // Shows: An unknown id: 404, 4040, not charged, not logged
  test.each([
    'geonames_1',
    'geonames_x',
    'geonames_',
    'nothing',
    '..%2F',
    'geonames_02950159',
    '%00',
  ])('Errors 4040: the id %s is not found, not charged and not logged', async (id) => {
    const answer = await ask(`/places/${id}`);
    expect([answer.status, answer.json]).toEqual([404, { code: 4040, message: 'Place not found' }]);
    const path = `/keys/${mine.key}/lookups?user_token=${mine.user_token}&tags=none`;
    expect((await bench.service('GET', path)).text).toBe('');
  });
});

describe('Limits: places search rate', () => {
  const search = (key: string, path = '/places?q=be') =>
    limited.service('GET', `${path}&api_key=${key}`);
  const rates = ({ headers }: Answer) =>
    ['limit', 'remaining', 'reset'].map((name) => Number(headers[`x-ratelimit-${name}`]));

  // Shows: X-RateLimit-Limit, -Remaining, -Reset
  // Shows: 3,000 place searches in 5 minutes; then 429, 4291
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
