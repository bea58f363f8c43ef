// The log of a key on the dashboard, over a socket: pages, filter, one row, CSV.
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

/** Follows the links of one kind until there is none, and collects the rows of each page. */
async function walk(from: Answer, label: string): Promise<string[][]> {
  const pages = [timesOf(from)];
  for (let next = linkOf(from, label); next !== undefined && pages.length < 10; ) {
    const page = await go(next);
    pages.push(timesOf(page));
    next = linkOf(page, label);
  }
  return pages;
}

describe('the pages of the log', () => {
  test('hold every row once, newest first, with rows of one millisecond too', async () => {
    await add({ count: 100, start: '2026-11-19', end: '2026-11-19T23:00:00Z' });
    await add({ count: 30, start: start - 1, end: start });
    const pages = await walk(await log(), 'Older');
    expect(pages.map((page) => page.length)).toEqual([50, 50, 30]);
    const times = pages.flat();
    expect(times).toEqual([...times].sort().reverse());
    expect(times.filter((time) => time.startsWith('2026-11-20'))).toHaveLength(30);
  });

  test('lead back to the newest', async () => {
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

  test('end where a page is exactly full', async () => {
    await add({ count: 50 });
    const full = await log();
    expect(timesOf(full)).toHaveLength(50);
    expect(linkOf(full, 'Older')).toBeUndefined();
  });

  test('are live without asking the browser to load the page anew', async () => {
    await add({ count: 60 });
    const newest = await log();
    expect(newest.text).not.toContain('http-equiv');
    expect(newest.text).toContain('id="live"');
    const older = await go(linkOf(newest, 'Older') ?? '');
    expect(older.text).not.toContain('id="live"');
  });
});

describe('the filter', () => {
  beforeEach(async () => {
    await add({ count: 70, start: '2026-11-01', end: '2026-11-01T12:00:00Z', tags: ['a'] });
    await add({ count: 60, start: '2026-11-10', end: '2026-11-10T12:00:00Z', tags: ['a', 'b'] });
  });

  /** How many rows, or the text that each of them has in the service's CSV. */
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
  test.each(cases)('%s chooses %s', async (query, expected) => {
    const whole = await bench.service('GET', `/keys/${keys.key}/lookups`, managedBy(keys));
    const having = whole.text.split('\n').filter((line) => line.includes(String(expected)));
    const rows = typeof expected === 'number' ? expected : having.length;
    expect(rows > 0 || expected === 0).toBe(true);
    const pages = await walk(await log(query), 'Older');
    expect(pages.flat()).toHaveLength(rows);
    const csv = await open(bench.sandbox.origin, `/dashboard/keys/${keys.key}/log.csv${query}`);
    expect(csv.text.split('\n').filter(Boolean)).toHaveLength(rows + 1);
  });

  test('chooses the rows of a licensee, by ID and by key', async () => {
    await bench.control('PATCH', `/keys/${keys.key}`, { sublicensing: true });
    const made = await bench.service('POST', `/keys/${keys.key}/licensees`, {
      headers: { Authorization: `Bearer ${keys.user_token}` },
      body: { name: 'Shop' },
    });
    const { id, key } = Object(Object(made.json).result);
    await add({ count: 3, licensee: id });
    for (const name of [id, key]) expect(timesOf(await log(`?licensee=${name}`))).toHaveLength(3);
  });

  test('keeps what was entered, on the page and in its links', async () => {
    const page = await log('?tags=a&q=shop&type=Place+Resolution&start=2026-11-01');
    expect(page.text).toMatch(/value="a" id="filter-tags"/);
    expect(page.text).toMatch(/value="shop" id="filter-q"/);
    expect(page.text).toContain('<option value="Place Resolution" selected="">');
    expect(page.text).toContain('value="2026-11-01" id="filter-start"');
    expect(linkOf(page, 'Download CSV')).toMatch(
      /log\.csv\?q=shop&type=Place\+Resolution&tags=a&start=2026-11-01$/,
    );
  });

  test('says what is wrong, in the order of the fields', async () => {
    const query = '?start=soon&licensee=99&type=x&tags=a,b,c,d';
    const page = await log(query);
    expect(page.status).toBe(422);
    expect(mistakesOf(page)).toEqual([
      'Type is not known',
      'Tags must be at most 3',
      'Licensee is not known',
      'From must be a date such as 2026-11-20',
    ]);
    expect(timesOf(page)).toEqual([]);
    const csv = await open(bench.sandbox.origin, `/dashboard/keys/${keys.key}/log.csv${query}`);
    expect(csv.status).toBe(422);
    expect((await log('?start=2026-11-02&end=2026-11-01')).text).toContain(
      'From must not be after Until',
    );
  });

  test.each(['?older=x', '?newer=1-', '?older=99999999999999999-1'])(
    'shows the newest rows for the position %s',
    async (query) => {
      expect(timesOf(await log(query))).toEqual(timesOf(await log()));
    },
  );
});

describe('a row', () => {
  test('is shown in full, and leads back to the filtered log', async () => {
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

  test('of another key is not found', async () => {
    await add({ count: 1 });
    const name = /\/log\/(\d+-\d+)"/.exec((await log()).text)?.[1];
    const other = await bench.account();
    expect((await go(`/dashboard/keys/${other.key}/log/${name}`)).status).toBe(404);
  });
});

describe('the CSV', () => {
  test('has the names of columns of an export and the rows of the service, oldest first, beyond one page', async () => {
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

  test('is for this machine alone', async () => {
    const path = `/dashboard/keys/${keys.key}/log.csv`;
    expect((await open(bench.sandbox.origin, path, { Host: 'evil.example' })).status).toBe(403);
  });
});
