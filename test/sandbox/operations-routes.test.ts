// The operations named without detail, over a socket.
import { beforeEach, describe, expect, test } from 'vitest';
import { managedBy, resultOf, type TestKeys, told, useSandbox } from './support/bench';
import type { Answer, Sent } from './support/client';

const bench = useSandbox();
let mine: TestKeys;
let address: Record<string, string> & { longitude: number; latitude: number };
beforeEach(async () => {
  mine = await bench.account();
});

const ask = (method: string, path: string, body?: unknown, sent: Sent = {}): Promise<Answer> =>
  bench.service(method, path, {
    ...sent,
    headers: { Authorization: `Bearer ${mine.key}`, ...sent.headers },
    ...(body === undefined ? {} : { body }),
  });

const consumed = async (): Promise<number> =>
  50 -
  resultOf<{ lookups_remaining: number }>(
    await bench.service('GET', `/keys/${mine.key}/details`, managedBy(mine)),
  ).lookups_remaining;

describe('Endpoints, operations named without detail', () => {
  beforeEach(async () => {
    const hits = resultOf<{ hits: { id: string }[] }>(
      await ask('GET', '/autocomplete/addresses?q=1'),
    ).hits;
    expect(hits).toHaveLength(10);
    expect(await consumed()).toBe(0);
    const found = await ask('GET', `/autocomplete/addresses/${hits[0]?.id}/usa`);
    address = resultOf(found);
    expect(await consumed()).toBe(1);
  });

  // Shows: Autocomplete: q or query, at most 10, rate headers
  test('autocomplete: q or query, rate-limit headers, no hits for nothing', async () => {
    const answer = await ask('GET', '/autocomplete/addresses?query=1');
    expect(resultOf<{ hits: unknown[] }>(answer).hits[0]).toEqual({
      id: address.id,
      suggestion: expect.any(String),
      urls: {},
    });
    expect(answer.headers['x-ratelimit-limit']).toBe('3000');
    expect(resultOf(await ask('GET', '/autocomplete/addresses'))).toEqual({ hits: [] });
  });

  // Shows: Every address is one flat record with dataset and native
  test('every address is one flat record with dataset and native', () => {
    expect(address).toMatchObject({
      dataset: 'usps',
      country_iso: 'USA',
      native: expect.anything(),
    });
  });

  // Shows: Verification: no match is 200, count 0, not charged
  test('verify: a match is billed, no match is 200 with count 0 and is not', async () => {
    const query = `${address.line_1}, ${address.last_line}`;
    const match = await ask('POST', '/verify/addresses', { query, context: 'USA' });
    expect(resultOf(match)).toMatchObject({ query, match: { id: address.id }, count: 1 });
    expect(await consumed()).toBe(2);
    const none = await ask('POST', '/verify/addresses', { query: 'nowhere at all' });
    expect(told(none)).toEqual([200, 2000]);
    expect(resultOf(none)).toMatchObject({ match: null, count: 0 });
    expect(await consumed()).toBe(2);
  });

  // Shows: Cleansing at both paths
  test.each(['/addresses/cleanse', '/cleanse/addresses'])('cleanse at %s', async (path) => {
    const body = { query: address.line_1, post_town: address.city, postcode: address.zip_code };
    const answer = await ask('POST', path, body);
    expect(resultOf(answer)).toMatchObject({ match: { id: address.id } });
    expect(Object.keys(resultOf<object>(answer)).sort()).toEqual([
      'confidence',
      'count',
      'fit',
      'match',
      'query',
    ]);
    expect(await consumed()).toBe(2);
    await ask('POST', path, { query: 'nowhere at all' });
    expect(await consumed()).toBe(2);
  });

  // Shows: Coordinates: hits within 100 m, nearest first
  test('coordinates: hits within 100 m are billed, none are not', async () => {
    const { longitude, latitude } = address;
    const answer = await ask('GET', `/addresses?lon=${longitude}&lat=${latitude}`);
    const { hits } = resultOf<{ hits: { id: string }[] }>(answer);
    expect(hits.map(({ id }) => id)).toContain(address.id);
    expect(await consumed()).toBe(2);
    expect(resultOf(await ask('GET', '/addresses?lon=0&lat=0'))).toEqual({ hits: [] });
    expect(await consumed()).toBe(2);
  });

  // Shows: Emails are judged by syntax and lists
  test('emails: judged, and billed whichever it is', async () => {
    const good = resultOf(await ask('GET', '/emails?query=info%40gmail.com'));
    expect(good).toMatchObject({ result: 'deliverable', free: true, role: true });
    expect(resultOf(await ask('GET', '/emails?query=nonsense'))).toMatchObject({
      result: 'not_deliverable',
    });
    expect(await consumed()).toBe(3);
  });

  // Shows: Phone numbers are judged by their plan
  test('phone numbers: judged, and billed whichever it is', async () => {
    const good = resultOf(await ask('GET', '/phone_numbers?query=%2B14155552671'));
    expect(good).toMatchObject({ valid: true, iso_country: 'USA' });
    expect(resultOf(await ask('GET', '/phone_numbers?query=1'))).toMatchObject({ valid: false });
    expect(await consumed()).toBe(3);
  });

  // Shows: Tags are stored with what is billed and can be queried
  // Shows: Column 6: tags
  test('tags are stored with what is billed', async () => {
    await ask('GET', '/emails?query=a@b.example&tags=one,two');
    const log = await bench.service('GET', `/keys/${mine.key}/lookups?tags=two`, managedBy(mine));
    expect(log.text).toMatch(/,a@b\.example,,Email Validation,"one,two",1,,\n$/);
  });
});

describe('Errors of the operations; none is billed', () => {
  const long = `${'x'.repeat(310)}@gmail.com`;
  const cases: [method: string, path: string, body: unknown, status: number, code: number][] = [
    ['GET', '/autocomplete/addresses/nothing/usa', undefined, 404, 4048],
    ['POST', '/verify/addresses', {}, 400, 40018],
    ['POST', '/verify/addresses', { query: '' }, 400, 40018],
    ['POST', '/verify/addresses', { query: 5 }, 400, 40018],
    ['POST', '/verify/addresses', undefined, 400, 40018],
    ['POST', '/verify/addresses', { query: 'x', context: 'gbr' }, 401, 4016],
    ['POST', '/verify/addresses', { query: 'x', city: 5 }, 400, 4000],
    ['POST', '/verify/addresses', [], 400, 4000],
    ['POST', '/verify/addresses', '{', 415, 4150],
    ['POST', '/addresses/cleanse', {}, 400, 40018],
    ['POST', '/addresses/cleanse', { query: 'x', postcode: 5 }, 400, 4000],
    ['GET', '/emails', undefined, 400, 40011],
    ['GET', `/emails?query=${'y'.repeat(311)}%40gmail.com`, undefined, 400, 40017],
    ['GET', `/emails?query=${long}`, undefined, 200, 2000],
    ['GET', '/phone_numbers', undefined, 400, 40011],
    ['GET', '/addresses', undefined, 400, 4000],
    ['GET', '/addresses?lon=181&lat=1', undefined, 400, 4000],
    ['GET', '/addresses?lon=1&lat=north', undefined, 400, 4000],
  ];
  test.each(cases)('%s %s %j: %d, %d', async (method, path, body, status, code) => {
    const answer = await ask(method, path, body);
    expect(told(answer)).toEqual([status, code]);
    expect(await consumed()).toBe(code === 2000 ? 1 : 0);
  });

  test('errors names the members', async () => {
    const answer = await ask('GET', '/addresses?lon=1');
    expect(answer.json).toMatchObject({ errors: [{ path: 'lat' }] });
  });

  test.each([
    ['4290', 'POST', '/verify/addresses', { query: 'x' }, 429, 4290],
    ['4290', 'GET', '/phone_numbers?query=1', undefined, 429, 4290],
    ['5002', 'GET', '/places?q=a', undefined, 500, 5002],
    ['5001', 'GET', '/emails?query=a', undefined, 500, 5001],
  ])('the fault %s: %s %s', async (fault, method, path, body, status, code) => {
    const answer = await ask(method, path, body, { headers: { 'X-Sandbox-Fault': fault } });
    expect(told(answer)).toEqual([status, code]);
    expect(await consumed()).toBe(0);
  });
});
