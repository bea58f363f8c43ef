// `lookups export` with a service that has a log of eight months, and whose requests can fail. test/export tests the formats,
// and how waypost saves and resumes an unfinished export.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exportFormats } from '../../src/export/formats';
import { canMount } from '../support/full-disk';
import { heldTimers, onRead, passOnce } from '../support/held-timers';
import { logBetween, nameRow, parseCsv, rowObject } from '../support/log';
import { type Fault, type LogService, logService } from '../support/log-service';
import { isThorough, sample, systemTest } from '../support/runs';
import { standIn } from '../support/service';
import { skippingClock } from '../support/skipping-clock';
import { hasTerminal, Terminal } from '../support/terminal';
import {
  type CallOptions,
  command,
  documentOf,
  errorOf,
  expectError,
  Home,
  isCalledInside,
  type Run,
  type RunOptions,
} from '../support/tool';

const apiKey = 'ak_exportexport';
const userToken = 'uk_exportexport';
const day = 86_400_000;
const step = 4 * 3_600_000;
const start = Date.parse('2025-01-01T00:00Z');
const end = Date.parse('2025-09-01T00:00Z') - 1;
/** The start times of the requests that an export of the complete log sends. Each request covers up to 90 days. */
const windows = [start, start + 90 * day, start + 180 * day];
const log = logBetween(start, end, step);
const csv = nameRow + log;
const rows = parseCsv(log);
const range = ['--start', '2025-01-01', '--end', '2025-08-31'];

let service: LogService;
let home: Home;

beforeAll(async () => {
  service = await logService(step);
});
afterAll(() => service.close());
beforeEach(() => {
  home = new Home();
  home.keep(apiKey, userToken);
  service.ranges.length = 0;
  service.faults.clear();
  service.beforeHalf = undefined;
});
afterEach(() => home.remove());

function env(url = service.url) {
  return { WAYPOST_API_KEY: apiKey, WAYPOST_USER_TOKEN: userToken, WAYPOST_BASE_URL: url };
}

function run(args: string[], options: RunOptions = {}) {
  return home.run(['lookups', 'export', ...args], {
    ...options,
    env: { ...env(), ...options.env },
  });
}

/** Runs an export in the test's process, without waits between attempts. */
function call(args: string[], options: CallOptions = {}) {
  const all = { ...env(), ...options.env };
  return home.call(['lookups', 'export', ...args], { env: all, clock: skippingClock });
}

/** Runs a shell script in which "$@" is an export with these arguments. */
function shell(line: string, args: string[], extra: NodeJS.ProcessEnv = {}): Promise<Run> {
  return home.shell(line, ['lookups', 'export', ...args], { ...env(), ...extra });
}

const at = (name: string) => join(home.path, name);
const read = (name: string) => readFileSync(at(name), 'utf8');
/** Returns the names of the files in the home directory, except the directories for caches and settings. */
const left = () => readdirSync(home.path).filter((name) => !['.cache', '.config'].includes(name));

function parquetIn(path: string): Promise<Record<string, unknown>[]> {
  return parquetReadObjects({ file: new Uint8Array(readFileSync(path)).buffer, compressors });
}

describe('`lookups export`', () => {
  test.each<[args: string[], names: string]>(
    sample([
      [[], nameRow],
      [['--header'], nameRow],
      [['--no-header'], ''],
    ]),
  )(
    "writes the service's CSV to standard output, with a header row unless --no-header is set (options: %j)",
    async (args, names) => {
      const { status, stdout, stderr } = await run([...args, ...range]);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout === names + log).toBe(true);
    },
  );

  test.each([
    ['--json', ['--json']],
    ['--format json', ['--format', 'json']],
  ])('prints one JSON array if %s is set', async (_, args) => {
    const { stdout, stderr } = await call([...range, ...args]);
    expect(JSON.parse(stdout)).toEqual(rows.map(rowObject));
    expect(stdout.endsWith(']\n')).toBe(true);
    expect(stderr).toBe('');
  });

  systemTest('writes Parquet to standard output', async () => {
    const { status } = await shell(`"$@" --format parquet > ${at('out.parquet')}`, range);
    expect(status).toBe(0);
    const found = await parquetIn(at('out.parquet'));
    expect(found).toHaveLength(rows.length);
    expect(found.at(-1)).toMatchObject({ search_term: rows.at(-1)?.[2] });
  });

  test.each(
    sample([
      ['log.csv', []],
      ['log', []],
      ['log.txt', ['--format', 'csv']],
      ['log.ndjson', []],
      ['log.jsonl', []],
      ['log.json', []],
      ['log.parquet', []],
      ['log', ['--format', 'ndjson']],
      ['directory', ['--partition-by', 'day']],
    ]),
  )('prints a JSON summary of the output at the path %s (options: %j)', async (name, args) => {
    const result = await call(['-o', at(name), '--json', ...args, ...range]);
    const bytes = statSync(at(name)).isFile()
      ? statSync(at(name)).size
      : readdirSync(at(name), { recursive: true, encoding: 'utf8' })
          .map((file) => statSync(join(at(name), file)))
          .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
    expect(documentOf(result)).toEqual({
      success: true,
      path: at(name),
      rows: rows.length,
      bytes,
      start: '2025-01-01T00:00:00.000Z',
      end: '2025-08-31T23:59:59.999Z',
      windows: 3,
    });
    expect(left()).toEqual([name]);
  });

  test.each([
    ['a.csv', 'timestamp,ip'],
    ['a', 'timestamp,ip'],
    ['a.', 'timestamp,ip'],
    ['a.NDJSON', '{"timestamp"'],
    ['a.jsonl', '{"timestamp"'],
    ['a.json', '[{"timestamp"'],
    ['a.parquet', 'PAR1'],
  ])('writes the file %s, whose content starts with %s', async (name, begin) => {
    await call(['-o', at(name), '--start', '2025-01-01', '--end', '2025-01-02']);
    expect(readFileSync(at(name), 'latin1').replace('[\n', '[').slice(0, begin.length)).toBe(begin);
  });

  test.each(['a.foo', 'a.csv.gz', '2025.01', 'a.json.zst'])(
    'rejects the extension of the file name %s and lists the known extensions',
    async (name) => {
      const error = errorOf(await call(['-o', at(name), '--json']));
      expect(error).toMatchObject({ exit: 2, code: 'invalid_input' });
      expect(error.message).toContain(`extension: .${name.split('.').at(-1)}`);
      expect(error.hint).toContain('.csv, .ndjson, .jsonl, .json, .parquet');
      expect(error.hint).toContain('--format');
      expect([service.ranges, left()]).toEqual([[], []]);
      const told = await call(['-o', at(name), '--format', 'ndjson', ...range]);
      expect([told.status, read(name).slice(0, 12)]).toEqual([0, '{"timestamp"']);
    },
  );

  test("derives the format from a symbolic link's name, not from the name of its target", async () => {
    writeFileSync(at('data.bin'), '');
    symlinkSync(at('data.bin'), at('log.ndjson'));
    expect((await call(['-o', at('log.ndjson'), '--force', ...range])).status).toBe(0);
    expect(read('data.bin')).toMatch(/^\{"timestamp"/);
  });

  test('prints the number of rows, the size and the path of the file if --json is not set', async () => {
    const { stdout, status } = await call(['-o', at('log.csv'), ...range]);
    expect({ stdout, status }).toEqual({
      stdout: `Wrote ${rows.length.toLocaleString('en')} rows (${Math.round(Buffer.byteLength(csv) / 1000)} kB) to ${at('log.csv')}.\n`,
      status: 0,
    });
  });

  test.each([
    ['csv', nameRow],
    ['ndjson', ''],
    ['json', '[]\n'],
  ])('prints valid %s output if the log is empty', async (format, expected) => {
    const log = await standIn((_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' }).end();
    });
    const { stdout, status } = await call(['--format', format], { env: env(log.url) });
    await log.close();
    expect({ stdout, status }).toEqual({ stdout: expected, status: 0 });
  });

  systemTest('writes each row to the directory for its day if --partition-by is day', async () => {
    await call(['-o', at('log'), '--partition-by', 'day', ...range]);
    const directories = readdirSync(at('log')).sort();
    expect(directories).toHaveLength(243);
    expect(directories[0]).toBe('date=2025-01-01');
    const third = await parquetIn(at('log/date=2025-01-03/part-0.parquet'));
    expect(third.map((row) => (row.timestamp as Date).toISOString())).toEqual(
      Array.from({ length: day / step }, (_, row) =>
        new Date(start + 2 * day + row * step).toISOString(),
      ),
    );
  });
});

describe('a `lookups export` request', () => {
  test("has a range of at most 90 days, which begins one millisecond after the end of the previous request's range", async () => {
    await call(range);
    expect(service.ranges).toEqual([
      { start: `${windows[0]}`, end: `${(windows[1] ?? 0) - 1}`, licensee: null },
      { start: `${windows[1]}`, end: `${(windows[2] ?? 0) - 1}`, licensee: null },
      { start: `${windows[2]}`, end: `${end}`, licensee: null },
    ]);
  });

  test('contains the API key, the licensee and the management key, and contains a range only if you set a range', async () => {
    const log = await standIn((_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' }).end();
    });
    const args = ['ak_otherother', '--licensee', 'sl_some body', '-o', at('log.csv'), '--json'];
    const result = await call(args, { env: env(log.url) });
    await log.close();
    expect(log.asked.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/v1/keys/ak_otherother/lookups?licensee=sl_some+body', `Bearer ${userToken}`],
    ]);
    const { start: from, end: to } = documentOf(result) as { start: string; end: string };
    expect(Date.parse(to) - Date.parse(from)).toBe(21 * day);
  });

  test.each([
    ['--last with --start', ['--last', '7d', '--start', '2025-01-01'], '--last'],
    ['an unknown --format', ['--format', 'xml'], undefined],
    ['--header with NDJSON', ['--header', '--format', 'ndjson'], undefined],
    ['--no-header with NDJSON', ['--no-header', '--format', 'ndjson'], '--no-header requires'],
    ['--safe-cells with Parquet', ['--safe-cells', '--format', 'parquet'], undefined],
    ['--resume without -o', ['--resume'], undefined],
    ['--partition-by without -o', ['--partition-by', 'day'], undefined],
    ['--partition-by hour', ['--partition-by', 'hour', '-o', 'x'], undefined],
    [
      '--partition-by with --format csv',
      ['--partition-by', 'day', '--format', 'csv', '-o', 'x'],
      undefined,
    ],
    ['a management key as the key argument', ['uk_wrongwrong'], undefined],
    ['a file path as the key argument', ['out/log'], '-o'],
    ['a file name as the key argument', ['log.csv'], '-o'],
  ])('is not sent if the arguments contain %s', async (_, args, hint) => {
    const { status, stdout, stderr } = await call(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('Error:');
    if (hint !== undefined) expect(stderr).toContain(hint);
    expect(service.ranges).toEqual([]);
  });

  test('is not sent if --json and --format csv are set without -o, and waypost prints a JSON error on standard error', async () => {
    const { status, stdout, stderr } = await call(['--json', '--format', 'csv']);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'invalid_input' } });
  });

  test.each([
    ['WAYPOST_API_KEY', 'missing_api_key'],
    ['WAYPOST_USER_TOKEN', 'missing_user_token'],
  ])(
    'is not sent if the environment variable %s is not set, and the command fails with the error %s',
    async (variable, code) => {
      const result = await call(['--json', '-o', at('x')], { env: { [variable]: '' } });
      expect(errorOf(result)).toMatchObject({ exit: 4, code });
      expect(left()).toEqual([]);
    },
  );
});

describe('the output of `lookups export`', () => {
  systemTest('does not replace a directory that has other files', async () => {
    mkdirSync(at('photos'));
    writeFileSync(at('photos/cat.jpg'), 'cat');
    const args = ['-o', at('photos'), '--partition-by', 'day', '--force', '--json'];
    expectError(await call(args), 'invalid_input');
    expect(read('photos/cat.jpg')).toBe('cat');
    mkdirSync(at('days/date=2020-01-01'), { recursive: true });
    expect(
      (await call(['-o', at('days'), '--partition-by', 'day', '--force', ...range])).status,
    ).toBe(0);
    expect(readdirSync(at('days'))).not.toContain('date=2020-01-01');
    expect(left().sort()).toEqual(['days', 'photos']);
  });

  test('can be a symbolic link, which the export does not replace', async () => {
    writeFileSync(at('real.csv'), '');
    symlinkSync(at('real.csv'), at('link.csv'));
    await call(['-o', at('link.csv'), '--force', ...range]);
    expect(read('real.csv') === csv).toBe(true);
  });

  systemTest('cannot be written by a second run while the first run is writing it', async () => {
    let second: Promise<{ status: number | null }> | undefined;
    service.beforeHalf = async () => {
      service.beforeHalf = undefined;
      second = run(['-o', at('log.csv'), '--json', ...range]);
      expectError((await second) as never, 'write_failed');
    };
    expect((await run(['-o', at('log.csv'), ...range])).status).toBe(0);
    expect(second).toBeDefined();
    expect(read('log.csv') === csv).toBe(true);
  });
});

const passing: Fault[] = ['truncate', 'reset', '503'];

const lasting: [Fault, string, number][] = [
  ['truncate', 'invalid_response', 3],
  ['reset', 'network_error', 3],
  ['503', 'rate_limited', 3],
  ['json', 'api_error', 1],
  ['json-as-csv', 'api_error', 1],
  ['html', 'invalid_response', 3],
  ['500', 'service_unavailable', 3],
  ['stall', 'timeout', 3],
];

const inWindows: [string, number, number][] = [
  ['first', windows[0] ?? 0, 0],
  ['second', windows[1] ?? 0, 1],
  ['last', windows[2] ?? 0, 2],
];
describe.each(isThorough ? inWindows : inWindows.slice(1, 2))(
  '`lookups export`, if its request for the %s of three date ranges fails,',
  (_, window, done) => {
    test.each(passing)(
      'repeats the request and writes the complete output (fault: %s)',
      async (fault) => {
        service.faults.set(window, [fault]);
        const { status, stdout } = await call(range);
        expect(status).toBe(0);
        expect(stdout === csv).toBe(true);
      },
    );

    test.skipIf(!isCalledInside).each(sample(lasting))(
      'fails and leaves no output file if every attempt fails, and can be completed with --resume (fault: %s, error: %s)',
      async (fault, code, exit) => {
        service.faults.set(window, Array<Fault>(4).fill(fault));
        const args = ['-o', at('log.csv'), '--json', ...range];
        const limits = heldTimers(5_000_000);
        let isOver = fault !== 'stall';
        const stop = onRead(`start=${window}`, () => isOver || passOnce(limits, () => isOver));
        const failed = errorOf(await call([...args, '--timeout', '5000']));
        isOver = true;
        stop();
        expect(failed).toMatchObject({ exit, code });
        expect(existsSync(at('log.csv'))).toBe(false);
        if (done > 0) expect(failed.hint).toContain('--resume');
        else expect(left()).toEqual([]);
        service.faults.clear();
        service.ranges.length = 0;
        expect((await call([...args, '--resume'])).status).toBe(0);
        expect(service.ranges).toHaveLength(3 - done);
        expect(read('log.csv') === csv).toBe(true);
        expect(left()).toEqual(['log.csv']);
      },
    );

    test('prints a JSON error from the service only on standard error, because the log goes to standard output', async () => {
      service.faults.set(window, ['json']);
      const { status, stdout, stderr } = await call([...range, '--json']);
      expect(status).toBe(1);
      expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'api_error', api_code: 4008 } });
      expect(stdout).not.toContain('"error"');
    });
  },
);

describe('an interrupted export', () => {
  const interrupt = (signal: NodeJS.Signals, args: string[]) => {
    let child: import('node:child_process').ChildProcess | undefined;
    service.beforeHalf = (from) => {
      if (from !== windows[1]) return undefined;
      service.beforeHalf = undefined;
      child?.kill(signal);
      return new Promise(() => {});
    };
    return run(args, {
      whileRunning: (running) => {
        child = running;
      },
    });
  };

  test.each(sample(['SIGINT', 'SIGTERM'] as const))(
    'prints how to resume the export, and ends with the signal %s if this signal interrupts it',
    async (signal) => {
      const stopped = await interrupt(signal, ['-o', at('log.csv'), ...range]);
      expect(stopped.signal).toBe(signal);
      expect(stopped.stdout).toBe('');
      expect(stopped.stderr).toContain('540 rows are saved');
      expect(stopped.stderr).toContain('--resume');
      expect(existsSync(at('log.csv'))).toBe(false);
      expect(await call(['-o', at('log.csv'), '--resume'])).toMatchObject({
        status: 0,
        stderr: '',
      });
      expect(read('log.csv') === csv).toBe(true);
    },
  );

  test('leaves no output file if SIGKILL ends the export, and --resume requests only the missing date ranges', async () => {
    const killed = await interrupt('SIGKILL', ['-o', at('log.csv'), ...range]);
    expect(killed.signal).toBe('SIGKILL');
    expect(existsSync(at('log.csv'))).toBe(false);
    service.ranges.length = 0;
    const resumed = await call(['-o', at('log.csv'), '--resume', '--json']);
    expect(documentOf(resumed)).toMatchObject({ success: true, rows: rows.length, windows: 3 });
    expect(service.ranges).toHaveLength(2);
    expect(read('log.csv') === csv).toBe(true);
    expect(left()).toEqual(['log.csv']);
  });

  systemTest('does not save the API key, the management key or the licensee key', async () => {
    await interrupt('SIGINT', ['-o', at('log.csv'), '--licensee', 'sl_secretsecret', ...range]);
    const state = read('.log.csv.waypost-partial.json');
    for (const secret of [apiKey, userToken, 'sl_secretsecret'])
      expect(state).not.toContain(secret);
  });
});

test('`lookups export --resume`, if there is nothing to resume, prints a message and starts a new export', async () => {
  const first = await call(['-o', at('log.csv'), '--resume', ...range]);
  expect([first.status, first.stderr]).toEqual([
    0,
    `Nothing to resume. The export to ${at('log.csv')} starts from the beginning.\n`,
  ]);
  expect(read('log.csv') === csv).toBe(true);
  const script = await call(['-o', at('again.csv'), '--resume', '--json', ...range]);
  expect(documentOf(script)).toMatchObject({ success: true, windows: 3 });
  expect(JSON.parse(script.stderr)).toEqual({ event: 'nothing_to_resume' });
});

describe('`lookups export --partition-by day`, if waypost is killed while it replaces a directory,', () => {
  const days = ['--start', '2025-01-01', '--end', '2025-01-10'];
  const typed = () => ['-o', at('days'), '--partition-by', 'day', '--force', '--json', ...days];
  const files = () => readdirSync(at('days'), { recursive: true, encoding: 'utf8' }).sort();

  systemTest.each([0, 1, 2, 3])('succeeds in the next run (killed before step %d)', async (n) => {
    const first = documentOf(await call(typed()));
    const whole = files();
    const killed = await run(typed(), {
      preload: [join(__dirname, '../support/die-at-move.cjs')],
      env: { WAYPOST_TEST_MOVE: String(n) },
    });
    expect(killed.signal).toBe('SIGKILL');
    for (const more of [[], ['--resume']]) {
      expect(documentOf(await call([...typed(), ...more]))).toEqual(first);
    }
    expect(files()).toEqual(whole);
    expect(left()).toEqual(['days']);
  });
});

test('`lookups export` ends without an error if `head` closes the pipe early', async () => {
  const { stdout, stderr } = await shell('"$@" | head -n 1', range);
  expect(stdout).toBe(csv.slice(0, csv.indexOf('\n') + 1));
  expect(stderr).toBe('');
});

test('`lookups export` fails with write_failed if standard output is on a full disk', async () => {
  if (!existsSync('/dev/full')) return;
  const { status, stderr } = await shell('"$@" > /dev/full', range);
  expect(status).toBe(5);
  expect(stderr).toMatch(/^Error: .*ENOSPC/);
});

test.skipIf(!canMount)(
  '`lookups export` fails with write_failed if the disk becomes full, and --resume completes the export after you free space',
  async () => {
    const script = `
    mount -t tmpfs -o size=2000k none "$DISK" && dd if=/dev/zero of="$DISK/big" bs=1k count=1925 2>/dev/null
    "$@" > "$OUT/first"; echo "$?" >> "$OUT/first"
    rm "$DISK/big"; ls -A "$DISK" > "$OUT/left"
    "$@" --resume > "$OUT/second"; echo "$?" >> "$OUT/second"
    cp "$DISK/log.csv" "$OUT/log.csv"; ls -A "$DISK" > "$OUT/end"`;
    mkdirSync(at('disk'));
    await shell(
      'exec unshare -m sh -c "$SCRIPT" sh "$@"',
      ['--json', '-o', at('disk/log.csv'), ...range],
      { DISK: at('disk'), OUT: home.path, SCRIPT: script },
    );
    const [error = '', firstStatus] = read('first').split('\n');
    expect(JSON.parse(error)).toMatchObject({ error: { code: 'write_failed' } });
    expect(firstStatus).toBe('5');
    expect(read('left')).not.toMatch(/^log\.csv$/m);
    expect(read('second').split('\n')[1]).toBe('0');
    expect(read('log.csv') === csv).toBe(true);
    expect(read('end')).toBe('log.csv\n');
  },
);

describe.skipIf(!hasTerminal)('`lookups export` at a terminal', () => {
  test('shows progress, and prints how to resume after Ctrl-C', async () => {
    const hourly = await logService(3_600_000);
    let held = 0;
    hourly.beforeHalf = (from) => {
      if (from !== windows[1]) return undefined;
      held += 1;
      return new Promise(() => {});
    };
    const terminal = new Terminal(
      [...command, 'lookups', 'export', '-o', at('log.csv'), ...range],
      home.environment(env(hourly.url)),
    );
    await terminal.until(/[\d,]{5,} rows · \d+ kB · [\d.]+ kB\/s · \d\d% · 0:\d\d left/);
    expect(held).toBe(1);
    terminal.type('\x03');
    // Ctrl-C also ends the shell that runs the command.
    await terminal.until(/Interrupted: 2,160 rows are saved\. .* --resume\./);
    expect(terminal.screen()).not.toContain('rows ·');
    expect(terminal.raw.lastIndexOf('\x1b[?25h')).toBeGreaterThan(
      terminal.raw.lastIndexOf('\x1b[?25l'),
    );
    await hourly.close();
  });

  test('removes control sequences from its output in every text format', async () => {
    const log = await standIn((_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      response.end('2026-01-01T00:00:00Z,,\x1b]0;owned\x07\x1b[31mred\u009b2J,,,,1,,\n');
    });
    for (const { name } of exportFormats.filter(({ onTerminal }) => onTerminal !== 'nothing')) {
      const terminal = new Terminal(
        [...command, 'lookups', 'export', '--format', name],
        home.environment(env(log.url)),
      );
      expect((await terminal.end()).status).toBe(0);
      expect(terminal.raw).toContain('red');
      expect(terminal.raw).not.toMatch(/\x1b\]0|\x1b\[31m|\u009b/);
    }
    await log.close();
  });

  test('does not print Parquet', async () => {
    const terminal = new Terminal(
      [...command, 'lookups', 'export', '--format', 'parquet'],
      home.environment(env()),
    );
    expect((await terminal.end()).status).toBe(2);
  });
});
