// An export of 300,000 rows, many of which have the same timestamp, is stopped up to three times in random ways, and then
// resumed. Its output has the same bytes as an uninterrupted export.
import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logRow } from '../support/log';
import { type Asked, type StandIn, standIn } from '../support/service';
import { Home } from '../support/tool';
import { patience, runsOf, secrets, seed } from './fuzz/support/fuzz';

const rowCount = 300_000;
const start = Date.parse('2025-01-01T00:00Z');
const hour = 3_600_000;
const home = new Home();
const at = (name: string) => join(home.path, name);

/** The log, and the offset in bytes of the first row with each timestamp. */
const { log, moments, end } = makeLog();

function makeLog() {
  const pieces: Buffer[] = [];
  const moments: { time: number; offset: number }[] = [];
  let [offset, time, row] = [0, start, 0];
  // The generator returns the same numbers in every run.
  let state = seed;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  while (row < rowCount) {
    const many = random() < 0.01 ? 4_000 : Math.ceil(random() ** 3 * 200);
    moments.push({ time, offset });
    let text = '';
    for (let left = Math.min(many, rowCount - row); left > 0; left -= 1) {
      text += logRow(time, row);
      row += 1;
    }
    const piece = Buffer.from(text);
    pieces.push(piece);
    offset += piece.length;
    // The log covers more than the 90 days that one request can cover.
    time += Math.ceil(random() * 2 * hour);
  }
  moments.push({ time: Number.POSITIVE_INFINITY, offset });
  return { log: Buffer.concat(pieces), moments, end: time };
}

const first = (from: number) => moments.find(({ time }) => time >= from) ?? moments[0];

const ends = ['kill', 'interrupt', 'terminate', 'lost', 'gone'] as const;
type End = (typeof ends)[number];

/** Where and how an export is stopped. `after` is the number of bytes that the service sends before the stop. */
interface Stop {
  after: number;
  how: End | 'blip';
}

let service: StandIn;
let stop: Stop | undefined;
let child: ChildProcess | undefined;
/** True if the service closes each new connection without a response. */
let isGone = false;
let sent = { bytes: 0, requests: 0 };

beforeAll(async () => {
  service = await standIn((asked, response) => void answer(asked, response));
});
afterAll(async () => {
  await service.close();
  home.remove();
});

async function answer({ path }: Asked, response: ServerResponse): Promise<void> {
  if (isGone) return void response.socket?.destroy();
  const { searchParams } = new URL(path, 'http://localhost');
  const [from, to] = [
    first(Number(searchParams.get('start'))),
    first(Number(searchParams.get('end')) + 1),
  ];
  if (from === undefined || to === undefined) return;
  sent.requests += 1;
  response.writeHead(200, { 'content-type': 'text/csv' });
  for (let offset = from.offset; offset < to.offset; offset += 65_536) {
    const piece = log.subarray(offset, Math.min(to.offset, offset + 65_536));
    sent.bytes += piece.length;
    const flushed = new Promise((resolve) => response.write(piece, resolve));
    if (stop !== undefined && sent.bytes >= stop.after) return halt(stop, response);
    await flushed;
    if (response.destroyed) return;
  }
  response.end();
}

function halt({ how }: Stop, response: ServerResponse): void {
  stop = undefined;
  if (how === 'kill') child?.kill('SIGKILL');
  else if (how === 'interrupt') child?.kill('SIGINT');
  else if (how === 'terminate') child?.kill('SIGTERM');
  else {
    isGone = how !== 'blip';
    if (how === 'lost') response.socket?.resetAndDestroy();
    else response.socket?.end();
  }
}

const shapes: Record<string, string[]> = {
  'log.csv': [],
  'bare.csv': ['--fields', 'timestamp,search_term,tags'],
  'safe.csv': ['--safe-cells', '--no-header'],
  'log.ndjson': [],
  'log.json': [],
  'log.parquet': [],
  days: ['--partition-by', 'day'],
};

const names = Object.keys(shapes);

async function run(name: string, more: string[] = []) {
  isGone = false;
  const range = ['--start', `${start}`, '--end', `${end}`];
  return home.run(
    ['lookups', 'export', '-o', at(name), ...(shapes[name] ?? []), ...range, ...more],
    {
      env: {
        WAYPOST_API_KEY: secrets[0],
        WAYPOST_USER_TOKEN: secrets[1],
        WAYPOST_BASE_URL: service.url,
      },
      whileRunning: (running) => {
        child = running;
      },
    },
  );
}

/** Returns the content of a file, or the names and contents of all files in a directory. */
function contentOf(path: string): string {
  if (statSync(path).isFile()) return readFileSync(path, 'latin1');
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => `${file}\n${readFileSync(file, 'latin1')}`)
    .join('\n');
}

/** Returns the number of rows that a run saved, according to its state file. */
function keptOf(name: string): number {
  try {
    const { checkpoint } = JSON.parse(readFileSync(at(`.${name}.waypost-partial.json`), 'utf8'));
    return (checkpoint.part ?? checkpoint).rows;
  } catch {
    return 0;
  }
}

const stops = fc.array(
  fc.record<Stop>({
    after: fc.integer({ min: 0, max: log.length }),
    how: fc.constantFrom(...ends, ...ends, 'blip'),
  }),
  { minLength: 1, maxLength: 3 },
);

test('an export that is stopped at random moments can be resumed in every format, and writes the same output as an uninterrupted export', {
  timeout: patience,
}, async () => {
  const whole = new Map<string, string>();
  const undisturbed = async (name: string) => {
    expect((await run(name)).status, name).toBe(0);
    whole.set(name, contentOf(at(name)));
    rmSync(at(name), { recursive: true });
  };
  const total = { exports: 0, stops: 0, requests: 0, sentUntilStop: 0, kept: 0, sentAgain: 0 };
  const rowsIn = (bytes: number) => Math.round((bytes / log.length) * rowCount);
  const check = async (name: string, wanted: Stop[]) => {
    if (!whole.has(name)) await undisturbed(name);
    sent = { bytes: 0, requests: 0 };
    total.exports += 1;
    let before = 0;
    for (const one of wanted) {
      stop = { ...one, after: sent.bytes + Math.min(one.after, log.length - 1) };
      const began = sent.bytes;
      const { status } = await run(name, ['--resume']);
      if (status === 0) break;
      total.stops += 1;
      const kept = keptOf(name);
      // A run keeps the rows that earlier runs saved.
      expect(kept, `${name} ${one.how}`).toBeGreaterThanOrEqual(before);
      total.sentUntilStop += before + rowsIn(sent.bytes - began);
      total.kept += kept;
      before = kept;
    }
    stop = undefined;
    if (!readdirSync(home.path).includes(name)) {
      const { status, stderr } = await run(name, ['--resume']);
      expect({ status, name, wanted, stderr: status === 0 ? '' : stderr }).toMatchObject({
        status: 0,
      });
    }
    expect(contentOf(at(name)) === whole.get(name), `${name} ${JSON.stringify(wanted)}`).toBe(true);
    expect(readdirSync(home.path).filter((left) => left.includes('waypost-partial'))).toEqual([]);
    total.requests += sent.requests;
    total.sentAgain += rowsIn(sent.bytes) - rowCount;
    rmSync(at(name), { recursive: true });
  };
  const cases = fc.tuple(fc.constantFrom(...names), stops);
  const numRuns = runsOf(5);
  await fc.assert(
    fc.asyncProperty(cases, ([name, wanted]) => check(name, wanted)),
    {
      numRuns,
      seed,
      endOnFailure: true,
    },
  );
  expect(total.kept, JSON.stringify(total)).toBeGreaterThan(0);
  if (process.env.WAYPOST_FUZZ_RUNS !== undefined)
    process.stdout.write(`${JSON.stringify(total)}
`);
});
