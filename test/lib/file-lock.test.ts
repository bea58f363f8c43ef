// One process at a time writes a target: two that pay for the same lookups must never be at work together.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FileLock, withLock } from '../../src/lib/file-lock';
import { processNamespace, processStart } from '../../src/lib/processes';
import { pretend } from '../support/pretend';
import { systemTest } from '../support/runs';

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'waypost-lock-'));
  path = join(directory, 'lock');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** The number of a process that has ended. */
const ended = spawnSync(process.execPath, ['-e', '']).pid;
const ownStart = processStart(process.pid) ?? '';
const parentStart = processStart(process.ppid) ?? '';

/** Time that passes only where somebody waits; each wait is short. */
function testClock() {
  let now = Date.now();
  return {
    now: () => now,
    sleep: async (ms: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      expect(ms).toBeGreaterThan(5);
      expect(ms).toBeLessThan(25);
      now += ms;
    },
  };
}

test('taken once, and free again after', () => {
  const [one, two] = [new FileLock(path), new FileLock(path)];
  expect(one.take()).toBe(true);
  const [pid, space, start, ...nonce] = readFileSync(path, 'utf8').split(' ');
  expect([pid, space, start]).toEqual([String(process.pid), processNamespace(), ownStart]);
  expect(nonce).toEqual([expect.stringMatching(/^[\da-f]{16}$/)]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(two.take()).toBe(false);
  two.release();
  expect(two.take()).toBe(false);
  one.release();
  expect(two.take()).toBe(true);
  two.release();
  expect(readdirSync(directory)).toEqual([]);
});

test.each(['darwin', 'win32'] as const)(
  'on %s, where a start has spaces or is not told: the same',
  (platform) => {
    pretend('platform', platform);
    const [one, two] = [new FileLock(path), new FileLock(path)];
    expect(one.take()).toBe(true);
    expect(two.take()).toBe(false);
    one.release();
    expect(two.take()).toBe(true);
    two.release();
    expect(readdirSync(directory)).toEqual([]);
  },
);

test('where starts are not told, a process that runs holds its lock', () => {
  writeFileSync(path, `${process.ppid} ${processNamespace()} 1 x`);
  pretend('platform', 'win32');
  expect(new FileLock(path).take()).toBe(false);
  writeFileSync(path, `${ended} ${processNamespace()} 1 x`);
  const lock = new FileLock(path);
  expect(lock.take()).toBe(true);
  expect(readFileSync(path, 'utf8')).toContain(`${process.pid} ${processNamespace()}  `);
  lock.release();
});

test.each<[what: string, holder: () => string, isTaken: boolean]>([
  ['a process that was killed', () => `${ended} ${processNamespace()} 1 x`, true],
  [
    'a process whose number another one has now',
    () => `${process.ppid} ${processNamespace()} 1 x`,
    true,
  ],
  ['nobody, after a disk that was full', () => '', true],
  ['nobody, after one that was full halfway', () => `${process.ppid} ${processNamespace()}`, true],
  ['nobody, who wrote blanks', () => '   x', true],
  ['a process that runs', () => `${process.ppid} ${processNamespace()} ${parentStart} x`, false],
  ['one whose start was not told', () => `${process.ppid} ${processNamespace()}  x`, false],
  ['one of those that has ended', () => `${ended} ${processNamespace()}  x`, true],
  ['this very process', () => `${process.pid} ${processNamespace()} ${ownStart} x`, false],
  ['a process of another host', () => `${ended} elsewhere 1 x`, false],
])('held by %s', (_, holder, isTaken) => {
  writeFileSync(path, holder());
  const lock = new FileLock(path);
  expect(lock.take()).toBe(isTaken);
  const own = `${process.pid} ${processNamespace()} ${ownStart} `;
  expect(readFileSync(path, 'utf8')).toContain(isTaken ? own : holder());
  expect(readdirSync(directory)).toEqual(['lock']);
  lock.release();
  expect(readdirSync(directory)).toEqual(isTaken ? [] : ['lock']);
});

test('a lock of another host that was not renewed for minutes is taken over', () => {
  writeFileSync(path, `${process.pid} elsewhere ${ownStart} x`);
  const before = new Date(Date.now() - 10 * 60_000);
  utimesSync(path, before, before);
  expect(new FileLock(path).take()).toBe(true);
});

describe('a lock that is held is renewed', () => {
  const old = new Date(Date.now() - 3_600_000);
  const age = () => Date.now() - statSync(path).mtimeMs;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  test('every 15 s, until it is given back', () => {
    const lock = new FileLock(path);
    lock.take();
    utimesSync(path, old, old);
    vi.advanceTimersByTime(14_999);
    expect(age()).toBeGreaterThan(3_000_000);
    vi.advanceTimersByTime(1);
    expect(age()).toBeLessThan(3_000_000);
    lock.release();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('but not that of another, who took it over, nor one that cannot be read', () => {
    const lock = new FileLock(path);
    lock.take();
    for (const text of [
      `${process.ppid} ${processNamespace()} ${parentStart} x`,
      ' '.repeat(2 ** 21),
    ]) {
      writeFileSync(path, text);
      utimesSync(path, old, old);
      vi.advanceTimersByTime(15_000);
      expect(age()).toBeGreaterThan(3_000_000);
    }
    lock.release();
    expect(readdirSync(directory), 'what cannot be read stays').toEqual(['lock']);
  });
});

test('a lock that cannot be read is an error, not a lock that is free', () => {
  writeFileSync(path, ' '.repeat(2 ** 21));
  expect(() => new FileLock(path).take()).toThrow('it is larger than any such file');
  expect(readdirSync(directory)).toEqual(['lock']);
});

test.each([
  [119_000, false],
  [121_000, true],
])('a lock of another host that was not renewed for %d ms is free: %s', (ms, isFree) => {
  writeFileSync(path, `${process.pid} elsewhere ${ownStart} x`);
  const before = new Date(Date.now() - ms);
  utimesSync(path, before, before);
  const lock = new FileLock(path);
  expect(lock.take()).toBe(isFree);
  lock.release();
});

test('what is locked ends with the lock, whatever comes of it', async () => {
  const clock = testClock();
  const failing = withLock(path, { clock }, () => {
    expect(readdirSync(directory)).toEqual(['lock.lock']);
    throw new Error('broken');
  });
  await expect(failing).rejects.toThrow('broken');
  expect(readdirSync(directory)).toEqual([]);
});

test.each<[what: string, plant: () => void]>([
  ['a pipe', () => execFileSync('mkfifo', [path])],
  ['a directory', () => mkdirSync(path)],
  [
    'a link to a pipe',
    () => {
      execFileSync('mkfifo', [join(directory, 'pipe')]);
      symlinkSync(join(directory, 'pipe'), path);
    },
  ],
])('%s in its place: an error that names it, no wait', (_, plant) => {
  plant();
  expect(() => new FileLock(path).take()).toThrow(
    expect.objectContaining({
      code: 'write_failed',
      reason: 'lock_irregular',
      message: `${path} is not a file, so it cannot be a lock.`,
    }),
  );
});

test('in a directory that is not there: the error of the file system', () => {
  expect(() => new FileLock(join(directory, 'no/lock')).take()).toThrow('ENOENT');
});

test('a clock that is set back prolongs no wait', async () => {
  const other = new FileLock(`${path}.lock`);
  other.take();
  let [now, waits] = [1_900_000_000_000, 0];
  const clock = {
    now: () => now,
    sleep: async () => {
      now -= 60_000;
      waits += 1;
      if (waits > 10_000) throw new Error('it waits without an end');
    },
  };
  await expect(withLock(path, { clock }, () => {})).rejects.toThrow('Another process holds');
  other.release();
});

systemTest('waiting goes on while others take turns', async () => {
  const holder = (turn: number) => `${process.pid} ${processNamespace()} ${ownStart} turn-${turn}`;
  const clock = testClock();
  const [start, { sleep }] = [clock.now(), clock];
  writeFileSync(`${path}.lock`, holder(0));
  clock.sleep = async (ms, signal) => {
    await sleep(ms, signal);
    const passed = clock.now() - start;
    if (passed < 60_000) writeFileSync(`${path}.lock`, holder(Math.floor(passed / 9_000)));
    else rmSync(`${path}.lock`, { force: true });
  };
  expect(await withLock(path, { clock }, () => 'done')).toBe('done');
  expect(clock.now() - start).toBeGreaterThanOrEqual(60_000);
});

test('waiting ends after ten seconds, or when it is interrupted', async () => {
  const other = new FileLock(`${path}.lock`);
  other.take();
  const clock = testClock();
  const start = clock.now();
  await expect(withLock(path, { clock }, () => {})).rejects.toThrow(
    expect.objectContaining({
      code: 'write_failed',
      reason: 'lock_held',
      message: `Another process holds ${path}.lock.`,
    }),
  );
  expect(clock.now() - start).toBeGreaterThanOrEqual(10_000);
  expect(clock.now() - start).toBeLessThan(10_100);
  const interrupted = AbortSignal.abort(new Error('interrupted'));
  await expect(withLock(path, { clock, interrupted }, () => {})).rejects.toThrow('interrupted');
  other.release();
  expect(await withLock(path, { clock }, () => 'done')).toBe('done');
});
