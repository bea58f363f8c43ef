// The start time of a process on each system: from /proc on Linux, otherwise from `ps`.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { processNamespace, processStart } from '../../src/lib/processes';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const ended = spawnSync(process.execPath, ['-e', '']).pid;

const linuxTest = test.skipIf(process.platform !== 'linux');

describe.each(['linux', 'darwin', 'win32'] as const)('processStart on %s', (platform) => {
  test('returns undefined for a process that has ended', () => {
    expect(processStart(ended, platform)).toBeUndefined();
  });
});

test('processStart returns null for a running process on Windows', () => {
  expect(processStart(process.pid, 'win32')).toBeNull();
});

describe.skipIf(process.platform !== 'linux')('processStart on macOS', () => {
  test('returns a date that differs between processes', async () => {
    const told = processStart(process.pid, 'darwin');
    expect(Date.parse(String(told))).toBeLessThanOrEqual(Date.now());
    expect(processStart(process.pid, 'darwin')).toBe(told);
    expect(processStart(1, 'darwin')).not.toBe(told);
  });

  test('returns null if ps is missing', () => {
    vi.stubEnv('PATH', '/nowhere');
    expect(processStart(process.pid, 'darwin')).toBeNull();
  });

  test('passes only PATH and LC_ALL to ps, and hides the error output of ps', () => {
    const directory = mkdtempSync(join(tmpdir(), 'waypost-ps-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const answer = 'echo complaint >&2; echo " $*, $LC_ALL, $WAYPOST_SECRET "';
    writeFileSync(join(directory, 'ps'), `#!/bin/sh\n${answer}\n`, { mode: 0o755 });
    vi.stubEnv('PATH', `${directory}:${process.env.PATH}`);
    vi.stubEnv('WAYPOST_SECRET', 'secret');
    const shown = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(processStart(process.pid, 'darwin')).toBe(`-o lstart= -p ${process.pid}, C,`);
    expect(shown).not.toHaveBeenCalled();
  });
});

linuxTest('processStart on Linux returns the boot ID and the start time in clock ticks', () => {
  expect(processStart(process.pid)).toMatch(/^[\da-f-]{36}:\d{3,}$/);
  expect(processStart(process.ppid)).not.toBe(processStart(process.pid));
});

linuxTest('processStart on Linux does not depend on the process title', () => {
  const { title } = process;
  const start = processStart(process.pid);
  onTestFinished(() => {
    process.title = title;
  });
  process.title = 'a) Z 1 (b';
  expect(processStart(process.pid)).toBe(start);
});

linuxTest('processNamespace on Linux returns the host and the PID namespace', () => {
  expect(processNamespace()).toMatch(/^\S+\/pid:\[\d+\]$/);
  expect(processNamespace().startsWith(`${hostname()}/`)).toBe(true);
});

test.each([
  ['EPERM', null],
  ['ESRCH', undefined],
])('processStart on Windows maps the process.kill() error %s to %s', (code, start) => {
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error(`kill ${code}`), { code });
  });
  expect(processStart(process.ppid, 'win32')).toBe(start);
});

linuxTest('processStart returns undefined for a zombie process', () => {
  const { pid = 0 } = spawn('true');
  // Node does not reap the process before this test is over.
  const deadline = Date.now() + 240_000;
  while (processStart(pid) !== undefined && Date.now() < deadline);
  expect(processStart(pid)).toBeUndefined();
  expect(processStart(pid, 'win32'), 'its number is still taken').toBeNull();
});
