// GET /keys/{key}/usage, and the range of usage and logs.
import { beforeAll, describe, expect, test } from 'vitest';
import { readMoment } from '../../src/sandbox/rules/ranges';
import { managedBy, resultOf, type TestKeys, told, useSandbox } from './support/bench';

const now = Date.parse('2026-11-20T12:00:00Z');
const day = 86_400_000;
const bench = useSandbox({ clock: () => now });
let mine: TestKeys;
let licensee: { id: string; key: string };

interface Usage {
  start: string;
  end: string;
  total: number;
  dailyCount: { date: string; count: number }[];
}

const ask = (query: string, keys = mine) =>
  bench.service('GET', `/keys/${keys.key}/usage${query}`, managedBy(keys));

const usage = async (query: string): Promise<Usage> => resultOf(await ask(query));
const add = (body: unknown) => bench.control('POST', `/keys/${mine.key}/lookups`, body);

beforeAll(async () => {
  mine = await bench.account();
  await bench.control('PATCH', `/keys/${mine.key}`, { sublicensing: true });
  const path = `/keys/${mine.key}/licensees`;
  licensee = resultOf(
    await bench.service('POST', path, { ...managedBy(mine), body: { name: 'Reseller' } }),
  );
  const tags = ['web', 'checkout'];
  await add({ count: 3, start: '2026-11-20', end: now - 1, tags });
  await add({ count: 2, start: now + 1, end: '2026-11-20', tags });
  await add({ count: 3, start: '2026-11-18', end: '2026-11-18', tags: ['web'] });
  await add({ count: 2, start: '2026-11-17', end: '2026-11-17', licensee: licensee.id });
  await add({ count: 1, start: now - 21 * day, end: now - 21 * day });
  await add({ count: 1, start: now - 21 * day - 1, end: now - 21 * day - 1 });
});

describe('Endpoints, GET /keys/{key}/usage', () => {
  // Shows: Usage: last 21 days by default, total and daily, zero days included
  test('defaults to the last 21 days, with zero days and the total', async () => {
    const found = await usage('');
    expect(found.start).toBe('2026-10-30T12:00:00.000Z');
    expect(found.end).toBe('2026-11-20T12:00:00.000Z');
    expect(found.dailyCount).toHaveLength(22);
    expect(found.dailyCount[0]).toEqual({ date: '2026-10-30T00:00:00.000Z', count: 1 });
    expect(found.dailyCount[1]).toEqual({ date: '2026-10-31T00:00:00.000Z', count: 0 });
    expect(found.dailyCount.at(-1)).toEqual({ date: '2026-11-20T00:00:00.000Z', count: 3 });
    expect(found.total).toBe(9);
  });

  // Shows: end defaults to now; both ends are inclusive
  // Shows: end without start: 21 days before
  // Shows: A date as end is its last millisecond
  // Shows: Several tags: a request must satisfy all
  test.each([
    ['both ends are in the range', `?start=${now - 21 * day}&end=${now - 21 * day}`, 1],
    ['end without start begins 21 days before', `?end=${now - 1}`, 10],
    ['start without end lasts until now', '?start=2026-11-20', 3],
    ['a date as end is its last millisecond', '?start=2026-11-20&end=2026-11-20', 5],
    ['one tag', '?end=2026-11-20&tags=web', 8],
    ['several tags: a request must satisfy all', '?end=2026-11-20&tags=web,checkout', 5],
    ['in any order, with blanks', '?end=2026-11-20&tags=checkout,%20web', 5],
    ['a tag nobody used', '?end=2026-11-20&tags=web,other', 0],
    ['a part of a tag', '?end=2026-11-20&tags=we', 0],
    ['three tags', '?end=2026-11-20&tags=web,checkout,web,,checkout', 5],
  ])('%s', async (_what, query, total) => {
    expect((await usage(query)).total).toBe(total);
  });

  // Shows: licensee: by key or id
  test('the licensee filter takes an id or a licensee key', async () => {
    expect((await usage(`?licensee=${licensee.id}`)).total).toBe(2);
    expect((await usage(`?licensee=${licensee.key}`)).total).toBe(2);
    expect(told(await ask('?licensee=sl_nobody'))).toEqual([404, 4045]);
    expect(told(await ask('?licensee=999'))).toEqual([404, 4045]);
  });
});

describe('Errors 4005 to 4009: usage and logs', () => {
  const cases: [query: string, status: number, code: number][] = [
    ['?end=noon', 400, 4005],
    ['?end=2026-02-30', 400, 4005],
    ['?end=-1', 400, 4005],
    ['?start=noon', 400, 4006],
    ['?start=2026-13-01', 400, 4006],
    ['?start=2026-11-20T25:00', 400, 4006],
    ['?start=noon&end=noon', 400, 4005],
    [`?start=${now + 1}`, 400, 4007],
    ['?start=2026-11-02&end=2026-11-01', 400, 4007],
    [`?start=${now - 90 * day}&end=${now}`, 200, 2000],
    [`?start=${now - 90 * day - 1}&end=${now}`, 400, 4008],
    ['?tags=a,b,c', 200, 2000],
    ['?tags=a,b,c,d', 400, 4009],
    ['?tags=a,b&tags=c,d', 400, 4009],
  ];
  // Shows: At most 90 days
  // Shows: At most 3 tags
  test.each(cases)('%s', async (query, status, code) => {
    expect(told(await ask(query))).toEqual([status, code]);
  });
});

describe('Common parameters: start and end are milliseconds or ISO 8601', () => {
  // Shows: start and end: milliseconds or ISO 8601
  test.each([
    ['1700000000000', 1_700_000_000_000],
    ['0', 0],
    ['2026-11-20', Date.UTC(2026, 10, 20)],
    ['2026-11-20T10:30', Date.UTC(2026, 10, 20, 10, 30)],
    ['2026-11-20T10:30:05.250Z', Date.UTC(2026, 10, 20, 10, 30, 5, 250)],
    ['2026-11-20T10:30:00+02:00', Date.UTC(2026, 10, 20, 8, 30)],
    ['2026-11-20T10:30:00 02:00', Date.UTC(2026, 10, 20, 8, 30)],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
    ['2026-02-29', undefined],
    ['20261120', 20_261_120],
    ['1e12', undefined],
    ['', undefined],
    ['now', undefined],
    ['2026-11-20 10:30', undefined],
  ])('%s', (text, moment) => {
    expect(readMoment(text, 'first')).toBe(moment);
  });
});
