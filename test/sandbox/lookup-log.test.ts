// The lookup log over many pages, its redaction and its sample rows.
import { request } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { managedBy, type TestKeys, useSandbox } from './support/bench';

const friday = Date.parse('2026-11-20T12:00:00Z');
const day = 86_400_000;
let now = friday;
const bench = useSandbox({ clock: () => now });
let mine: TestKeys;
beforeEach(async () => {
  now = friday;
  await bench.control('POST', '/reset');
  mine = await bench.account();
});

const path = (query = ''): string => `/keys/${mine.key}/lookups${query}`;

const log = async (query = ''): Promise<string> =>
  (await bench.service('GET', path(query), managedBy(mine))).text;

const patch = (change: unknown) => bench.control('PATCH', `/keys/${mine.key}`, change);
const add = (body: unknown) => bench.control('POST', path(), body);

const resolve = (query = '', headers: Record<string, string> = {}) =>
  bench.service('GET', `/places/geonames_2950159${query}`, {
    headers: { Authorization: `Bearer ${mine.key}`, ...headers },
  });

describe('GET /keys/{key}/lookups', () => {
  // Shows: A log of many pages is sorted oldest first.
  test('returns all log entries of a long log in one response, oldest first, including both ends of the range', async () => {
    await add({ count: 1201, start: friday - 1200, end: friday });
    const rows = (await log(`?start=${friday - 1200}&end=${friday}`)).trim().split('\n');
    const times = rows.map((row) => Date.parse(row.slice(0, 24)));
    expect(times).toEqual(Array.from({ length: 1201 }, (_, at) => friday - 1200 + at));
    const part = (await log(`?start=${friday - 700}&end=${friday - 200}`)).trim().split('\n');
    expect(part).toEqual(rows.slice(500, 1001));
  });

  test('keeps the order of log entries that have the same timestamp', async () => {
    for (const [count, tag] of [
      [700, 'first'],
      [800, 'second'],
      [1, 'last'],
    ] as const) {
      await add({ count, start: friday, end: friday, tags: [tag] });
    }
    const rows = (await log()).trim().split('\n');
    const made = [...Array(700).fill('first'), ...Array(800).fill('second'), 'last'];
    expect(rows.map((row) => /first|second|last/.exec(row)?.[0])).toEqual(made);
  });

  test('does not stop the sandbox or report an error if the client disconnects', async () => {
    await add({ count: 20_000 });
    await new Promise<void>((resolve) => {
      const asked = request(bench.sandbox.url + path(), managedBy(mine), (answer) => {
        answer.once('data', () => asked.destroy());
        answer.on('error', () => {});
        answer.on('close', resolve);
      });
      asked.on('error', () => {});
      asked.end();
    });
    expect((await bench.service('GET', '/keys/ak_test')).status).toBe(200);
    expect(bench.reports).toEqual([]);
  });

  test.each(['truncate', 'reset'])('is interrupted by the `%s` fault', async (fault) => {
    await add({ count: 1000 });
    const asked = bench.service('GET', path(), {
      headers: { ...managedBy(mine).headers, 'X-Sandbox-Fault': fault },
    });
    await expect(asked).rejects.toThrow();
  });

  test('returns the complete log even if the `slow` fault applies', async () => {
    await add({ count: 1000 });
    const headers = { ...managedBy(mine).headers, 'X-Sandbox-Fault': 'slow' };
    expect((await bench.service('GET', path(), { headers })).text).toBe(await log());
  });
});

describe('the weekly redaction', () => {
  const at = async (advance: string) => bench.control('POST', '/clock', { advance });
  const personal = async (start: string): Promise<boolean[]> =>
    (await log(`?start=${start}`))
      .trim()
      .split('\n')
      .map((row) => row.includes('geonames_'));

  // Shows: A key can keep personal data for up to 1095 days.
  test("redacts a log entry only after the key's retention period, which can be up to 1095 days", async () => {
    await patch({ redact_days: 1095 });
    await resolve();
    await at('1090d');
    await bench.control('POST', '/redact');
    expect(await personal('2026-11-20&end=2026-11-21')).toEqual([true]);
    await at('6d');
    expect((await bench.control('POST', '/redact')).json).toEqual({ redacted: 1 });
    expect(await personal('2026-11-20&end=2026-11-21')).toEqual([false]);
    expect((await bench.control('POST', '/redact')).json).toEqual({ redacted: 0 });
  });
});

// Shows: The redaction runs on request, and applies a key's retention period to the millisecond.
describe('POST /_sandbox/redact', () => {
  test("redacts a log entry one millisecond after the entry's retention period ends", async () => {
    await patch({ redact_days: 1 });
    await resolve();
    now += day;
    expect((await bench.control('POST', '/redact')).json).toEqual({ redacted: 0 });
    now += 1;
    expect((await bench.control('POST', '/redact')).json).toEqual({ redacted: 1 });
  });
});

// Shows: Sample log entries follow a weekly and daily rhythm, like the traffic of a shop.
describe('sample log entries that the control API adds', () => {
  test('follow a weekly and daily pattern, and have search terms that match their lookup types', async () => {
    const [monday, sunday] = ['2026-11-02', '2026-11-08T23:59:59.999Z'];
    await add({ count: 5000, start: monday, end: sunday });
    const rows = (await log(`?start=${monday}&end=${sunday}`)).trim().split('\n');
    expect(rows).toHaveLength(5000);
    const count = (pattern: RegExp) => rows.filter((row) => pattern.test(row)).length;
    const day = (date: number) => count(new RegExp(`^2026-11-0${date}T`));
    expect(day(4)).toBeGreaterThan(2 * day(8));
    expect(new Set([2, 3, 4, 5, 6, 7, 8].map(day)).size).toBeGreaterThan(4);
    expect(count(/T1[0-5]:/)).toBeGreaterThan(10 * count(/T0[0-5]:/));
    const fitting: Record<string, RegExp> = {
      'Place Resolution': /,geonames_\d+,[^,]+,Place Resolution,/,
      'Address Lookup': /,\d+ [\w ]+,[^,]+,Address Lookup,/,
      'Address Verification': /,\d+ [\w ]+,[^,]+,Address Verification,/,
      'Address Cleanse': /,\d+ [\w ]+,[^,]+,Address Cleanse,/,
      'Email Validation': /,[a-z]+\.\d+@example\.com,[^,]+,Email Validation,/,
      'Phone Validation': /,\+1415555\d{4},[^,]+,Phone Validation,/,
    };
    for (const [type, form] of Object.entries(fitting)) {
      expect([type, count(form)]).toEqual([type, count(new RegExp(`,${type},`))]);
      expect([type, count(form) > 50]).toEqual([type, true]);
    }
    const visitors = new Set(rows.map((row) => row.split(',')[1]));
    expect(visitors.size).toBeGreaterThan(100);
    expect(visitors.size).toBeLessThan(1000);
  });
});
