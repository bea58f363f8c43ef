// One process at a time writes a target: two that pay for the same lookups must never be at work together.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileLock, withLock } from '../../src/lib/file-lock';
import { processSpace, processStart } from '../../src/lib/process-start';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-lock-'));
  path = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The number of a process that has ended. */
const ended = spawnSync(process.execPath, ['-e', '']).pid;
const ownStart = processStart(process.pid) ?? '';
const parentStart = processStart(process.ppid) ?? '';

/** Time that passes only where somebody waits. */
function testClock() {
  let now = Date.now();
  return {
    now: () => now,
    sleep: async (ms: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      now += ms;
    },
  };
}

test('taken once, and free again after', () => {
  const [one, two] = [new FileLock(path), new FileLock(path)];
  expect(one.take()).toBe(true);
  expect(two.take()).toBe(false);
  two.release();
  expect(two.take()).toBe(false);
  one.release();
  expect(two.take()).toBe(true);
  two.release();
  expect(readdirSync(folder)).toEqual([]);
});

test.each<[what: string, holder: () => string, isTaken: boolean]>([
  ['a process that was killed', () => `${ended} ${processSpace()} 1 x`, true],
  [
    'a process whose number another one has now',
    () => `${process.ppid} ${processSpace()} 1 x`,
    true,
  ],
  ['nobody, after a disk that was full', () => '', true],
  ['a process that runs', () => `${process.ppid} ${processSpace()} ${parentStart} x`, false],
  ['this very process', () => `${process.pid} ${processSpace()} ${ownStart} x`, false],
  ['a process of another host', () => `${ended} elsewhere 1 x`, false],
])('held by %s', (_, holder, isTaken) => {
  writeFileSync(path, holder());
  const lock = new FileLock(path);
  expect(lock.take()).toBe(isTaken);
  expect(readFileSync(path, 'utf8') === holder()).toBe(!isTaken);
  expect(readdirSync(folder)).toEqual(['lock']);
  lock.release();
  expect(readdirSync(folder)).toEqual(isTaken ? [] : ['lock']);
});

test('a lock of another host that was not renewed for minutes is taken over', () => {
  writeFileSync(path, `${process.pid} elsewhere ${ownStart} x`);
  const before = new Date(Date.now() - 10 * 60_000);
  utimesSync(path, before, before);
  expect(new FileLock(path).take()).toBe(true);
});

test.each<[what: string, plant: () => void]>([
  ['a pipe', () => execFileSync('mkfifo', [path])],
  ['a directory', () => mkdirSync(path)],
  [
    'a link to a pipe',
    () => {
      execFileSync('mkfifo', [join(folder, 'pipe')]);
      symlinkSync(join(folder, 'pipe'), path);
    },
  ],
])('%s in its place: an error that names it, no wait', (_, plant) => {
  plant();
  expect(() => new FileLock(path).take()).toThrow(`${path} is not a file`);
});

test('in a directory that is not there: the error of the file system', () => {
  expect(() => new FileLock(join(folder, 'no/lock')).take()).toThrow('ENOENT');
});

test('waiting ends after ten seconds, or when it is interrupted', async () => {
  const other = new FileLock(`${path}.lock`);
  other.take();
  const clock = testClock();
  await expect(withLock(path, { clock }, () => {})).rejects.toThrow('Another process holds');
  const signal = AbortSignal.abort(new Error('interrupted'));
  await expect(withLock(path, { clock, signal }, () => {})).rejects.toThrow('interrupted');
  other.release();
  expect(await withLock(path, { clock }, () => 'done')).toBe('done');
});
