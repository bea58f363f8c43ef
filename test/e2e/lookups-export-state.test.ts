import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { logBetween, nameRow } from '../support/log';
import { type LogService, logService } from '../support/log-service';
import { isThorough, systemTest } from '../support/runs';
import { documentOf, expectError, Home, type RunOptions } from '../support/tool';

const day = 86_400_000;
const step = 6 * 3_600_000;
const start = Date.parse('2025-01-01T00:00Z');
const end = Date.parse('2025-09-01T00:00Z') - 1;
const csv = nameRow + logBetween(start, end, step);
const range = ['--start', '2025-01-01', '--end', '2025-08-31'];

let service: LogService;
let home: Home;

beforeAll(async () => {
  service = await logService(step);
});
afterAll(() => service.close());
beforeEach(() => {
  home = new Home();
});
afterEach(() => home.remove());

const at = (name: string) => join(home.path, name);
const data = '.log.csv.waypost-partial';
const left = () => readdirSync(home.path).filter((name) => !['.cache', '.config'].includes(name));

const environment = () => ({
  WAYPOST_API_KEY: 'ak_exportstate',
  WAYPOST_USER_TOKEN: 'uk_exportstate',
  WAYPOST_BASE_URL: service.url,
});

function run(args: string[], options: RunOptions = {}) {
  return home.run(['lookups', 'export', ...range, ...args], {
    ...options,
    env: { ...environment(), ...options.env },
  });
}

/** Runs the export in the process of the test. */
function call(args: string[]) {
  return home.call(['lookups', 'export', ...range, ...args], { env: environment() });
}

/** An export that is killed in its second window. */
async function unfinished(): Promise<void> {
  let kill = () => {};
  service.beforeHalf = (from) => {
    if (from !== start + 90 * day) return undefined;
    service.beforeHalf = undefined;
    kill();
    return new Promise(() => {});
  };
  await run(['-o', at('log.csv')], {
    whileRunning: (child) => {
      kill = () => child.kill('SIGKILL');
    },
  });
  expect(existsSync(at(data))).toBe(true);
}

const state = () => readFileSync(at(`${data}.json`), 'utf8');

describe('the data of an unfinished export', () => {
  systemTest('that was changed is fetched again', async () => {
    await unfinished();
    const bytes = readFileSync(at(data));
    bytes[1000] = (bytes[1000] ?? 0) ^ 1;
    writeFileSync(at(data), bytes);
    const resumed = await run(['-o', at('log.csv'), '--resume', '--json']);
    expect(documentOf(resumed)).toMatchObject({ success: true });
    expect(readFileSync(at('log.csv'), 'utf8') === csv).toBe(true);
  });
});

describe('the state of an unfinished export', () => {
  test('that was changed is named and kept, and nothing is written', async () => {
    await unfinished();
    const changed = state().replace(/"rows":(\d+)/, (_, rows) => `"rows":${Number(rows) + 4}`);
    expect(changed).not.toBe(state());
    writeFileSync(at(`${data}.json`), changed);
    const refused = await call(['-o', at('log.csv'), '--resume', '--json']);
    expectError(refused, 'invalid_input', { message: expect.stringContaining(at(`${data}.json`)) });
    expect(state()).toBe(changed);
    expect(existsSync(at('log.csv'))).toBe(false);
    const anew = await call(['-o', at('log.csv'), '--json']);
    expect(documentOf(anew)).toMatchObject({ success: true });
    expect(readFileSync(at('log.csv'), 'utf8') === csv).toBe(true);
  });

  test.skipIf(!isThorough || process.platform === 'win32')(
    'is resumed in a directory that others may write, with a warning',
    async () => {
      chmodSync(home.path, 0o777);
      await unfinished();
      const resumed = await run(['-o', at('log.csv'), '--resume', '--json']);
      expect(documentOf(resumed)).toMatchObject({ success: true });
      expect(resumed.stderr).toContain('Warning: Other users can remove or replace files in');
      expect(readFileSync(at('log.csv'), 'utf8') === csv).toBe(true);
    },
  );
});

systemTest('temporary files of a killed run are removed', async () => {
  for (const name of [data, `${data}.json`, `${data}.lock`]) {
    writeFileSync(at(`.${name}.tmp-4711-abcd`), 'half');
  }
  writeFileSync(at(`.${data}.json.other`), 'mine');
  expect((await call(['-o', at('log.csv')])).status).toBe(0);
  expect(left().sort()).toEqual([`.${data}.json.other`, 'log.csv']);
});

describe('killed while a directory by day is replaced', () => {
  const args = ['-o', 'days', '--partition-by', 'day', '--force', '--json'];
  const inHome = () => args.map((arg) => (arg === 'days' ? at('days') : arg));
  const files = () => readdirSync(at('days'), { recursive: true, encoding: 'utf8' }).sort();

  systemTest.each([0, 1, 2, 3])('before change %d: the next run goes on by itself', async (n) => {
    const first = documentOf(await call(inHome()));
    const whole = files();
    const killed = await run(inHome(), {
      preload: [join(__dirname, '../support/die-at-move.cjs')],
      env: { WAYPOST_TEST_MOVE: String(n) },
    });
    expect(killed.signal).toBe('SIGKILL');
    for (const more of [[], ['--resume']]) {
      expect(documentOf(await call([...inHome(), ...more]))).toEqual(first);
    }
    expect(files()).toEqual(whole);
    expect(left()).toEqual(['days']);
  });
});
