// The `keys` commands, with a sandbox.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { useAccount } from '../support/account';
import { random } from '../support/random';
import { sample } from '../support/runs';
import { documentOf, errorOf } from '../support/tool';

const account = useAccount();
const day = 86_400_000;

describe('`keys show`', () => {
  test('does not require a management key, and accepts another API key as its argument', async () => {
    const other = await account.bench.account();
    const env = { WAYPOST_API_KEY: undefined, WAYPOST_USER_TOKEN: undefined };
    const run = await account.call(['keys', 'show', other.key], { env });
    expect([run.status, run.stderr]).toEqual([0, '']);
    expect(run.stdout).toMatch(/^State +available$/m);
    expect(run.stdout).toMatch(/^Contexts +United States \(USA\)$/m);
  });

  test('suggests `keys details` if the key has no lookups remaining', async () => {
    await account.bench.control('PATCH', `/keys/${account.keys.key}`, { lookups_remaining: 0 });
    const run = await account.call('keys show');
    expect(run.status).toBe(0);
    expect(run.stdout).toContain('not available');
    expect(run.stdout).toContain('waypost keys details');
  });

  test('fails with auth_failed if the key is unknown', async () => {
    await account.fails('keys show ak_nosuchkey', 'auth_failed', {
      api_code: 4042,
      hint: /key argument/,
    });
  });

  test('rejects a management key', async () => {
    await account.fails(['keys', 'show', account.keys.user_token], 'invalid_input');
  });
});

describe('`keys details`', () => {
  test("prints the key's name, balance, limits and datasets", async () => {
    const run = await account.call('keys details');
    expect(run.stdout).toMatch(/^Name +Test key$/m);
    expect(run.stdout).toMatch(/^Lookups remaining +50$/m);
    expect(run.stdout).toMatch(/^Daily limit +none; 0 used today$/m);
    expect(run.stdout).toMatch(/^Datasets +geonames, .*\(off: ab, here\)$/m);
  });

  test('prints that no lookups remain, and how to change a daily limit that is reached', async () => {
    await account.result('PUT', '/details', { daily_limit: { limit: 0 } });
    await account.bench.control('PATCH', `/keys/${account.keys.key}`, { lookups_remaining: 0 });
    const { stdout } = await account.call('keys details');
    expect(stdout).toContain('No lookups remain');
    expect(stdout).toContain('waypost keys update --daily-limit');
  });

  test.each([
    [
      'no management key is set',
      { WAYPOST_USER_TOKEN: undefined },
      'missing_user_token',
      undefined,
    ],
    ['no API key is set', { WAYPOST_API_KEY: undefined }, 'missing_api_key', undefined],
    ['the management key is unknown', { WAYPOST_USER_TOKEN: 'uk_unknown' }, 'auth_failed', 4041],
  ])('fails if %s', async (_, env, code, apiCode) => {
    const error = errorOf(await account.call('keys details --json', { env }));
    expect(error).toMatchObject({ exit: 4, code });
    expect([error.api_code, typeof error.hint]).toEqual([apiCode, 'string']);
  });

  test('fails with auth_failed if the key belongs to another account', async () => {
    const { key } = await account.bench.account();
    await account.fails(['keys', 'details', key], 'auth_failed', {
      api_code: 4012,
      hint: /account that owns this API key/,
    });
  });
});

describe('`keys update`', () => {
  test('changes only the given fields and prints the old and new values', async () => {
    const before = await account.result('GET', '/details');
    const words = ['--name', 'Web shop', '--daily-limit', '1000', '--disable-dataset', 'here'];
    const run = await account.call(['keys', 'update', ...words, '--notifications', 'off']);
    expect([run.status, run.stderr]).toEqual([0, '']);
    expect(run.stdout).toMatch(/^Name +Test key → Web shop$/m);
    expect(run.stdout).toMatch(/^Daily limit +none → 1,000$/m);
    expect(run.stdout).toMatch(/^Datasets here +off \(unchanged\)$/m);
    expect(run.stdout).toMatch(/^Notifications +on → off$/m);
    expect(await account.result('GET', '/details')).toEqual({
      ...(before as object),
      name: 'Web shop',
      daily_limit: { limit: 1000, consumed: 0 },
      notifications: { ...(before as { notifications: object }).notifications, enabled: false },
    });
  });

  test('reads the fields to change from a --body file or standard input, and adds the fields that other options set', async () => {
    const file = join(account.home.path, 'body.json');
    writeFileSync(file, '{"redact_days": 7}');
    const one = await account.call(['keys', 'update', '--body', file, '--name', 'N', '--json']);
    expect(documentOf(one)).toMatchObject({ redact_days: 7, name: 'N' });
    const two = await account.call('keys update --body - --json', {
      input: '{"rate_limit": {"limit": 9}}',
    });
    expect(documentOf(two)).toMatchObject({ rate_limit: { limit: 9 } });
  });

  test('prints that the service did not change the daily limit if the key has an unlimited plan', async () => {
    await account.bench.control('PATCH', `/keys/${account.keys.key}`, { plan: 'unlimited' });
    const run = await account.call('keys update --daily-limit 7');
    expect(run.status).toBe(0);
    expect(run.stdout).toContain('(not changed by the service)');
    expect(run.stdout).toContain('unlimited plan');
  });

  test('reports the invalid fields of a change that the service rejects', async () => {
    const run = await account.call('keys update --enable-dataset nosuch --json');
    const error = errorOf(run);
    expect(error).toMatchObject({ exit: 1, code: 'api_error', status: 400, api_code: 4001 });
    expect(error.details).toEqual([{ path: expect.any(String), message: expect.any(String) }]);
  });
});

describe('`keys usage`', () => {
  const start = new Date(Date.now() - 200 * day).toISOString().slice(0, 10);

  test('counts every lookup only once in a range of more than 90 days, which requires several requests', async () => {
    await account.lookups(5000, `${start}T00:00:00Z`, new Date().toISOString());
    const run = await account.call(['keys', 'usage', '--start', start, '--json']);
    const usage = documentOf(run) as Usage;
    expect(usage.total).toBe(5000);
    expect(sum(usage)).toBe(5000);
    const days = usage.dailyCount.map(({ date }) => date);
    expect(days).toEqual([...new Set(days)].sort());
    expect(days).toHaveLength(201);
    expect(usage.start).toBe(`${start}T00:00:00.000Z`);
    expect(Date.now() - Date.parse(usage.end)).toBeLessThan(60_000);
  });

  test('counts only lookups that have every --tag value', async () => {
    await account.lookups(30, `${isoDay(-3)}T00:00:00Z`, `${isoDay(-2)}T00:00:00Z`, ['a', 'b']);
    await account.lookups(12, `${isoDay(-3)}T00:00:00Z`, `${isoDay(-2)}T00:00:00Z`, ['a']);
    const both = ['--tag', 'a', '--tag', 'b'];
    const run = await account.call(['keys', 'usage', '--last', '7d', ...both, '--json']);
    expect(documentOf(run)).toMatchObject({ total: 30 });
    const one = await account.call('keys usage --last 1w --tag a --json');
    expect(documentOf(one)).toMatchObject({ total: 42 });
    const text = await account.call(['keys', 'usage', '--last', '7d', ...both]);
    expect(text.stdout).toContain('Only lookups tagged a and b');
  });

  const seeds = Array.from({ length: 10 }, (_, index) => index + 1);
  test.each(sample(seeds))(
    'prints the same total with and without --by (random seed: %i)',
    async (seed) => {
      const next = random(seed);
      const { key } = account.keys;
      await account.bench.control('PATCH', `/keys/${key}`, { sublicensing: true });
      const made = await account.call('licensees create shop --json');
      const { id } = documentOf(made) as { id: string };
      const tagged = [[], ['a'], ['b'], ['a', 'b'], ['c', 'a', 'b']];
      for (const [index, tags] of tagged.entries()) {
        await account.bench.control('POST', `/keys/${key}/lookups`, {
          count: 1 + Math.floor(next() * 300),
          start: isoDay(-200 + Math.floor(next() * 90)),
          end: isoDay(-1 - Math.floor(next() * 90)),
          tags,
          ...(index % 2 === 0 ? { licensee: id } : {}),
        });
      }
      const range = ['--start', start, '--end', isoDay(-20 - Math.floor(next() * 30))];
      const usage = async (...words: string[]) => {
        const run = await account.call(['keys', 'usage', ...range, ...words, '--json']);
        expect([run.status, run.stderr]).toEqual([0, '']);
        return documentOf(run) as UsageBy;
      };
      const { total } = await usage();
      const [byTag, byType, byLicensee] = await Promise.all(
        ['tag', 'type', 'licensee'].map((by) => usage('--by', by)),
      );
      expect([byTag?.total, byType?.total, byLicensee?.total]).toEqual([total, total, total]);
      for (const { counts = [] } of [byType ?? {}, byLicensee ?? {}]) {
        expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(total);
      }
      const counted = new Map(byTag?.counts.map(({ name, count }) => [name, count]));
      for (const tag of ['a', 'b', 'c']) {
        expect((await usage('--tag', tag)).total).toBe(counted.get(tag) ?? 0);
        expect((await usage('--tag', tag, '--by', 'type')).total).toBe(counted.get(tag) ?? 0);
      }
      expect((await usage('--licensee', id)).total).toBe(
        byLicensee?.counts.find(({ name }) => name === 'shop')?.count,
      );
    },
  );

  test('prints the --by groups as text and as CSV, and applies --fields', async () => {
    const range = [`${isoDay(-3)}T00:00:00Z`, `${isoDay(-2)}T00:00:00Z`] as const;
    await account.lookups(30, ...range, ['a', 'b']);
    await account.lookups(12, ...range, ['a']);
    await account.lookups(5, ...range);
    const words = ['keys', 'usage', '--last', '7d', '--by', 'tag'];
    const text = await account.run(words);
    expect(text.stdout).toMatch(
      /^47 lookups in 7 days, .*\n\nTAG +LOOKUPS\na +42 +█+\nb +30 +█+\n/,
    );
    expect(text.stdout).toContain('\n(no tag)        5  █');
    expect(text.stdout).toContain('30 lookups have more than one tag.');
    const csv = await account.call([...words, '--format', 'csv']);
    expect(csv.stdout).toBe('name,count\na,42\nb,30\n,5\n');
    const total = await account.call([...words, '--fields', 'total,several_tags', '--json']);
    expect(documentOf(total)).toEqual({ total: 47, several_tags: 30 });
    await account.fails([...words, '--fields', 'dailyCount'], 'invalid_input', { hint: /counts/ });
  });

  test('does not print a chart if there are no lookups', async () => {
    const { stdout, status } = await account.call('keys usage');
    expect([status, stdout.includes('└')]).toEqual([0, false]);
    expect(stdout).toMatch(/^0 lookups in \d+ days/);
  });

  test.each([
    [
      '--tag a --tag b --tag c --tag d',
      '--tag has 4 tags, but the service accepts at most 3.',
      'Remove tags.',
    ],
    ['--tag a,b,c,d', '--tag has 4 tags, but the service accepts at most 3.', 'Remove tags.'],
    // test/cli/range-options.test.ts tests more time ranges.
    ['--start tomorrow', '--start is not a date: "tomorrow".', 'Use a date '],
    ['--last 7eons', '--last is not a valid duration: "7eons".', 'Use a number and a unit'],
    [
      '--start 0000-01-01 --end 9999-12-31',
      'The range is longer than 10 years: 3,652,425 days, 0000-01-01 to 9999-12-31 (UTC).',
      'Set --start and --end at most 10 years apart',
    ],
  ])(
    'rejects the options %j with the message "%s" and sends no request',
    async (words, message, hint) => {
      const env = { WAYPOST_BASE_URL: 'http://127.0.0.1:9/v1' };
      await account.fails(
        `keys usage ${words}`,
        'invalid_input',
        { message, hint: expect.stringContaining(hint) },
        { env },
      );
    },
  );

  test('rejects --tags and suggests --tag', async () => {
    await account.fails('keys usage --tags a', 'invalid_input', { hint: /--tag/ });
  });
});

interface UsageBy {
  total: number;
  counts: { name: string | null; count: number }[];
}

interface Usage {
  start: string;
  end: string;
  total: number;
  dailyCount: { date: string; count: number }[];
}

function sum({ dailyCount }: Usage): number {
  return dailyCount.reduce((total, { count }) => total + count, 0);
}

function isoDay(days: number): string {
  return new Date(Date.now() + days * day).toISOString().slice(0, 10);
}
