// The lookup log: GET /keys/{key}/lookups.
import { request } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { managedBy, resultOf, type TestKeys, told, useSandbox } from './support/bench';

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

describe('Resources, Lookup log row', () => {
  // Shows: Nine columns without a header row
  test('has nine columns, no header row, and its own line', async () => {
    await resolve('?tags=web,%20checkout', { Referer: 'https://shop.example/a,b?c="d"' });
    expect(await log()).toBe(
      '2026-11-20T12:00:00.000Z,127.0.0.1,geonames_2950159,"https://shop.example/a,b?c=""d""",Place Resolution,"web,checkout",1,,\n',
    );
  });

  // Shows: Column 4: the page a request came from
  test('column 4 is the origin where no referer is sent, and empty without either', async () => {
    await resolve('', { Origin: 'https://shop.example' });
    await resolve();
    const urls = (await log())
      .trim()
      .split('\n')
      .map((row) => row.split(',')[3]);
    expect(urls).toEqual(['https://shop.example', '']);
  });

  // Shows: Column 8: licensee name
  test('column 8 is the name of the licensee', async () => {
    await patch({ sublicensing: true });
    const { key } = resultOf<{ key: string }>(
      await bench.service('POST', `/keys/${mine.key}/licensees`, {
        ...managedBy(mine),
        body: { name: 'Müller, "Sons"' },
      }),
    );
    await resolve('', { Authorization: `Bearer ${key}` });
    expect(await log()).toContain(',1,"Müller, ""Sons""",\n');
    expect(await log(`?licensee=${key}`)).toContain('Place Resolution');
  });

  // Shows: Column 9: the forwarded address, where forwarding is on and it is valid
  test.each([
    ['with forwarding and a valid address', true, '192.0.2.7', '127.0.0.1', '192.0.2.7'],
    ['with forwarding and IPv6', true, '2001:db8::1', '127.0.0.1', '2001:db8::1'],
    ['with forwarding and no address', true, 'nonsense', '127.0.0.1', ''],
    ['without forwarding', false, '192.0.2.7', '127.0.0.1', ''],
  ])('column 9: %s', async (_what, ip_forwarding, sent, received, source) => {
    await patch({ ip_forwarding });
    await resolve('', { 'Svc-Source-IP': sent });
    const columns = (await log()).trim().split(',');
    expect([columns[1], columns[8]]).toEqual([received, source]);
  });

  // Shows: Columns 5 and 7: lookup type and lookups
  test('columns 5 and 7 are the lookup type and the lookups consumed', async () => {
    const headers = { Authorization: `Bearer ${mine.key}` };
    const get = (at: string) => bench.service('GET', at, { headers });
    const post = (at: string, body: unknown) => bench.service('POST', at, { headers, body });
    const hits = await get('/autocomplete/addresses?q=1');
    const [{ id }] = resultOf<{ hits: [{ id: string }] }>(hits).hits;
    const usa = resultOf<{
      line_1: string;
      last_line: string;
      longitude: number;
      latitude: number;
    }>(await get(`/autocomplete/addresses/${id}/usa`));
    const query = `${usa.line_1}, ${usa.last_line}`;
    now += 1;
    await post('/verify/addresses', { query });
    now += 1;
    await post('/addresses/cleanse', { query });
    now += 1;
    await get('/emails?query=a@b.example');
    now += 1;
    await get('/phone_numbers?query=%2B442079460000');
    now += 1;
    await get(`/addresses?lon=${usa.longitude}&lat=${usa.latitude}`);
    now += 1;
    await resolve();
    const rows = (await log()).trim().split('\n');
    expect(rows.map((row) => /,([A-Z]\w+ [A-Z]\w+),,1,,$/.exec(row)?.[1])).toEqual([
      'Address Lookup',
      'Address Verification',
      'Address Cleanse',
      'Email Validation',
      'Phone Validation',
      'Address Lookup',
      'Place Resolution',
    ]);
  });
});

describe('Endpoints, GET /keys/{key}/lookups', () => {
  // Shows: Logs: text/csv as an attachment
  test('is text/csv, sent as an attachment, also when it is empty', async () => {
    const answer = await bench.service('GET', path(), managedBy(mine));
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(answer.headers['content-type']).toMatch(/^text\/csv;/);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+\.csv"$/);
    expect(answer.headers['svc-source-ip']).toBe('127.0.0.1');
  });

  test('HEAD answers the headers alone', async () => {
    await add({ count: 10 });
    const answer = await bench.service('HEAD', path(), managedBy(mine));
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(answer.headers['content-type']).toMatch(/^text\/csv;/);
  });

  // Shows: Logs: any other answer is JSON
  test('any other answer is JSON with code and message', async () => {
    const cases: [query: string, code: number][] = [
      ['?start=x', 4006],
      ['?end=x', 4005],
      ['?start=2026-11-02&end=2026-11-01', 4007],
      ['?start=2026-01-01', 4008],
      ['?tags=a,b,c,d', 4009],
      ['?licensee=nobody', 4045],
    ];
    for (const [query, code] of cases) {
      const answer = await bench.service('GET', path(query), managedBy(mine));
      expect(answer.json).toEqual({ code, message: expect.any(String) });
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
    }
    expect(told(await bench.service('GET', path()))).toEqual([401, 4010]);
    expect(told(await bench.service('GET', path(`?api_key=${mine.key}`)))).toEqual([401, 4010]);
    const other = await bench.account();
    expect(told(await bench.service('GET', path(), managedBy(other)))).toEqual([401, 4012]);
  });

  // Shows: Logs: oldest first
  test('rows come oldest first, both ends of the range included, over many pages', async () => {
    await add({ count: 1201, start: friday - 1200, end: friday });
    const rows = (await log(`?start=${friday - 1200}&end=${friday}`)).trim().split('\n');
    const times = rows.map((row) => Date.parse(row.slice(0, 24)));
    expect(times).toEqual(Array.from({ length: 1201 }, (_, at) => friday - 1200 + at));
    const part = (await log(`?start=${friday - 700}&end=${friday - 200}`)).trim().split('\n');
    expect(part).toEqual(rows.slice(500, 1001));
  });

  test('rows of one millisecond keep the order they were made in', async () => {
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

  // Shows: Logs: last 21 days by default; tags and licensee filter
  test('defaults to the last 21 days, filters by tags and licensee', async () => {
    await add({ count: 2, start: friday - 21 * day - 1, end: friday - 21 * day });
    await add({ count: 3, start: friday, end: friday, tags: ['a', 'b'] });
    const count = async (query: string) => (await log(query)).split('\n').length - 1;
    expect(await count('')).toBe(4);
    expect(await count('?tags=b')).toBe(3);
    expect(await count('?tags=b,c')).toBe(0);
    expect(await count('?start=2026-10-01')).toBe(5);
  });

  test('a caller who hangs up is no failure, and other requests go on', async () => {
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

  test.each(['truncate', 'reset'])('under the fault %s, half of it is sent', async (fault) => {
    await add({ count: 1000 });
    const asked = bench.service('GET', path(), {
      headers: { ...managedBy(mine).headers, 'X-Sandbox-Fault': fault },
    });
    await expect(asked).rejects.toThrow();
  });

  test('under the fault slow, all of it is sent', async () => {
    await add({ count: 1000 });
    const headers = { ...managedBy(mine).headers, 'X-Sandbox-Fault': 'slow' };
    expect((await bench.service('GET', path(), { headers })).text).toBe(await log());
  });
});

describe('Resources, Lookup log row: personal columns are redacted weekly', () => {
  const at = async (advance: string) => bench.control('POST', '/clock', { advance });
  const personal = async (start: string): Promise<boolean[]> =>
    (await log(`?start=${start}`))
      .trim()
      .split('\n')
      .map((row) => row.includes('geonames_'));

  // Shows: Personal columns are redacted weekly, by default after 28 days
  test('default retention is 28 days, and the run is on Monday', async () => {
    // 20 November 2026 is a Friday.
    await resolve();
    await at('28d');
    expect(await personal('2026-11-01')).toEqual([true]);
    await at('2d');
    expect(await personal('2026-11-01')).toEqual([true]);
    await at('12h');
    expect(await personal('2026-11-01')).toEqual([false]);
    expect(await log('?start=2026-11-01')).toBe(
      '2026-11-20T12:00:00.000Z,,,,Place Resolution,,1,,\n',
    );
  });

  // Shows: Rows and counts stay
  test('rows that are not old enough stay as they are; counts stay', async () => {
    await resolve();
    await at('20d');
    await resolve();
    await at('12d');
    expect(await personal('2026-11-01')).toEqual([false, true]);
    const usage = await bench.service(
      'GET',
      `/keys/${mine.key}/usage?start=2026-11-01`,
      managedBy(mine),
    );
    expect(resultOf(usage)).toMatchObject({ total: 2 });
  });

  // Shows: 0 days stores no personal data
  test('0 days stops the collection of personal data', async () => {
    await patch({ redact_days: 0 });
    await resolve('?tags=kept', { Referer: 'https://shop.example', 'Svc-Source-IP': '192.0.2.1' });
    await add({ count: 1, start: friday, end: friday });
    expect(await log()).toBe(
      '2026-11-20T12:00:00.000Z,,,,Place Resolution,kept,1,,\n2026-11-20T12:00:00.000Z,,,,Place Resolution,,1,,\n',
    );
  });

  // Shows: The retention of a key is up to 1095 days
  test('the period is the key’s, up to 1095 days', async () => {
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

// Shows: redact
describe('the control interface: redact', () => {
  test('changes rows that are older than the retention, by a millisecond', async () => {
    await patch({ redact_days: 1 });
    await resolve();
    now += day;
    expect((await bench.control('POST', '/redact')).json).toEqual({ redacted: 0 });
    now += 1;
    expect((await bench.control('POST', '/redact')).json).toEqual({ redacted: 1 });
  });
});

// Shows: Synthetic log rows
describe('the control interface: synthetic rows', () => {
  test.each([
    [{}, 'count'],
    [{ count: 0 }, 'count'],
    [{ count: 10_000_001 }, 'count'],
    [{ count: 1, start: 'noon' }, 'start'],
    [{ count: 1, tags: ['a,b'] }, 'tags.0'],
    [{ count: 1, start: '2026-11-02', end: '2026-11-01' }, 'start'],
    [{ count: 1, more: 1 }, 'more'],
  ])('refuses %j', async (body, told) => {
    const answer = await add(body);
    expect(answer.status).toBe(400);
    expect((answer.json as { error: string }).error).toContain(told);
  });

  test("has a shop's week and night, and terms that fit their types", async () => {
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

  test('takes no lookups from the balance, and names what is not there', async () => {
    await add({ count: 100 });
    const details = await bench.service('GET', `/keys/${mine.key}/details`, managedBy(mine));
    expect(resultOf(details)).toMatchObject({
      lookups_remaining: 50,
      daily_limit: { consumed: 0 },
    });
    expect((await add({ count: 1, licensee: 'sl_nobody' })).status).toBe(404);
    expect((await bench.control('POST', '/keys/ak_nobody/lookups', { count: 1 })).status).toBe(404);
  });
});
