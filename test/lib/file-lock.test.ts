// Only one process at a time writes a target, so that two processes never pay for the same lookups.
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

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'waypost-lock-'));
  path = join(directory, 'lock');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** The ID of a process that has ended. */
const ended = spawnSync(process.execPath, ['-e', '']).pid;
const ownStart = processStart(process.pid) ?? '';
const parentStart = processStart(process.ppid) ?? '';

/** A clock that advances only during `sleep`; each sleep is short. */
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

test('a lock cannot be taken again until its release', () => {
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
  'on %s, where process start times contain spaces or are unknown, only one FileLock can take the lock',
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

test('a running process keeps its lock on Windows, where process start times are unknown', () => {
  writeFileSync(path, `${process.ppid} ${processNamespace()} 1 x`);
  pretend('platform', 'win32');
  expect(new FileLock(path).take()).toBe(false);
  writeFileSync(path, `${ended} ${processNamespace()} 1 x`);
  const lock = new FileLock(path);
  expect(lock.take()).toBe(true);
  expect(readFileSync(path, 'utf8')).toContain(`${process.pid} ${processNamespace()}  `);
  lock.release();
});

/** Writes the lock, and expects that another process can or cannot take it over. */
function expectTakeover(holder: () => string, isTaken: boolean): void {
  writeFileSync(path, holder());
  const lock = new FileLock(path);
  expect(lock.take()).toBe(isTaken);
  const own = `${process.pid} ${processNamespace()} ${ownStart} `;
  expect(readFileSync(path, 'utf8')).toContain(isTaken ? own : holder());
  expect(readdirSync(directory)).toEqual(['lock']);
  lock.release();
  expect(readdirSync(directory)).toEqual(isTaken ? [] : ['lock']);
}

test.each<[what: string, holder: () => string]>([
  ['of a process that was killed', () => `${ended} ${processNamespace()} 1 x`],
  [
    'of a process whose ID belongs to another process now',
    () => `${process.ppid} ${processNamespace()} 1 x`,
  ],
  ['of a process that could not write the lock to a full disk', () => ''],
  [
    'of a process that wrote only half of the lock to a full disk',
    () => `${process.ppid} ${processNamespace()}`,
  ],
  ['that contains invalid text', () => '   x'],
  ['of an ended process whose start time is unknown', () => `${ended} ${processNamespace()}  x`],
])('FileLock.take() takes over a lock %s', (_, holder) => expectTakeover(holder, true));

test.each<[what: string, holder: () => string]>([
  ['a running process', () => `${process.ppid} ${processNamespace()} ${parentStart} x`],
  [
    'a running process whose start time is unknown',
    () => `${process.ppid} ${processNamespace()}  x`,
  ],
  ['this process', () => `${process.pid} ${processNamespace()} ${ownStart} x`],
  ['a process on another host', () => `${ended} elsewhere 1 x`],
])('FileLock.take() does not take over a lock of %s', (_, holder) => expectTakeover(holder, false));

describe('a held lock', () => {
  const old = new Date(Date.now() - 3_600_000);
  const age = () => Date.now() - statSync(path).mtimeMs;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  test('is renewed every 15 s until its release', () => {
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

  test('is not renewed if another process took over the lock, or if the lock file is too large', () => {
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

test('FileLock.take() throws an error if the lock file is too large', () => {
  writeFileSync(path, ' '.repeat(2 ** 21));
  expect(() => new FileLock(path).take()).toThrow('it is larger than waypost allows');
  expect(readdirSync(directory)).toEqual(['lock']);
});

test('FileLock.take() takes over the lock of a process on another host only after two minutes without renewal', () => {
  for (const ms of [119_000, 121_000]) {
    writeFileSync(path, `${process.pid} elsewhere ${ownStart} x`);
    const before = new Date(Date.now() - ms);
    utimesSync(path, before, before);
    const lock = new FileLock(path);
    expect(lock.take()).toBe(ms > 120_000);
    lock.release();
  }
});

test('withLock releases the lock even if the work fails', async () => {
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
    'a symbolic link to a pipe',
    () => {
      execFileSync('mkfifo', [join(directory, 'pipe')]);
      symlinkSync(join(directory, 'pipe'), path);
    },
  ],
])('FileLock.take() fails immediately and names the path if the path is %s', (_, plant) => {
  plant();
  expect(() => new FileLock(path).take()).toThrow(
    expect.objectContaining({
      code: 'write_failed',
      reason: 'lock_irregular',
      message: `${path} is not a regular file, so waypost cannot use it as a lock.`,
    }),
  );
});

test("FileLock.take() throws the file system's error if the directory does not exist", () => {
  expect(() => new FileLock(join(directory, 'no/lock')).take()).toThrow('ENOENT');
});

test('withLock keeps waiting while other processes take the lock one after the other', async () => {
  const holder = (turn: number) => `${process.pid} ${processNamespace()} ${ownStart} turn-${turn}`;
  const clock = testClock();
  const [start, { sleep }] = [clock.now(), clock];
  writeFileSync(`${path}.lock`, holder(0));
  clock.sleep = async (ms, signal) => {
    await sleep(ms, signal);
    const passed = clock.now() - start;
    if (passed < 12_000) writeFileSync(`${path}.lock`, holder(Math.floor(passed / 9_000)));
    else rmSync(`${path}.lock`, { force: true });
  };
  expect(await withLock(path, { clock }, () => 'done')).toBe('done');
  expect(clock.now() - start).toBeGreaterThanOrEqual(12_000);
});

test('withLock stops waiting after an interrupt or after ten seconds, even if the system clock is set back', async () => {
  const other = new FileLock(`${path}.lock`);
  other.take();
  const { now, sleep } = testClock();
  const start = now();
  let waits = 0;
  const clock = {
    now: () => now() - waits * 60_000,
    sleep: (ms: number, signal?: AbortSignal) => {
      waits += 1;
      return sleep(ms, signal);
    },
  };
  await expect(withLock(path, { clock }, () => {})).rejects.toThrow(
    expect.objectContaining({
      code: 'write_failed',
      reason: 'lock_held',
      message: `Another process holds the lock ${path}.lock.`,
    }),
  );
  expect(now() - start).toBeGreaterThanOrEqual(10_000);
  expect(now() - start).toBeLessThan(10_100);
  const interrupted = AbortSignal.abort(new Error('interrupted'));
  await expect(withLock(path, { clock, interrupted }, () => {})).rejects.toThrow('interrupted');
  other.release();
  expect(await withLock(path, { clock }, () => 'done')).toBe('done');
});
