// The order of the suggestions with `bias_lonlat`. Conformance rows show the other filters.
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

describe('address autocomplete', () => {
  test('lists the addresses in the bias_lonlat circle first, then the other addresses in their usual order', async () => {
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
