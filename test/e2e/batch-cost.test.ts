// The cost of a batch: identical rows, the cache, --dry-run, and a balance that is too low. The sandbox counts the billed
// lookups.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { balanceHints } from '../../src/cli/hints/by-api-code';
import { commandInText, hintText } from '../../src/lib/command-text';
import { emails, linesOf, placeIds, useBatches } from '../support/batch';
import { systemTest } from '../support/runs';
import { hasTerminal, Terminal } from '../support/terminal';
import { command, documentOf, errorOf, expectError } from '../support/tool';

const batches = useBatches();
const { account } = batches;

/** Returns the arguments of a batch that validates email addresses. */
const words = (...more: string[]) => [
  'emails',
  'validate',
  '--file',
  batches.at('in.csv'),
  '--rate',
  'none',
  ...more,
];

const intoFile = (...more: string[]) => words('-o', batches.at('out.csv'), '--json', ...more);

/** Email addresses, some of which occur several times. One of them begins with a space. */
const repeated = [
  'a@example.com',
  'b@example.com',
  'a@example.com',
  ' b@example.com',
  'a@example.com',
];

describe('identical rows', () => {
  test('share one lookup, and waypost writes its result to each row', async () => {
    batches.write('in.csv', ['email', ...repeated]);
    const done = documentOf(await account.run(intoFile()));
    expect(done).toMatchObject({ rows: 5, succeeded: 5, lookups: 2, in_doubt: 0 });
    expect(await batches.billed()).toBe(2);
    const [, ...rows] = linesOf(batches.read('out.csv'));
    const answers = rows.map((row) => row.slice(row.indexOf(',')));
    expect(rows.map((row) => row.split(',')[0])).toEqual(repeated);
    expect(answers[2]).toBe(answers[0]);
    expect(answers[3]).toBe(answers[1]);
  });

  test('share one lookup even if the batch writes to standard output', async () => {
    batches.write('in.csv', ['email', ...repeated]);
    const done = await account.call(words('--format', 'ndjson'));
    expect(linesOf(done.stdout).map((line) => JSON.parse(line).result.result)).toHaveLength(5);
    expect(done.stderr).toContain('5 rows processed (5 undeliverable). Cost: 2 lookups.');
    expect(await batches.billed()).toBe(2);
  });

  test('cost one lookup each if --no-dedupe is set', async () => {
    batches.write('in.csv', ['email', ...repeated]);
    expect(documentOf(await account.call(intoFile('--no-dedupe')))).toMatchObject({ lookups: 5 });
    expect(await batches.billed()).toBe(5);
  });

  test('share the lookup of an earlier run if --resume continues the batch, even with a different key', async () => {
    const rows = [...emails(30), ...emails(30)];
    batches.write('in.csv', ['email', ...rows]);
    const stopped = await account.call(intoFile('--max-lookups', '20'));
    expect(errorOf(stopped)).toMatchObject({ details: { lookups: 20 } });
    const done = await account.call(intoFile('--resume'), { env: batches.otherOwner });
    expect(documentOf(done)).toMatchObject({ rows: 60, succeeded: 60, lookups: 30, in_doubt: 0 });
    expect(await batches.billed()).toBe(20);
    expect(linesOf(batches.read('out.csv')).map((line) => line.split(',')[0])).toEqual([
      'email',
      ...rows,
    ]);
  });
});

describe('--cache', () => {
  const cacheDirectory = () => batches.at('.cache/waypost/lookups');
  const cacheFile = () => join(cacheDirectory(), 'answers');
  const cached = (...more: string[]) => intoFile('--force', '--cache', '1h', ...more);

  test('must be set for waypost to save results', async () => {
    batches.write('in.csv', ['email', ...emails(3)]);
    await account.call(intoFile());
    expect(() => statSync(batches.at('.cache'))).toThrow(/ENOENT/);
  });

  test('reuses the results of an earlier run byte for byte and at no cost', async () => {
    batches.write('in.csv', ['email', ...emails(5)]);
    await account.call(cached());
    const first = batches.read('out.csv');
    batches.write('in.csv', ['email', ...emails(7)]);
    const done = documentOf(await account.call(cached()));
    expect(done).toMatchObject({ rows: 7, succeeded: 7, lookups: 2 });
    expect(await batches.billed()).toBe(7);
    expect(batches.read('out.csv').startsWith(first)).toBe(true);
    expect(statSync(cacheFile()).mode & 0o777).toBe(0o600);
    expect(statSync(cacheDirectory()).mode & 0o777).toBe(0o700);
    expect(readFileSync(cacheFile(), 'utf8')).not.toContain(account.keys.key);
  });

  test("does not reuse another account's results or results that are older than the given duration", async () => {
    batches.write('in.csv', ['email', ...emails(2)]);
    await account.call(cached());
    const other = await account.call(cached(), { env: batches.otherOwner });
    expect(documentOf(other)).toMatchObject({ lookups: 2 });
    // Change the timestamps in the cache, so that the results are two hours old.
    const text = readFileSync(cacheFile(), 'utf8');
    const aged = text.replace(/ (\d{13}) /g, (_, time) => ` ${Number(time) - 7_200_000} `);
    writeFileSync(cacheFile(), aged);
    expect(documentOf(await account.call(cached()))).toMatchObject({ lookups: 2 });
  });

  test('does not save errors', async () => {
    batches.write('in.csv', ['id', 'geonames_1', ...placeIds(1)]);
    const resolve = ['places', 'resolve', '--file', batches.at('in.csv'), '--rate', 'none'];
    await account.call([...resolve, '--cache', '1h']);
    expect(linesOf(readFileSync(cacheFile(), 'utf8'))).toHaveLength(1);
  });

  test('ignores a result that was changed in the cache file, and prints a warning', async () => {
    batches.write('in.csv', ['email', ...emails(2)]);
    await account.call(cached());
    const text = readFileSync(cacheFile(), 'utf8');
    writeFileSync(cacheFile(), text.replace('"result":"', '"result":"x'));
    const done = await account.call(cached());
    expect(documentOf(done)).toMatchObject({ lookups: 1 });
    expect(done.stderr).toMatch(/Warning: waypost ignored 1 cached result with a wrong checksum/);
  });

  test('rejects a cache file before the first lookup if the file is a symbolic link or other users can write to it', async () => {
    batches.write('in.csv', ['email', ...emails(2)]);
    mkdirSync(cacheDirectory(), { recursive: true });
    writeFileSync(cacheFile(), '');
    chmodSync(cacheFile(), 0o666);
    expectError(await account.call(cached()), 'invalid_input', {
      message: /answers: other users can write to it/,
    });
    execFileSync('rm', [cacheFile()]);
    symlinkSync(batches.at('in.csv'), cacheFile());
    expectError(await account.call(cached()), 'invalid_input');
    expect(batches.read('in.csv')).toBe(`email\n${emails(2).join('\n')}\n`);
    expect(await batches.billed()).toBe(0);
  });

  systemTest('can be used by several concurrent runs', async () => {
    batches.write('in.csv', ['email', ...emails(300)]);
    const runs = ['a', 'b', 'c'].map((name) =>
      account.run(words('-o', batches.at(`${name}.csv`), '--json', '--cache', '1h')),
    );
    for (const run of await Promise.all(runs)) {
      expect(documentOf(run)).toMatchObject({ rows: 300, succeeded: 300 });
    }
    const done = documentOf(await account.call(cached()));
    expect(done).toMatchObject({ rows: 300, lookups: 0 });
  });
});

describe('--dry-run', () => {
  const rows = [...emails(120), ...emails(60), '', 'x'.repeat(400)];

  test('reports the cost of the run and sends no billable request', async () => {
    batches.write('in.csv', ['email', ...rows]);
    const planned = await account.call(words('--dry-run', '--json'));
    expect(planned.stderr).toBe('');
    expect(documentOf(planned)).toEqual({
      columns: { email: 'email' },
      rows: 182,
      invalid: 2,
      invalid_rows: [
        { row: 181, line: 182, error: { code: 'invalid_input', message: 'The email is empty.' } },
        {
          row: 182,
          line: 183,
          error: {
            code: 'invalid_input',
            message: 'The email address has more than 320 characters.',
          },
        },
      ],
      distinct: 120,
      cached: 0,
      lookups: 120,
      seconds: null,
      lookups_remaining: 1_000_000,
    });
    expect(await batches.billed()).toBe(0);
    expect(readdirSync(account.home.path)).not.toContain('out.csv');
    expect(documentOf(await account.call(intoFile()))).toMatchObject({ rows: 182, lookups: 120 });
    expect(await batches.billed()).toBe(120);
  });

  systemTest(
    'accounts for --cache, --no-dedupe, --max-lookups, --rate, and the finished rows of an unfinished batch',
    async () => {
      batches.write('in.csv', ['email', ...emails(20)]);
      await account.call(words('--cache', '1h'));
      batches.write('in.csv', ['email', ...rows]);
      const plan = async (...more: string[]) =>
        documentOf(await account.call([...words('--dry-run', '--json'), ...more]));
      expect(await plan('--cache', '1h')).toMatchObject({
        distinct: 120,
        cached: 20,
        lookups: 100,
      });
      expect(await plan('--no-dedupe')).toMatchObject({ distinct: 120, lookups: 180 });
      expect(await plan('--max-lookups', '7', '--rate', '7')).toMatchObject({
        lookups: 7,
        seconds: 2,
      });
      await account.call(intoFile('--max-lookups', '50'));
      const before = await batches.billed();
      expect(await plan('--resume', '-o', batches.at('out.csv'))).toMatchObject({ lookups: 70 });
      await account.call(intoFile('--resume'));
      expect((await batches.billed()) - before).toBe(70);
    },
  );

  test('prints the cost, the balance and the limits as text if --json is not set', async () => {
    const settings = { lookups_remaining: 100, individual_limit: { limit: 5000 } };
    const set = await account.bench.control('PATCH', `/keys/${account.keys.key}`, settings);
    expect(set.status).toBe(200);
    batches.write('in.csv', ['email', ...rows]);
    const { origin } = account.bench.sandbox;
    const planned = await account.call([...words('--dry-run'), '--rate', '30']);
    expect(planned.stdout).toBe(
      [
        'Column to look up: email',
        '182 rows: 180 valid (120 distinct values, 0 in the cache), 2 invalid:',
        '  Row 181 (line 182): The email is empty.',
        '  Row 182 (line 183): The email address has more than 320 characters.',
        'The run would cost at most 120 lookups and take about 0:05.',
        'The key has 100 lookups remaining, which is 20 too few.',
        'The daily per-IP limit is 5,000.',
        `In a sandbox, top up the key with \`waypost sandbox set lookups=1000\` or on ${origin}/dashboard.`,
        '',
      ].join('\n'),
    );
  });

  test('lists the first ten invalid rows, or all invalid rows if --json is set', async () => {
    batches.write('in.csv', ['email', ...Array.from({ length: 12 }, (_, row) => `no-${row}`)]);
    const { stdout } = await account.call(words('--dry-run'));
    expect(stdout).toContain('  Row 1 (line 2): no-0 is not an email address: it has no @.\n');
    expect(stdout).toContain('  Row 10 (line 11): no-9 is not');
    expect(stdout).not.toContain('no-10');
    expect(stdout).toContain('  and 2 more rows; --json lists all invalid rows.\n');
    expect(documentOf(await account.call(words('--dry-run', '--json')))).toMatchObject({
      invalid_rows: Array.from({ length: 12 }, (_, row) => ({ row: row + 1, line: row + 2 })),
    });
  });

  test('does not report the balance if the management key is not set', async () => {
    batches.write('in.csv', ['email', ...emails(2)]);
    const planned = await account.call(words('--dry-run', '--json'), {
      env: { WAYPOST_USER_TOKEN: undefined },
    });
    expect(documentOf(planned)).toMatchObject({ lookups: 2, lookups_remaining: null });
  });

  test('reports that searches are free', async () => {
    batches.write('in.csv', ['query', 'berlin', 'paris', 'berlin']);
    const search = ['places', 'search', '--file', batches.at('in.csv'), '--dry-run', '--json'];
    expect(documentOf(await account.call(search))).toMatchObject({
      rows: 3,
      distinct: 2,
      lookups: 0,
      seconds: 1,
    });
  });
});

describe('a batch with more rows than the key has lookups remaining', () => {
  const deplete = (left: number) =>
    account.bench.control('PATCH', `/keys/${account.keys.key}`, { lookups_remaining: left });

  test('emits a balance_too_low event before the first lookup, and can be resumed', async () => {
    batches.write('in.csv', ['email', ...emails(40), ...emails(10)]);
    await deplete(9);
    const run = await account.call(intoFile());
    expect(JSON.parse(linesOf(run.stderr)[0] ?? '')).toEqual({
      event: 'balance_too_low',
      rows: 50,
      lookups: 40,
      lookups_remaining: 9,
    });
    expect(errorOf(run)).toMatchObject({ exit: 1, api_code: 4020, details: { lookups: 9 } });
    await deplete(31);
    const done = await account.call(intoFile('--resume'));
    expect(done.stderr).toBe('');
    expect(documentOf(done)).toMatchObject({ rows: 50, lookups: 40 });
  });

  test('does not emit balance_too_low if the balance is enough to look up each distinct row once', async () => {
    batches.write('in.csv', ['email', ...emails(40), ...emails(40)]);
    await deplete(40);
    const run = await account.call(intoFile());
    expect([run.status, run.stderr]).toEqual([0, '']);
  });

  test.skipIf(!hasTerminal)(
    'asks at a terminal whether to start, and sends no lookup if you answer no',
    async () => {
      batches.write('in.csv', ['email', ...emails(40)]);
      await deplete(9);
      const started = () =>
        new Terminal(
          [...command, ...words('-o', batches.at('out.csv'))],
          account.home.environment(account.environment),
        );
      const first = started();
      await first.until(/9 lookups remaining, but these 40 rows cost up to 40\. Start anyway\?/);
      first.type('n\r');
      expect(await first.end()).toMatchObject({ status: 0 });
      expect(first.screen()).toContain('Nothing was looked up.');
      expect(await batches.billed()).toBe(0);
      expect(batches.partials()).toEqual([]);
      const second = started();
      await second.until(/Start anyway\?/);
      second.type('y\r');
      expect(await second.end()).toMatchObject({ status: 1 });
      expect(await batches.billed()).toBe(9);
    },
  );

  test('suggests a command that adds lookups if the service is a sandbox', async () => {
    batches.write('in.csv', ['email', ...emails(3)]);
    await deplete(0);
    const error = errorOf(await account.call(intoFile()));
    const [, command = ''] = /`waypost (sandbox set [^`]*)`/.exec(String(error.hint)) ?? [];
    expect((await account.call(command.split(' '))).status).toBe(0);
    expect(documentOf(await account.call(intoFile()))).toMatchObject({ rows: 3, lookups: 3 });
  });

  test('prints a hint that does not mention a sandbox if the service is not a sandbox', () => {
    const baseUrl = new URL('https://api.example.com/v1');
    const hints = balanceHints({ baseUrl, apiKey: undefined }, {});
    const hint = hintText(hints[4020] ?? '', commandInText);
    expect(hint).toMatch(/dashboard of api\.example\.com/);
    expect(hint).not.toMatch(/sandbox/i);
  });
});

describe('invalid values', () => {
  const rows = ['notanemail', 'ada@example.com', 'Ada <ada@example.com>'];

  test('cause an error in their rows, and are not billed', async () => {
    batches.write('in.csv', ['email', ...rows]);
    const planned = documentOf(await account.call(words('--dry-run', '--json')));
    expect(planned).toMatchObject({ rows: 3, invalid: 2, lookups: 1 });
    expect(documentOf(await account.call(intoFile()))).toMatchObject({ failed: 2, lookups: 1 });
    expect(await batches.billed()).toBe(1);
    expect(batches.read('out.csv')).toMatch(/notanemail,invalid_input,.*no @/);
  });

  test('are sent if --force is set', async () => {
    batches.write('in.csv', ['email', ...rows]);
    expect(documentOf(await account.call(intoFile('--force')))).toMatchObject({ lookups: 3 });
  });
});

describe('a batch', () => {
  test('requires --column if --no-header is set and the file has several columns', async () => {
    writeFileSync(batches.at('in.csv'), '1,a@example.com\n2,b@example.com\n');
    expectError(await account.call(intoFile('--no-header')), 'invalid_input', {
      hint: /--column 1/,
    });
    expect(await batches.billed()).toBe(0);
    const done = await account.call(intoFile('--no-header', '--column', '2'));
    expect(documentOf(done)).toMatchObject({ rows: 2, succeeded: 2 });
  });

  test('replaces an existing output file only if --force is set', async () => {
    batches.write('in.csv', ['email', ...emails(2)]);
    batches.write('out.csv', ['old']);
    expect(errorOf(await account.call(intoFile()))).toMatchObject({ exit: 2 });
    expect(batches.read('out.csv')).toBe('old\n');
    expect(documentOf(await account.call(intoFile('--force')))).toMatchObject({ rows: 2 });
    expect(batches.read('out.csv')).not.toContain('old');
  });
});
