// The filters of address autocomplete over a socket, and what is no filter (40016).
import { beforeAll, describe, expect, test } from 'vitest';
import { resultOf, type TestKeys, told, useSandbox } from './support/bench';
import type { Answer } from './support/client';

const bench = useSandbox();
let mine: TestKeys;
beforeAll(async () => {
  mine = await bench.account();
});

const ask = (query: string): Promise<Answer> =>
  bench.service('GET', `/autocomplete/addresses?${query}`, {
    headers: { Authorization: `Bearer ${mine.key}` },
  });

async function suggested(query: string): Promise<string[]> {
  const answer = await ask(query);
  expect(told(answer)).toEqual([200, 2000]);
  return resultOf<{ hits: { suggestion: string }[] }>(answer).hits.map((hit) => hit.suggestion);
}

describe('Address autocomplete: filters', () => {
  test.each([
    'datasets=usps',
    'datasets=geonames,%20USPS',
    'country_iso=USA',
    'country_iso=deu,usa',
    'context=usa',
    'context=USA',
    'limit=10',
    'bias_ip=true',
    'datasets=&country_iso=&context=&limit=&bias_lonlat=&bias_ip=',
  ])('%s leaves the hits as they are', async (filter) => {
    const all = await suggested('q=main');
    expect(all).toHaveLength(10);
    expect(await suggested(`q=main&${filter}`)).toEqual(all);
  });

  // Shows: Autocomplete: filters by dataset, country and context, a limit, a bias
  test.each(['datasets=geonames', 'datasets=email,phone', 'country_iso=DEU', 'context=gbr'])(
    '%s omits hits of others',
    async (filter) => {
      expect(await suggested(`q=main&${filter}`)).toEqual([]);
    },
  );

  // Shows: Autocomplete: filters by dataset, country and context, a limit, a bias
  test.each([
    ['1', 1],
    ['25', 25],
    ['100', 100],
    ['1000', 100],
  ])('limit=%s gives %d hits', async (limit, count) => {
    const found = await suggested(`q=1&limit=${limit}`);
    expect(new Set(found).size).toBe(count);
  });

  // Shows: Autocomplete: filters by dataset, country and context, a limit, a bias
  test('bias_lonlat has the hits in its circle first, and the others behind as before', async () => {
    const all = await suggested('q=main&limit=3');
    const inPortland = (one: string): boolean => one.includes(', Portland, ');
    expect(all.some(inPortland)).toBe(false);
    const biased = await suggested('q=main&limit=100&bias_lonlat=-122.676,45.5234,5000');
    const near = biased.filter(inPortland);
    expect(near.length).toBeGreaterThan(0);
    expect(biased.slice(0, near.length)).toEqual(near);
    expect(biased.slice(near.length, near.length + all.length)).toEqual(all);
  });
});

describe('Errors 40016: a filter of address autocomplete that cannot be read', () => {
  // Shows: Autocomplete: a filter that cannot be read is 40016
  test.each([
    'datasets=nothing',
    'datasets=usps,nothing',
    'datasets=usps,',
    'country_iso=XX',
    'country_iso=XXX',
    'country_iso=USA,',
    'context=nowhere',
    'context=usa,gbr',
    'limit=0',
    'limit=-1',
    'limit=1.5',
    'limit=ten',
    'limit=1&limit=2',
    'bias_lonlat=1,2',
    'bias_lonlat=1,2,50001',
    'bias_lonlat=181,2,5',
    'bias_lonlat=a,b,c',
    'bias_lonlat=1,2,3&bias_lonlat=1,2,3',
    'bias_ip=false',
    'bias_ip=true&bias_lonlat=1,2,3',
  ])('%s', async (filter) => {
    for (const text of ['q=main', 'query=main', '']) {
      expect(told(await ask(`${text}&${filter}`))).toEqual([400, 40016]);
    }
  });
});
