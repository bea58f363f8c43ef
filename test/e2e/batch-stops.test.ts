// Batches that end before their last row, because no lookups remain, the disk is full, or a signal ends waypost. waypost
// keeps the results, and --resume writes the same output as an uninterrupted batch. The sandbox counts the billed lookups.
import { type ChildProcess, spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs';
import { describe, expect, test } from 'vitest';
import { emails, linesOf, useBatches } from '../support/batch';
import { canMount } from '../support/full-disk';
import { isThorough, sample, systemTest } from '../support/runs';
import {
  type CallOptions,
  command,
  documentOf,
  errorOf,
  expectError,
  preloaded,
  type Run,
} from '../support/tool';

const batches = useBatches();
const { account } = batches;

const partial = '.out.csv.waypost-partial';
const journal = `${partial}-answers`;

/** Returns the arguments of a batch that validates email addresses, with --json. */
const words = (...more: string[]) => [
  'emails',
  'validate',
  '--file',
  batches.at('in.csv'),
  '--rate',
  'none',
  '-o',
  batches.at('out.csv'),
  '--json',
  ...more,
];

const most = isThorough ? 1500 : 60;
let all: readonly string[] = [];

/** Writes the input file, and returns the output of an uninterrupted batch, which is the beginning of a longer output. */
async function undisturbed(rows: readonly string[]): Promise<string> {
  if (all.length === 0) all = await undisturbedLines();
  batches.write('in.csv', ['email', ...rows]);
  expect(rows).toEqual(emails(rows.length));
  expect(rows.length).toBeLessThanOrEqual(most);
  return all
    .slice(0, rows.length + 1)
    .map((line) => `${line}\n`)
    .join('');
}

/** Returns the output lines of an uninterrupted batch, which the sandbox bills to another account. */
async function undisturbedLines(): Promise<string[]> {
  const input = batches.write('most.csv', ['email', ...emails(most)]);
  const done = await account.call(
    ['emails', 'validate', '--file', input, '--rate', 'none', '-o', batches.at('whole.csv')],
    { env: batches.otherOwner },
  );
  expect(done.status).toBe(0);
  return linesOf(batches.read('whole.csv'));
}

/** Resumes the batch, which must succeed, and returns its summary. */
async function finish(options?: CallOptions): Promise<Record<string, number>> {
  const done = await account.call(words('--resume'), options);
  expect([done.status, batches.partials()]).toEqual([0, []]);
  return documentOf(done) as Record<string, number>;
}

async function expectEachBilledOnce(rows: readonly string[]): Promise<void> {
  expect((await batches.terms()).sort()).toEqual([...rows].sort());
}

describe('a batch that runs out of lookups', () => {
  const reasons: [apiCode: number, code: string, settings: object, relief: object][] = [
    [4020, 'balance_empty', { lookups_remaining: 25 }, { lookups_remaining: 1000 }],
    [4021, 'api_error', { individual_limit: { limit: 25 } }, { individual_limit: { limit: null } }],
  ];
  test.each(sample(reasons))(
    'stops with API code %d, and can be completed with --resume after lookups become available, without a second lookup for any row',
    async (apiCode, code, settings, relief) => {
      const rows = emails(60);
      const whole = await undisturbed(rows);
      await account.bench.control('PATCH', `/keys/${account.keys.key}`, settings);
      const error = errorOf(await account.call(words()));
      expect(error).toMatchObject({
        exit: 1,
        code,
        status: 402,
        api_code: apiCode,
        hint: expect.stringMatching(
          /keys details.*25 rows processed \(25 undeliverable\)\. Cost: 25 lookups\. The results are saved\. .*--resume/s,
        ),
        details: {
          rows: 25,
          succeeded: 25,
          failed: 0,
          lookups: 25,
          in_doubt: 0,
          outcomes: { undeliverable: 25 },
        },
      });
      // The temporary output file contains the rows so far.
      expect(linesOf(batches.read(partial))).toHaveLength(26);
      for (const line of linesOf(batches.read(partial))) expect(whole).toContain(`${line}\n`);
      expect(existsSync(batches.at('out.csv'))).toBe(false);
      await account.bench.control('PATCH', `/keys/${account.keys.key}`, relief);
      expect(await finish()).toMatchObject({ rows: 60, lookups: 60, in_doubt: 0 });
      expect(batches.read('out.csv')).toBe(whole);
      await expectEachBilledOnce(rows);
    },
  );

  systemTest(
    'prints the finished rows to standard output, and the error to standard error',
    async () => {
      batches.write('in.csv', ['email', ...emails(40)]);
      await account.bench.control('PATCH', `/keys/${account.keys.key}`, { lookups_remaining: 9 });
      const into = ['emails', 'validate', '--file', batches.at('in.csv'), '--rate', 'none'];
      const human = await account.run(into);
      expect(human.status).toBe(1);
      expect(human.stderr).toMatch(/^Warning: .*9 lookups remaining.*\nError: .*code 4020/);
      expect(human.stderr).toMatch(
        /9 rows processed \(9 undeliverable\)\. Cost: 9 lookups\. This batch cannot be resumed\. Use -o to make a batch resumable/,
      );
      expect(linesOf(human.stdout)).toHaveLength(10);
      const json = await account.run([...into, '--json']);
      expect([json.status, json.stdout]).toEqual([1, '[]\n']);
      const [event, error] = linesOf(json.stderr).map((line) => JSON.parse(line));
      expect(event).toMatchObject({ event: 'balance_too_low', lookups_remaining: 0 });
      expect(error).toMatchObject({ error: { api_code: 4020 } });
    },
  );
});

describe('an interrupted batch', () => {
  systemTest(
    'waits for pending responses, and reports the number of rows and lookups in an event',
    async () => {
      batches.write('in.csv', ['email', ...emails(500)]);
      await batches.slow('emails');
      const run = await batches.whenBilled(20, words(), (child) => void child.kill('SIGTERM'));
      expect([run.signal, run.stdout]).toEqual(['SIGTERM', '']);
      const [event = ''] = linesOf(run.stderr).slice(-1);
      const billed = await batches.billed();
      expect(JSON.parse(event)).toMatchObject({
        event: 'interrupted',
        rows: billed,
        lookups: billed,
        in_doubt: 0,
      });
    },
  );

  systemTest('prints how to resume the batch', async () => {
    batches.write('in.csv', ['email', ...emails(500)]);
    await batches.slow('emails');
    const plain = words().filter((word) => word !== '--json');
    const run = await batches.whenBilled(20, plain, (child) => void child.kill('SIGINT'));
    expect([run.signal, run.stdout]).toEqual(['SIGINT', '']);
    expect(run.stderr).toMatch(
      /^Interrupted: \d+ rows processed \(\d+ undeliverable\)\. Cost: \d+ lookups\. The results are saved\. See the results in .*\.waypost-partial\. To continue, run the same command with --resume\.\n$/,
    );
  });

  systemTest(
    'does not wait for pending responses after a second signal, and counts the pending requests as in doubt',
    async () => {
      const rows = emails(600);
      const whole = await undisturbed(rows);
      await batches.slow('emails');
      const run = await batches.whenBilled(40, words(), async (child) => {
        await account.bench.control('DELETE', '/faults');
        await batches.fault({ path: 'emails', fault: 'stall', times: 1000 });
        await stalled(10);
        await interruptTwice(child);
      });
      expect(run.signal).toBe('SIGINT');
      await account.bench.control('DELETE', '/faults');
      const { in_doubt = 0, ...summary } = await finish();
      expect(summary).toMatchObject({ rows: 600, lookups: 600 });
      expect(in_doubt).toBeGreaterThanOrEqual(10);
      expect(in_doubt).toBeLessThanOrEqual(32);
      expect(await batches.billed()).toBeLessThanOrEqual(600 + in_doubt);
      expect(batches.read('out.csv')).toBe(whole);
    },
  );

  systemTest('ends even if it is waiting for rows on standard input', async () => {
    let child: ChildProcess | undefined;
    const run = await new Promise<Run>((resolve) => {
      const tool = preloaded([require.resolve('../support/say-when-reading.cjs')]);
      const [program, ...first] = tool.command;
      const running = spawn(program, [...first, 'emails', 'validate', '--file', '-'], {
        env: account.home.environment({ ...tool.env, ...account.environment }),
        stdio: 'pipe',
      });
      child = running;
      let stderr = '';
      running.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text;
        if (stderr.includes('reading')) running.kill('SIGINT');
      });
      running.once('close', (status, signal) => resolve({ status, signal, stdout: '', stderr }));
    });
    child?.stdin?.destroy();
    expect(run.signal).toBe('SIGINT');
  });
});

/** Resolves when this many requests are waiting for a response that the sandbox never sends. */
async function stalled(count: number): Promise<void> {
  for (let times = 1000; times > 1000 - count; ) {
    const { json } = await account.bench.control('GET', '/faults');
    times = (json as { faults: { times: number }[] }).faults[0]?.times ?? 0;
  }
}

/** Sends SIGINT until the process ends. The intervals are long enough that waypost counts each signal separately. */
async function interruptTwice(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('close', resolve));
  const timer = setInterval(() => child.kill('SIGINT'), 250);
  child.kill('SIGINT');
  await gone;
  clearInterval(timer);
}

describe('an unfinished batch', () => {
  systemTest('is not changed unless --resume or --force is set', async () => {
    await undisturbed(emails(200));
    await batches.slow('emails');
    await batches.whenBilled(40, words(), (child) => void child.kill('SIGKILL'));
    const kept = batches.read(journal);
    expectError(await account.run(words()), 'invalid_input', {
      message:
        /not finished: \d+ rows? (?:has|have) a result\. The service might have billed \d+ more requests?/,
      hint: /--resume.*--force.*bills a second time for rows that already have a result/,
    });
    expect(batches.read(journal)).toBe(kept);
    expect(documentOf(await account.run(words('--force')))).toMatchObject({
      rows: 200,
      in_doubt: 0,
    });
  });

  systemTest('does not write the API key or the management key to any file', async () => {
    await undisturbed(emails(300));
    await batches.slow('emails');
    await batches.whenBilled(20, words('--tags', 'a'), (child) => void child.kill('SIGINT'));
    await batches.whenBilled(20, words('--resume'), (child) => void child.kill('SIGKILL'));
    const left = readdirSync(account.home.path).filter((name) => name.includes('out.csv'));
    expect(left.sort()).toEqual([partial, journal, `${partial}.lock`].sort());
    await finish();
    const texts = [...left.filter((name) => existsSync(batches.at(name))), 'out.csv'].map(
      batches.read,
    );
    for (const text of texts) {
      for (const secret of [account.keys.key, account.keys.user_token]) {
        expect(text).not.toContain(secret);
      }
    }
  });
});

describe('--resume', () => {
  /** Starts a batch that ends after ten rows. */
  async function begin(): Promise<void> {
    batches.write('in.csv', ['id,email', ...emails(40).map((email, index) => `${index},${email}`)]);
    await account.call(words('--max-lookups', '10', '--column', 'email'));
  }
  const change = (at: number, line: string) => {
    const lines = linesOf(batches.read('in.csv'));
    batches.write('in.csv', lines.with(at, line));
  };

  systemTest.each<[what: string, arrange: () => void, args: string[], message: RegExp]>([
    ['header', () => change(0, 'nr,email'), [], /started with a different header/],
    ['column', () => {}, ['--column', '2'], /started with a different column/],
    [
      'value of --no-header',
      () => {},
      ['--no-header', '--column', '2'],
      /a different (column|first row|header)/,
    ],
    ['operation', () => {}, [], /started with a different operation, column and parameters/],
  ])(
    'sends no request if the unfinished batch was started with a different %s',
    async (what, arrange, args, message) => {
      await begin();
      arrange();
      const again = ['--resume', ...(args.length === 0 ? ['--column', 'email'] : args)];
      const typed =
        what === 'operation'
          ? [
              'addresses',
              'verify',
              ...words('--resume', '--column', 'query=email', '--context', 'usa').slice(2),
            ]
          : words(...again);
      expectError(await account.call(typed), 'invalid_input', {
        message: expect.stringMatching(message),
      });
      expect(await batches.billed()).toBe(10);
      expect(existsSync(batches.at(journal))).toBe(true);
    },
  );

  systemTest(
    'accepts additional rows at the end of the input, and a different --fields value',
    async () => {
      await begin();
      appendFileSync(batches.at('in.csv'), '40,last@example.com\n');
      const done = await account.call(words('--column', 'email', '--resume', '--fields', 'result'));
      expect(documentOf(done)).toMatchObject({ rows: 41, lookups: 41 });
      expect(linesOf(batches.read('out.csv'))[0]).toBe(
        'id,email,error.code,error.message,result.result',
      );
    },
  );
});

describe('a second run of a batch', () => {
  systemTest(
    'fails with write_failed while the first run is writing the same output file',
    async () => {
      const rows = emails(1500);
      const whole = await undisturbed(rows);
      await batches.slow('emails');
      let second: Run | undefined;
      const first = await batches.whenBilled(20, words(), async () => {
        second = await account.run(words('--resume'));
      });
      expect(second && errorOf(second)).toMatchObject({ exit: 5, code: 'write_failed' });
      expect(documentOf(first)).toMatchObject({ rows: 1500, lookups: 1500 });
      expect(batches.read('out.csv')).toBe(whole);
      await expectEachBilledOnce(rows);
    },
  );

  systemTest(
    "fails with write_failed even if its -o path is a symbolic link to the first run's output file",
    async () => {
      const rows = emails(300);
      batches.write('in.csv', ['email', ...rows]);
      symlinkSync('out.csv', batches.at('link.csv'));
      await batches.slow('emails');
      let second: Run | undefined;
      await batches.whenBilled(20, words(), async () => {
        const byLink = words().map((word) => word.replace(/out\.csv$/, 'link.csv'));
        second = await account.run(byLink);
      });
      expect(second && errorOf(second)).toMatchObject({ exit: 5, code: 'write_failed' });
      await expectEachBilledOnce(rows);
    },
  );
});

describe('a killed batch', () => {
  systemTest('is resumed by only one of several concurrent runs with --resume', async () => {
    const rows = emails(300);
    const whole = await undisturbed(rows);
    await batches.slow('emails');
    await batches.whenBilled(20, words(), (child) => void child.kill('SIGKILL'));
    const runs = await Promise.all(Array.from({ length: 5 }, () => account.run(words('--resume'))));
    const done = runs.filter(({ status }) => status === 0);
    expect(done).toHaveLength(1);
    const { in_doubt } = documentOf(done[0] as Run) as { in_doubt: number };
    expect(batches.read('out.csv')).toBe(whole);
    expect(await batches.billed()).toBeLessThanOrEqual(300 + in_doubt);
    expect(batches.partials()).toEqual([]);
  });
});

describe('a batch that writes to standard output', () => {
  /** Runs a shell script in which "$@" is the command. */
  function shell(script: string): Promise<Run> {
    const typed = ['emails', 'validate', '--file', batches.at('in.csv'), '--rate', 'none'];
    return account.home.shell(script, typed, account.environment);
  }

  const hasFullDevice = existsSync('/dev/full');
  test.skipIf(!hasFullDevice).each([
    ['standard output is on a full disk (CSV)', '"$@" > /dev/full', 0, /^Error: .*ENOSPC/],
    [
      'standard output is on a full disk (NDJSON)',
      '"$@" --format ndjson > /dev/full',
      1,
      /^Error: .*ENOSPC/,
    ],
    ['standard output is closed (CSV)', '"$@" >&-', 0, /^Error: Standard output is closed/],
    [
      'standard output is closed (NDJSON)',
      '"$@" --format ndjson >&-',
      0,
      /^Error: Standard output is closed/,
    ],
  ])('stops sending requests if %s', async (_, script, billed, error) => {
    batches.write('in.csv', ['email', ...emails(100)]);
    const { stderr } = await shell(script);
    expect(stderr).toMatch(error);
    expect(await batches.billed()).toBe(billed);
  });

  systemTest(
    'ends without an error, and reports its cost, if `head` closes the pipe early',
    async () => {
      const rows = emails(3000);
      batches.write('in.csv', ['email', ...rows]);
      const { stdout, stderr } = await shell('"$@" | head -n 3');
      expect(linesOf(stdout).map((line) => line.split(',')[0])).toEqual([
        'email',
        ...rows.slice(0, 2),
      ]);
      const billed = await batches.billed();
      expect(stderr).toMatch(
        new RegExp(
          `^\\d+ rows processed \\(\\d+ undeliverable\\)\\. Cost: ${billed.toLocaleString('en-US')} lookups\\.\n$`,
        ),
      );
      expect(billed).toBeLessThan(3000);
    },
  );
});

describe.skipIf(!canMount)('a batch whose output is on a full disk', () => {
  /** Runs a batch on a small disk with this much free space, then frees the rest of the disk and resumes the batch. */
  async function runTwice(
    kilobytes: number,
  ): Promise<{ first: string; second: string; out: string }> {
    const script = `
      mount -t tmpfs -o size=2000k none "$DISK" && dd if=/dev/zero of="$DISK/big" bs=1k count=$((1990 - ROOM)) 2>/dev/null
      "$@" > "$OUT/first"; echo "$?" >> "$OUT/first"
      rm "$DISK/big"
      "$@" --resume > "$OUT/second"; echo "$?" >> "$OUT/second"
      cp "$DISK/out.csv" "$OUT/out.csv"; ls -A "$DISK" > "$OUT/left"`;
    mkdirSync(batches.at('disk'));
    const typed = words().map((word) =>
      word === batches.at('out.csv') ? batches.at('disk/out.csv') : word,
    );
    const child = spawn('unshare', ['-m', 'sh', '-c', script, 'sh', ...command, ...typed], {
      env: {
        ...account.home.environment(account.environment),
        DISK: batches.at('disk'),
        OUT: account.home.path,
        ROOM: String(kilobytes),
      },
      stdio: 'ignore',
    });
    await new Promise((resolve) => child.once('close', resolve));
    return {
      first: batches.read('first'),
      second: batches.read('second'),
      out: batches.read('out.csv'),
    };
  }

  systemTest(
    'fails with write_failed before the first lookup if it writes to standard output',
    async () => {
      batches.write('in.csv', ['email', ...emails(100)]);
      mkdirSync(batches.at('disk'));
      const script = `
      mount -t tmpfs -o size=64k none "$DISK" && dd if=/dev/zero of="$DISK/big" bs=1k count=64 2>/dev/null
      exec "$@" > "$DISK/out.csv"`;
      const typed = ['emails', 'validate', '--file', batches.at('in.csv'), '--rate', 'none'];
      const { status, stderr } = await new Promise<Run>((resolve) => {
        const child = spawn('unshare', ['-m', 'sh', '-c', script, 'sh', ...command, ...typed], {
          env: { ...account.home.environment(account.environment), DISK: batches.at('disk') },
          stdio: ['ignore', 'ignore', 'pipe'],
        });
        let text = '';
        child.stderr.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
        });
        child.once('close', (code, signal) =>
          resolve({ status: code, signal, stdout: '', stderr: text }),
        );
      });
      expect(status).toBe(5);
      expect(stderr).toMatch(/^Error: .*ENOSPC/);
      expect(stderr).toContain('No row has a result yet.');
      expect(await batches.billed()).toBe(0);
    },
  );

  systemTest.each<[what: string, kilobytes: number, isAnswered: boolean]>([
    ['the saved results', 20, false],
    ['the output file', 112, true],
  ])(
    'keeps each result, or counts its lookup as in doubt, if there is no space for %s',
    async (_, room, isAnswered) => {
      const rows = emails(400);
      const whole = await undisturbed(rows);
      const { first, second, out } = await runTwice(room);
      const [text = '', status] = first.split('\n');
      const { error } = JSON.parse(text);
      expect([status, error.code]).toEqual(['5', 'write_failed']);
      expect(error.hint).toMatch(/free some disk space.*--resume/is);
      const { rows: kept, in_doubt } = error.details;
      const [after = '', then] = second.split('\n');
      expect(then).toBe('0');
      const summary = JSON.parse(after);
      expect(summary).toMatchObject({ rows: 400, lookups: 400, in_doubt });
      expect(out).toBe(whole);
      // The service billed each row only once, except for the requests that the summary counts as in doubt.
      const billed = await batches.billed();
      expect(billed).toBeGreaterThanOrEqual(400);
      expect(billed).toBeLessThanOrEqual(400 + in_doubt);
      expect(kept).toBeGreaterThan(0);
      expect(kept === 400).toBe(isAnswered);
      expect(readFileSync(batches.at('left'), 'utf8')).toBe('out.csv\n');
    },
  );
});
