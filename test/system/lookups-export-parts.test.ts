// waypost saves the rows of an incomplete response in parts of 50,000 rows if the log is sorted by time.
import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { logRow, nameRow } from '../support/log';
import { type StandIn, standIn } from '../support/service';
import { Home, type RunOptions } from '../support/tool';

const start = Date.parse('2025-01-01T00:00Z');
const data = '.log.csv.waypost-partial';

let home: Home;
let service: StandIn;
/** The timestamps of the log's rows, in the order in which the service sends the rows. */
let times: number[];
/** The number of rows after which the service waits for `stopped`, and then closes the connection. */
let rowsUntilStop: number | undefined;
let stopped: () => Promise<void> | void;
let isGone: boolean;
/** Returns true if the response to a request for a time range contains the row with this timestamp. */
let isAsked: (time: number, from: number, to: number) => boolean;

beforeEach(async () => {
  home = new Home();
  rowsUntilStop = undefined;
  stopped = () => {};
  isGone = false;
  isAsked = (time, from, to) => time >= from && time <= to;
  service = await standIn(async ({ path }, response) => {
    if (isGone) return void response.destroy();
    const { searchParams } = new URL(path, 'http://localhost');
    const [from, to] = [Number(searchParams.get('start')), Number(searchParams.get('end') ?? 9e15)];
    const rows = times.flatMap((time, index) =>
      isAsked(time, from, to) ? [logRow(time, index)] : [],
    );
    response.writeHead(200, { 'content-type': 'text/csv' });
    if (rowsUntilStop === undefined) return void response.end(rows.join(''));
    response.write(rows.slice(0, rowsUntilStop).join(''));
    await stopped();
    // The response is incomplete, because its last chunk is missing.
    response.socket?.end();
  });
});
afterEach(async () => {
  await service.close();
  home.remove();
});

const at = (name: string) => join(home.path, name);
const everySecond = (count: number) => Array.from({ length: count }, (_, n) => start + n * 1000);
const whole = () => nameRow + times.map((time, index) => logRow(time, index)).join('');
const csv = () => readFileSync(at('log.csv'), 'utf8');
const asked = () => service.asked.map(({ path }) => new URL(path, 'http://localhost').searchParams);

function run(args: string[], options: RunOptions = {}) {
  return home.run(['lookups', 'export', '-o', at('log.csv'), ...args], {
    ...options,
    env: {
      WAYPOST_API_KEY: 'ak_exportparts',
      WAYPOST_USER_TOKEN: 'uk_exportparts',
      WAYPOST_BASE_URL: service.url,
    },
  });
}

/** Runs an export, and sends the signal as soon as the state file or standard error matches `told`. */
async function stop(signal: NodeJS.Signals, told: RegExp, args: string[]) {
  let child: ChildProcess | undefined;
  let said = '';
  stopped = async () => {
    while (!told.test(said) && !told.test(readIfThere(at(`${data}.json`)) ?? '')) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    child?.kill(signal);
    await new Promise((resolve) => child?.once('exit', resolve));
  };
  const result = await run(args, {
    whileRunning: (running) => {
      child = running;
      running.stderr?.on('data', (text) => {
        said += text;
      });
    },
  });
  rowsUntilStop = undefined;
  return result;
}

const kept = (rows: number) => new RegExp(`"rows":${rows}\\b`);
const readIfThere = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
const range = ['--start', '2025-01-01', '--end', '2025-01-31'];

describe('an export that is stopped in the middle of a response', () => {
  test.each([
    ['SIGINT', range],
    ['SIGKILL', range],
    ['SIGINT', []],
  ] as const)(
    'can be resumed after the signal %s, and then requests only the remaining entries (options: %j)',
    async (signal, args) => {
      times = everySecond(130_000);
      rowsUntilStop = 120_000;
      const { stderr } = await stop(signal, kept(100_000), [...args]);
      if (signal === 'SIGINT') {
        expect(stderr).toBe(
          'Interrupted: 100,000 rows are saved. To continue, run the same command with --resume.\n',
        );
      }
      const resumed = await run([...args, '--resume']);
      expect([resumed.status, resumed.stderr]).toEqual([0, '']);
      expect(csv() === whole()).toBe(true);
      const [before, after] = asked();
      expect(after?.get('start')).toBe(String(times[100_000]));
      expect(after?.get('end')).toBe(before?.get('end'));
      expect(readdirSync(home.path).filter((name) => name.includes('waypost'))).toEqual([]);
    },
  );

  test('saves either all or none of the entries with the same timestamp', async () => {
    times = everySecond(130_000);
    times.fill(times[40_000] ?? 0, 40_000, 70_000);
    rowsUntilStop = 120_000;
    await stop('SIGKILL', kept(70_000), range);
    expect((await run([...range, '--resume'])).status).toBe(0);
    expect(csv() === whole()).toBe(true);
    expect(asked()[1]?.get('start')).toBe(String(times[70_000]));
  });

  test('reports the number of saved rows in an event if --json is set', async () => {
    times = everySecond(60_000);
    rowsUntilStop = 60_000;
    const { stderr } = await stop('SIGINT', kept(50_000), [...range, '--json']);
    expect(JSON.parse(stderr)).toEqual({
      event: 'interrupted',
      rows_kept: 50_000,
      windows_done: 0,
      windows: 1,
      resume: '--resume',
    });
  });

  test('saves no rows if fewer than 50,000 entries arrived, and prints that no rows are saved', async () => {
    times = everySecond(1_000);
    rowsUntilStop = 1_000;
    const { stderr } = await stop('SIGINT', kept(0), range);
    expect(stderr).toBe(
      'Interrupted: no rows are saved yet. If you run the same command again, the export starts from the beginning.\n',
    );
    expect(readdirSync(home.path).filter((name) => name.includes('waypost'))).toEqual([]);
  });

  test('reports the number of saved rows in an error if the service stops responding', async () => {
    times = everySecond(60_000);
    rowsUntilStop = 60_000;
    stopped = () => {
      isGone = true;
    };
    const failed = await run(range);
    expect(failed.status).toBe(3);
    expect(failed.stderr).toContain(
      '50,000 rows are saved. To continue, run the same command with --resume.',
    );
    expect(existsSync(at(data))).toBe(true);
  });
});

describe('a log that is not sorted by time', () => {
  const warning =
    'Warning: The log is not sorted by time. If this export is interrupted, waypost discards the rows of the unfinished range, which can be up to 90 days long.\n';

  test('is exported unchanged with a warning, and its entries are saved only after a response is complete', async () => {
    times = everySecond(60_000);
    times[55_000] = start;
    expect(await run(range)).toMatchObject({ status: 0, stderr: warning });
    expect(csv() === whole()).toBe(true);
    rowsUntilStop = 60_000;
    const { stderr } = await stop('SIGINT', /Warning/, [...range, '--force']);
    expect(stderr).toBe(
      `${warning}Interrupted: no rows are saved yet. If you run the same command again, the export starts from the beginning.\n`,
    );
  });

  test('is requested again from the start of the date range if --resume receives unsorted entries', async () => {
    times = everySecond(60_000);
    rowsUntilStop = 55_000;
    await stop('SIGKILL', kept(50_000), range);
    // The service now also sends rows from the hour before the requested range.
    isAsked = (time, from, to) => time >= from - 3_600_000 && time <= to;
    expect(await run([...range, '--resume'])).toMatchObject({ status: 0, stderr: warning });
    expect(csv() === whole()).toBe(true);
    expect(asked()[2]?.get('start')).toBe(String(start));
  });
});

test('an export with --partition-by day contains every entry even if the connection is lost while the entries for one day arrive', async () => {
  times = everySecond(20_000);
  rowsUntilStop = 10_000;
  stopped = () => {
    rowsUntilStop = undefined;
  };
  const { status, stdout } = await run([...range, '--partition-by', 'day', '--json']);
  expect(status).toBe(0);
  const { rows, bytes } = JSON.parse(stdout);
  rowsUntilStop = undefined;
  const again = JSON.parse(
    (await run([...range, '--partition-by', 'day', '--json', '--force'])).stdout,
  );
  expect({ rows, bytes }).toEqual({ rows: again.rows, bytes: again.bytes });
});
