// An unfinished window: waypost keeps its rows part by part as long as the log is in order of time.
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
/** The times of the log's rows in the order of sending. */
let times: number[];
/** The number of rows after which a response stops. The service then waits for `stopped`, and interrupts the response. */
let rowsUntilStop: number | undefined;
let stopped: () => Promise<void> | void;
let isGone: boolean;
/** Whether a request gets a row. */
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
    // Without its last chunk, the response is truncated.
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

/** Stops the export once its state or its output shows that it has read the rows. */
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
    'can be resumed after the signal %s, and then requests only the remaining rows (options: %j)',
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

  test('keeps rows with the same timestamp together', async () => {
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

  test('saves nothing before the first part of the response is complete, and prints that no rows are saved', async () => {
    times = everySecond(1_000);
    rowsUntilStop = 1_000;
    const { stderr } = await stop('SIGINT', kept(0), range);
    expect(stderr).toBe(
      'Interrupted: no rows are saved yet. The same command starts from the beginning.\n',
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
    'Warning: The log is not sorted by time. If this export is interrupted, waypost keeps only complete ranges of up to 90 days.\n';

  test('is exported unchanged with a warning, and no rows are saved from an unfinished response', async () => {
    times = everySecond(60_000);
    times[55_000] = start;
    expect(await run(range)).toMatchObject({ status: 0, stderr: warning });
    expect(csv() === whole()).toBe(true);
    rowsUntilStop = 60_000;
    const { stderr } = await stop('SIGINT', /Warning/, [...range, '--force']);
    expect(stderr).toBe(
      `${warning}Interrupted: no rows are saved yet. The same command starts from the beginning.\n`,
    );
  });

  test('is requested again from the start of its date range if the rows that --resume receives are not sorted', async () => {
    times = everySecond(60_000);
    rowsUntilStop = 55_000;
    await stop('SIGKILL', kept(50_000), range);
    // This service rounds the requested range.
    isAsked = (time, from, to) => time >= from - 3_600_000 && time <= to;
    expect(await run([...range, '--resume'])).toMatchObject({ status: 0, stderr: warning });
    expect(csv() === whole()).toBe(true);
    expect(asked()[2]?.get('start')).toBe(String(start));
  });
});

test('an export by day whose connection is lost on the first day of a date range contains every row', async () => {
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
