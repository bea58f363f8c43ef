// `lookups list --follow` prints the newest log entries, beginning with the oldest of them, and then each new entry once.
import type { ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { logRow, parseCsv, rowObject } from '../support/log';
import { type StandIn, sendJson, standIn } from '../support/service';
import { skippingClock } from '../support/skipping-clock';
import { hasTerminal, Terminal } from '../support/terminal';
import { command, Home } from '../support/tool';

const now = Date.now();
const minute = 60_000;

let home: Home;
let service: StandIn;
/** The log entries. At the start, the log contains the entries that existed before the command. */
let log: string[];
let added: string[][];
/** Called when no more entries can be added. By default, the service then rejects the key, which ends the command. */
let atEnd: (() => void) | undefined;

beforeEach(async () => {
  home = new Home();
  home.keep('ak_followfollow', 'uk_followfollow');
  atEnd = undefined;
  let isFirst = true;
  service = await standIn(({ path }, response) => {
    const { searchParams } = new URL(path, 'http://localhost');
    const [from, to] = [Number(searchParams.get('start')), Number(searchParams.get('end') ?? 9e15)];
    if (!searchParams.has('end')) {
      const more = isFirst ? [] : added.shift();
      isFirst = false;
      if (more === undefined && atEnd === undefined) {
        return sendJson(response, 401, { code: 4010, message: 'Invalid Key' });
      }
      if (more === undefined) atEnd?.();
      log.push(...(more ?? []));
    }
    response.writeHead(200, { 'content-type': 'text/csv' });
    response.end(
      log
        .filter((row) => {
          const time = Date.parse(row.slice(0, 24));
          return time >= from && time <= to;
        })
        .join(''),
    );
  });
});
afterEach(async () => {
  await service.close();
  home.remove();
});

const env = () => ({
  WAYPOST_API_KEY: 'ak_followfollow',
  WAYPOST_USER_TOKEN: 'uk_followfollow',
  WAYPOST_BASE_URL: service.url,
});

const call = (args: string[]) =>
  home.call(['lookups', 'list', '--follow', ...args], { env: env(), clock: skippingClock });

const objects = (rows: readonly string[]) => parseCsv(rows.join('')).map(rowObject);

const linesIn = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('`lookups list --follow` prints each entry only once,', () => {
  const moment = now - 3 * minute;
  const same = (index: number) => logRow(moment, index);

  test.each([1, 2, 3, 20])(
    'even if several entries have the same timestamp (--limit %d)',
    async (limit) => {
      log = [logRow(now - 5 * minute, 1), same(2), same(3), same(3)];
      const before = [...log];
      added = [
        [],
        [same(3)],
        [same(4), same(4)],
        [logRow(moment + 1, 5)],
        [logRow(moment + 1, 5)],
        [],
      ];
      const after = added.flat();
      const { stdout, status } = await call(['--json', '--limit', `${limit}`]);
      expect(linesIn(stdout)).toEqual(objects([...before.slice(-limit), ...after]));
      expect(status).toBe(4);
    },
  );

  test("even if the log is empty at first and the service's clock is behind this machine's clock", async () => {
    log = [];
    added = [[], [logRow(now - 10 * minute, 1)], [logRow(now - 10 * minute, 2)]];
    const after = added.flat();
    const { stdout } = await call(['--format', 'ndjson']);
    expect(linesIn(stdout)).toEqual(objects(after));
  });
});

// If the command polled after it printed the existing entries, the poll would fail.
test.skipIf(process.platform === 'win32').each([[[]], [['--json']]])(
  '`lookups list --follow` ends after its output is closed, and does not poll the service again (options: %j)',
  async (more) => {
    log = Array.from({ length: 20 }, (_, index) => logRow(now - 5 * minute, index));
    added = [];
    const typed = ['lookups', 'list', '--follow', ...more];
    const { stdout, stderr } = await home.shell('"$@" | head -n 1', typed, env());
    expect(stdout).toMatch(/^[^\n]+\n$/);
    expect(stderr).not.toContain('Error');
  },
);

test('`lookups list --follow` prints the CSV column names only once', async () => {
  log = [logRow(now - 5 * minute, 1)];
  added = [[logRow(now - 4 * minute, 2)], [logRow(now - 3 * minute, 3)]];
  const { stdout } = await call(['--format', 'csv', '--fields', 'search_term,timestamp']);
  expect(stdout.split('\n')).toEqual([
    'search_term,timestamp',
    ...[5, 4, 3].map(
      (ago, index) => `geonames_${index + 1},${new Date(now - ago * minute).toISOString()}`,
    ),
    '',
  ]);
});

test('`lookups list --follow` keeps table columns aligned when new entries arrive', async () => {
  log = [logRow(now - 5 * minute, 1)];
  added = [[logRow(now - 4 * minute, 2), logRow(now - 4 * minute, 10_000_003)]];
  const { stdout } = await call([]);
  const [head = '', ...rows] = stdout.trimEnd().split('\n');
  expect(head).toMatch(/^TIME \(UTC\) +TYPE +SEARCH TERM +LOOKUPS +TAGS$/);
  expect(rows).toHaveLength(3);
  for (const row of rows) {
    expect(row.indexOf('geonames')).toBe(head.indexOf('SEARCH'));
    expect(row.search(/\d +(?:web|$)|\d$/)).toBe(head.indexOf('LOOKUPS') + 'LOOKUPS'.length - 1);
  }
});

test('`lookups list --follow` retries while the service is unavailable, and ends if the service rejects the key', async () => {
  let polls = 0;
  const away = await standIn((_, response) => {
    polls += 1;
    if (polls === 1) return void response.writeHead(200, { 'content-type': 'text/csv' }).end();
    if (polls <= 5) return void response.writeHead(503).end();
    sendJson(response, 401, { code: 4010, message: 'Invalid Key' });
  });
  onTestFinished(() => away.close());
  const { status, stderr } = await home.call(['lookups', 'list', '--follow', '--last', '30m'], {
    env: { ...env(), WAYPOST_BASE_URL: away.url },
    clock: skippingClock,
  });
  expect(status).toBe(4);
  expect(stderr).toContain('Retrying.');
});

test('`lookups list --follow` rejects --end', async () => {
  const { status, stderr } = await call(['--end', '2025-01-01']);
  expect([status, service.asked.length]).toEqual([2, 0]);
  expect(stderr).toContain('--follow and --end cannot be combined.');
});

test('`lookups list --follow` ends after Ctrl-C', async () => {
  log = [logRow(now - 5 * minute, 1)];
  added = [];
  let child: ChildProcess | undefined;
  atEnd = () => child?.kill('SIGINT');
  const { stdout, stderr, signal } = await home.run('lookups list --follow --json', {
    env: env(),
    whileRunning: (running) => {
      child = running;
    },
  });
  expect({ signal, stderr }).toEqual({ signal: 'SIGINT', stderr: '' });
  expect(linesIn(stdout)).toEqual(objects(log));
});

test.skipIf(!hasTerminal)('at a terminal, `lookups list --follow` uses colors', async () => {
  log = [logRow(now - 5 * minute, 1)];
  added = [[logRow(now - 4 * minute, 2)]];
  const terminal = new Terminal(
    [...command, 'lookups', 'list', '--follow'],
    home.environment({ ...env(), FORCE_COLOR: '1' }),
  );
  await terminal.until(/geonames_1[\s\S]*geonames_2/);
  terminal.type('\x03');
  await terminal.end();
  expect(terminal.raw).toContain('\x1b[36mAddress Lookup\x1b[39m');
  expect(terminal.raw).toMatch(/\x1b\[2m\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\x1b\[22m/);
});
