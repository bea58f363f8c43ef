// One run at a time writes a target: two that pay for the same lookups must never be at work together.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RunLock } from '../../src/export/run-lock';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-lock-'));
  path = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The number of a process that is over. */
const over = spawnSync(process.execPath, ['-e', '']).pid;

test('taken once, and free again after', () => {
  const [one, two] = [new RunLock(path), new RunLock(path)];
  expect(one.take()).toBe(true);
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^\d+/, String(process.ppid)));
  expect(two.take()).toBe(false);
  two.release();
  expect(two.take()).toBe(false);
  rmSync(path);
  expect(two.take()).toBe(true);
  two.release();
  expect(readdirSync(folder)).toEqual([]);
});

test.each<[what: string, holder: () => string, isTaken: boolean]>([
  ['a run that was killed', () => `${over} ${hostname()} x`, true],
  ['a run that another one of this number left', () => `${process.pid} ${hostname()} x`, true],
  ['nobody, after a disk that was full', () => '', true],
  ['a run that is at work', () => `${process.ppid} ${hostname()} x`, false],
  ['a run of another machine', () => `${over} elsewhere x`, false],
])('held by %s', (_, holder, isTaken) => {
  writeFileSync(path, holder());
  const lock = new RunLock(path);
  expect(lock.take()).toBe(isTaken);
  expect(readFileSync(path, 'utf8') === holder()).toBe(!isTaken);
  expect(readdirSync(folder)).toEqual(['lock']);
  lock.release();
  expect(readdirSync(folder)).toEqual(isTaken ? [] : ['lock']);
});

test('in a folder that is not there: the file system’s error', () => {
  expect(() => new RunLock(join(folder, 'no/lock')).take()).toThrow('ENOENT');
});
