// Place suggestions while the user types, from responses whose fields can have any type.
import { describe, expect, onTestFinished, test } from 'vitest';
import { Service } from '../../src/client/http/service';
import { placeHits } from '../../src/client/place-hits';
import { systemClock } from '../../src/lib/runtime';
import { apiKey } from '../support/keys';
import { sendJson, standIn } from '../support/service';

/** Returns the hits that waypost reads from this result. */
async function hitsOf(result: unknown, headers: Record<string, string> = {}) {
  const service = await standIn((_, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    sendJson(response, 200, { result, code: 2000, message: 'Success' });
  });
  onTestFinished(() => service.close());
  const client = new Service({
    baseUrl: new URL(service.url),
    env: {},
    clock: systemClock,
    timeoutMs: 600_000,
  });
  const found = await placeHits({ service: client, apiKey, tags: [] }, { query: 'köln' }, {});
  return { ...found, asked: service.asked };
}

test.each<[what: string, hit: unknown, kept: unknown[]]>([
  [
    'all fields',
    { id: 'g_1', name: 'Köln', descriptive_name: 'Köln, NRW', country_iso: 'DEU' },
    [{ id: 'g_1', name: 'Köln, NRW', country: 'DEU' }],
  ],
  ['no descriptive name', { id: 'g_1', name: 'Köln' }, [{ id: 'g_1', name: 'Köln', country: '' }]],
  [
    'invalid names',
    { id: 'g_1', name: 7, descriptive_name: '', country_iso: null },
    [{ id: 'g_1', name: 'g_1', country: '' }],
  ],
  ['no ID', { name: 'Köln' }, []],
  ['an empty ID', { id: '', name: 'Köln' }, []],
  ['a number as ID', { id: 7, name: 'Köln' }, []],
  ['a string instead of an object', 'Köln', []],
])('placeHits converts a suggestion with %s (%j) to the hits %j', async (_, hit, kept) => {
  expect((await hitsOf({ hits: [hit] })).hits).toEqual(kept);
});

test.each([[null], [[]], [{}], [{ hits: {} }]])(
  'placeHits rejects %j, which is not a list of places',
  async (result) => {
    await expect(hitsOf(result)).rejects.toMatchObject({
      code: 'invalid_response',
      message: 'The response does not contain a list of places.',
    });
  },
);

test('placeHits sends the query with the key, and returns the remaining request quota', async () => {
  const { asked, quota } = await hitsOf(
    { hits: [] },
    { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '3', 'x-ratelimit-reset': '5' },
  );
  expect(asked[0]).toMatchObject({
    method: 'GET',
    path: '/v1/places?query=k%C3%B6ln',
    headers: { authorization: `Bearer ${apiKey}` },
  });
  expect(quota).toEqual({ limit: 10, remaining: 3, resetsAt: 5000 });
});

describe('placeHits', () => {
  const headers = {
    'x-ratelimit-limit': '3000',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '1767225900',
  };

  test('returns a request quota with 0 remaining searches', async () => {
    const { quota } = await hitsOf({ hits: [] }, headers);
    expect(quota).toEqual({ limit: 3000, remaining: 0, resetsAt: 1_767_225_900_000 });
  });

  test.each<[what: string, headers: Record<string, string>]>([
    ['the response has no quota headers', {}],
    ['the limit is missing', { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '5' }],
    ['the limit is 0', { ...headers, 'x-ratelimit-limit': '0' }],
    ['the reset time is 0', { ...headers, 'x-ratelimit-reset': '0' }],
    ['the reset time is not a number', { ...headers, 'x-ratelimit-reset': 'soon' }],
    ['a header is empty', { ...headers, 'x-ratelimit-remaining': '' }],
    ['the remaining number is negative', { ...headers, 'x-ratelimit-remaining': '-1' }],
    ['a header contains two values', { ...headers, 'x-ratelimit-limit': '1, 2' }],
  ])('does not return a request quota if %s', async (_, given) => {
    expect((await hitsOf({ hits: [] }, given)).quota).toBeUndefined();
  });
});
