// The lookup log on the dashboard, over HTTP: pages, filter, a single log entry, CSV.
import { beforeEach, describe, expect, test } from 'vitest';
import { managedBy, type TestKeys, useSandbox } from './support/bench';
import type { Answer } from './support/client';
import { linkOf, mistakesOf, open } from './support/pages';

const start = Date.parse('2026-11-20T12:00:00Z');
const bench = useSandbox({ clock: () => start });
let keys: TestKeys;
beforeEach(async () => {
  await bench.control('POST', '/reset');
  keys = await bench.account();
});

const add = (body: object) => bench.control('POST', `/keys/${keys.key}/lookups`, body);

const log = (query = ''): Promise<Answer> =>
  open(bench.sandbox.origin, `/dashboard/keys/${keys.key}/log${query}`);

const go = (path: string): Promise<Answer> => open(bench.sandbox.origin, path);

const timesOf = ({ text }: Answer): string[] =>
  [...text.matchAll(/<td class="time"><a [^>]*><time datetime="([^"]+)"/g)].map(
    ([, at = '']) => at,
  );

/** Follows the links with a label to the last page. Returns the times of the log entries of each page. */
async function walk(from: Answer, label: string): Promise<string[][]> {
  const pages = [timesOf(from)];
  for (let next = linkOf(from, label); next !== undefined && pages.length < 10; ) {
    const page = await go(next);
    pages.push(timesOf(page));
    next = linkOf(page, label);
  }
  return pages;
}

describe('the lookup log pages', () => {
  test('list each log entry only once, newest first, even if many entries have the same timestamp', async () => {
    await add({ count: 100, start: '2026-11-19', end: '2026-11-19T23:00:00Z' });
    await add({ count: 30, start: start - 1, end: start });
    const pages = await walk(await log(), 'Older');
    expect(pages.map((page) => page.length)).toEqual([50, 50, 30]);
    const times = pages.flat();
    expect(times).toEqual([...times].sort().reverse());
    expect(times.filter((time) => time.startsWith('2026-11-20'))).toHaveLength(30);
  });

  test('have links to newer entries and to the newest entries', async () => {
    await add({ count: 130 });
    const first = await log();
    const second = await go(linkOf(first, 'Older') ?? '');
    const third = await go(linkOf(second, 'Older') ?? '');
    expect([first, second, third].map((page) => timesOf(page).length)).toEqual([50, 50, 30]);
    expect(timesOf(await go(linkOf(third, 'Newer') ?? ''))).toEqual(timesOf(second));
    expect(timesOf(await go(linkOf(second, 'Newer') ?? ''))).toEqual(timesOf(first));
    expect(timesOf(await go(linkOf(third, 'Newest') ?? ''))).toEqual(timesOf(first));
    expect(linkOf(first, 'Newer')).toBeUndefined();
    expect(linkOf(third, 'Older')).toBeUndefined();
  });

  test('do not link to older entries from the last page, even if that page is full', async () => {
    await add({ count: 50 });
    const full = await log();
    expect(timesOf(full)).toHaveLength(50);
    expect(linkOf(full, 'Older')).toBeUndefined();
  });

  test('are updated without a reload only if they show the newest entries', async () => {
    await add({ count: 60 });
    const newest = await log();
    expect(newest.text).not.toContain('http-equiv');
    expect(newest.text).toContain('id="live"');
    const older = await go(linkOf(newest, 'Older') ?? '');
    expect(older.text).not.toContain('id="live"');
  });
});

describe('the lookup log page', () => {
  beforeEach(async () => {
    await add({ count: 70, start: '2026-11-01', end: '2026-11-01T12:00:00Z', tags: ['a'] });
    await add({ count: 60, start: '2026-11-10', end: '2026-11-10T12:00:00Z', tags: ['a', 'b'] });
  });

  /** The number of log entries, or the text that each has in the service's CSV. */
  const cases: [query: string, rows: number | string][] = [
    ['?tags=a', 130],
    ['?tags=b', 60],
    ['?tags=a,b', 60],
    ['?tags=c', 0],
    ['?start=2026-11-02', 60],
    ['?end=2026-11-01', 70],
    ['?start=2026-11-10&end=2026-11-10&tags=a', 60],
    ['?q=GEONAMES_7', 'geonames_7'],
    ['?q=192.0.2.1', '192.0.2.1'],
    ['?q=checkout', 'checkout'],
    ['?q=%25', 0],
    ['?type=Address+Lookup', ',Address Lookup,'],
  ];
  test.each(cases)(
    'shows and exports exactly the entries that match the query %s',
    async (query, expected) => {
      const whole = await bench.service('GET', `/keys/${keys.key}/lookups`, managedBy(keys));
      const having = whole.text.split('\n').filter((line) => line.includes(String(expected)));
      const rows = typeof expected === 'number' ? expected : having.length;
      expect(rows > 0 || expected === 0).toBe(true);
      const pages = await walk(await log(query), 'Older');
      expect(pages.flat()).toHaveLength(rows);
      const csv = await open(bench.sandbox.origin, `/dashboard/keys/${keys.key}/log.csv${query}`);
      expect(csv.text.split('\n').filter(Boolean)).toHaveLength(rows + 1);
    },
  );

  test("can be filtered by a licensee's ID or key", async () => {
    await bench.control('PATCH', `/keys/${keys.key}`, { sublicensing: true });
    const made = await bench.service('POST', `/keys/${keys.key}/licensees`, {
      headers: { Authorization: `Bearer ${keys.user_token}` },
      body: { name: 'Shop' },
    });
    const { id, key } = Object(Object(made.json).result);
    await add({ count: 3, licensee: id });
    for (const name of [id, key]) expect(timesOf(await log(`?licensee=${name}`))).toHaveLength(3);
  });

  test('keeps the filter in its form and links', async () => {
    const page = await log('?tags=a&q=shop&type=Place+Resolution&start=2026-11-01');
    expect(page.text).toMatch(/value="a" id="filter-tags"/);
    expect(page.text).toMatch(/value="shop" id="filter-q"/);
    expect(page.text).toContain('<option value="Place Resolution" selected="">');
    expect(page.text).toContain('value="2026-11-01" id="filter-start"');
    expect(linkOf(page, 'Download CSV')).toMatch(
      /log\.csv\?q=shop&type=Place\+Resolution&tags=a&start=2026-11-01$/,
    );
  });

  test("lists the input errors in the order of the form's fields", async () => {
    const query = '?start=soon&licensee=99&type=x&tags=a,b,c,d';
    const page = await log(query);
    expect(page.status).toBe(422);
    expect(mistakesOf(page)).toEqual([
      'Type must be one of the listed lookup types',
      'Tags must list at most 3 tags',
      'Licensee is unknown or belongs to a different key',
      'From must be a date such as 2026-11-20',
    ]);
    expect(timesOf(page)).toEqual([]);
    const csv = await open(bench.sandbox.origin, `/dashboard/keys/${keys.key}/log.csv${query}`);
    expect(csv.status).toBe(422);
    expect((await log('?start=2026-11-02&end=2026-11-01')).text).toContain(
      'From must not be later than the Until date',
    );
  });

  test.each(['?older=x', '?newer=1-', '?older=99999999999999999-1'])(
    'shows the newest entries if `older` or `newer` is invalid (query: %s)',
    async (query) => {
      expect(timesOf(await log(query))).toEqual(timesOf(await log()));
    },
  );
});

describe("a log entry's page", () => {
  test('shows every column and links back to the filtered log', async () => {
    await add({ count: 2, tags: ['a', 'b'] });
    const csv = await bench.service('GET', `/keys/${keys.key}/lookups`, managedBy(keys));
    const [time, ip, term, url, type] = csv.text.trimEnd().split('\n').at(-1)?.split(',') ?? [];
    const page = await log('?tags=a');
    const path = /href="([^"]*\/log\/\d+-\d+\?tags=a)"/.exec(page.text)?.[1] ?? '';
    const row = await go(path);
    expect(row.status).toBe(200);
    const facts = [...row.text.matchAll(/<dt>([^<]*)<\/dt><dd>(.*?)<\/dd>/g)].map(
      ([, name, value = '']) => [name, value.replace(/<[^>]*>/g, '')],
    );
    expect(facts).toEqual([
      ['Time', time],
      ['IP', ip],
      ['Term', term],
      ['URL', url],
      ['Type', type],
      ['Tags', 'a, b'],
      ['Lookups', '1'],
      ['Licensee', '–'],
      ['Source IP', '–'],
    ]);
    expect(linkOf(row, 'Back to the log')).toBe(`/dashboard/keys/${keys.key}/log?tags=a`);
  });

  test('is not found in the log of another key', async () => {
    await add({ count: 1 });
    const name = /\/log\/(\d+-\d+)"/.exec((await log()).text)?.[1];
    const other = await bench.account();
    expect((await go(`/dashboard/keys/${other.key}/log/${name}`)).status).toBe(404);
  });
});

describe('the lookup log CSV', () => {
  test('contains the column names of an export and every log entry, oldest first', async () => {
    await add({ count: 120, start: '2026-11-19', end: '2026-11-20T11:00:00Z', tags: ['x', 'y"z'] });
    const csv = await open(bench.sandbox.origin, `/dashboard/keys/${keys.key}/log.csv`);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(csv.headers['content-disposition']).toBe('attachment; filename="lookups.csv"');
    expect(csv.headers['access-control-allow-origin']).toBeUndefined();
    const [header, ...rows] = csv.text.split('\n');
    expect(header).toBe(
      'timestamp,ip,search_term,url,lookup_type,tags,lookups_consumed,licensee,source_ip',
    );
    const served = await bench.service('GET', `/keys/${keys.key}/lookups`, {
      headers: { Authorization: `Bearer ${keys.user_token}` },
    });
    expect(rows.join('\n')).toBe(served.text);
    expect(rows).toHaveLength(121);
  });

  test('is not sent if the Host header contains an unknown host name', async () => {
    const path = `/dashboard/keys/${keys.key}/log.csv`;
    expect((await open(bench.sandbox.origin, path, { Host: 'evil.example' })).status).toBe(403);
  });
});
