// `lookups list`, and time ranges such as "last week", with a sandbox.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { namedRange } from '../../src/cli/line/range';
import { useAccount } from '../support/account';
import { logService } from '../support/log-service';
import { documentOf } from '../support/tool';

const account = useAccount();
const hour = 3_600_000;
const before = (ms: number) => new Date(Date.now() - ms).toISOString();
const rowsOf = (value: unknown) => value as { timestamp: string; search_term: string }[];

test('`lookups list` prints the newest lookups first, and then the number of lookups and the date range', async () => {
  await account.lookups(30, before(3 * hour), before(2 * hour));
  await account.lookups(5, before(0.5 * hour), before(0.4 * hour));
  const all = rowsOf(documentOf(await account.run('lookups list --limit 100 --json')));
  const times = all.map(({ timestamp }) => timestamp);
  expect(times).toHaveLength(35);
  expect(times).toEqual([...times].sort().reverse());
  const usual = await account.call('lookups list');
  expect([usual.status, usual.stderr]).toEqual([0, '']);
  const lines = usual.stdout.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^TIME \(UTC\) +TYPE +SEARCH TERM +LOOKUPS/);
  expect(lines[1]).toContain(times[0]?.slice(0, 19).replace('T', ' '));
  expect(lines).toHaveLength(23);
  expect(lines.at(-1)).toMatch(/^The newest 20 lookups in 21 days, .*--limit 100/);
  const recent = await account.call('lookups list --last 1h');
  expect(recent.stdout).toMatch(/\n5 lookups in 60 minutes, .* \(UTC\)\.\n$/);
});

test('`lookups list` prints the entries of `lookups export` in reverse order if --json is set, and prints only the --fields columns if --format is csv', async () => {
  await account.lookups(3, before(2 * hour), before(hour), ['a', 'b']);
  const listed = await account.call('lookups list --last 1d --json');
  const exported = await account.run('lookups export --last 1d --json');
  expect(documentOf(listed)).toEqual((JSON.parse(exported.stdout) as unknown[]).reverse());
  expect(JSON.parse(listed.stderr)).toMatchObject({ event: 'range', end: expect.any(String) });
  const words = ['lookups', 'list', '--last', '1d', '--format', 'csv'];
  const csv = await account.call([...words, '--fields', 'lookup_type,tags', '--limit', '1']);
  expect(csv.stdout).toMatch(/^lookup_type,tags\n[^\n]+,"\[""a"",""b""\]"\n$/);
  expect(csv.stderr).toMatch(/^Range: 24 hours, .* \(UTC\)\.\n$/);
});

test('`lookups list` requests only as much of a long log as --limit requires', async () => {
  const service = await logService(60_000);
  try {
    const env = { WAYPOST_BASE_URL: service.url };
    const range = ['--start', '2026-01-01', '--end', '2026-10-31'];
    const few = await account.call(['lookups', 'list', ...range, '--limit', '3', '--json'], {
      env,
    });
    expect(rowsOf(documentOf(few)).map(({ timestamp }) => timestamp.slice(0, 16))).toEqual([
      '2026-10-31T23:59',
      '2026-10-31T23:58',
      '2026-10-31T23:57',
    ]);
    expect(service.ranges).toHaveLength(1);
    const more = await account.call(['lookups', 'list', ...range, '--limit', '2000', '--json'], {
      env,
    });
    const times = rowsOf(documentOf(more)).map(({ timestamp }) => Date.parse(timestamp));
    expect(times).toEqual(times.map((_, index) => (times[0] ?? 0) - index * 60_000));
    expect(times).toHaveLength(2000);
    expect(service.ranges).toHaveLength(1 + 3);
  } finally {
    await service.close();
  }
});

test.each([
  [['--limit', '0'], '--limit'],
  [['--limit', '10001'], '--limit'],
  [['--licensee', ' '], '--licensee'],
  [['--last', 'yesterday'], '--last'],
  [['--fields', 'nosuch'], 'nosuch'],
])('`lookups list` rejects the arguments %j', async (options, named) => {
  const env = { WAYPOST_BASE_URL: 'http://127.0.0.1:9/v1' };
  await account.fails(
    ['lookups', 'list', ...options],
    'invalid_input',
    { message: expect.stringContaining(named) },
    { env },
  );
});

test('`lookups list` prints that there are no lookups if the range is empty', async () => {
  const run = await account.call('lookups list --last 1h');
  expect(run.stdout).toMatch(/^No lookups in 60 minutes, /);
});

test('`keys usage` and `lookups export` use the same range for "last week"', async () => {
  const { start = 0, end = 0 } = namedRange('last week', Date.now()) ?? {};
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  await account.lookups(3, new Date(start).toISOString(), new Date(start + hour).toISOString());
  await account.lookups(2, new Date(end - hour).toISOString(), new Date(end).toISOString());
  await account.lookups(4, new Date(end + 1).toISOString(), new Date(end + hour).toISOString());
  const json = await account.call('keys usage --last week --json');
  const usage = documentOf(json) as { total: number; dailyCount: { date: string }[] };
  expect([usage.total, usage.dailyCount.length, json.stderr]).toEqual([5, 7, '']);
  expect(usage.dailyCount[0]?.date.slice(0, 10)).toBe(day(start));
  const text = await account.call(['keys', 'usage', '--start', 'last week', '--end', 'last week']);
  expect(text.stdout).toMatch(/^5 lookups in 7 days, /);
  expect(text.stdout).not.toContain('in part');
  const csv = await account.call('lookups export --last week --no-header');
  expect(csv.stdout.trimEnd().split('\n')).toHaveLength(5);
  expect(csv.stderr).toMatch(/^Range: 7 days, .* \(UTC\)\.$/m);
});

test('waypost interprets --last 3m as 3 minutes, and prints a note that 3mo means months', async () => {
  const note = '3m means 3 minutes. For months, use --last 3mo.';
  for (const words of [
    ['keys', 'usage'],
    ['lookups', 'export'],
    ['lookups', 'list', '--format', 'ndjson'],
  ]) {
    const run = await account.call([...words, '--last', '3m']);
    expect([run.status, run.stderr]).toEqual([0, expect.stringContaining(note)]);
  }
  const months = await account.call('lookups export --last 3mo');
  expect(months.stderr).toMatch(/^Range: (89|9[0-2]) days, /m);
  expect(months.stderr).not.toContain('minutes');
});

test('`lookups export --fields` writes only the given columns', async () => {
  await account.lookups(3, before(2 * hour), before(hour), ['a', 'b']);
  const words = ['lookups', 'export', '--last', '1d', '--fields', 'tags,lookup_type'];
  const csv = await account.call(words);
  expect(csv.stdout).toMatch(/^tags,lookup_type\n("a,b",[^\n]+\n){3}$/);
  const target = join(account.home.path, 'log.json');
  const file = await account.call([...words, '-o', target, '--json']);
  expect(documentOf(file)).toMatchObject({ success: true, rows: 3 });
  const rows = JSON.parse(readFileSync(target, 'utf8')) as object[];
  expect(rows.map((row) => Object.keys(row))).toEqual(Array(3).fill(['tags', 'lookup_type']));
  for (const options of [['--format', 'parquet'], ['--safe-cells'], ['--fields', 'nosuch']]) {
    const refused = await account.call([...words, ...options]);
    expect([refused.status, refused.stdout]).toEqual([2, '']);
  }
});
