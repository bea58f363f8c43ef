// When a process started, as each system tells it. Linux has it under /proc; elsewhere `ps` is asked.
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

describe.each(['linux', 'darwin', 'win32'] as const)('on %s', (platform) => {
  test('a process that has ended has no start', () => {
    expect(processStart(ended, platform)).toBeUndefined();
  });
});

test('Windows does not tell it', () => {
  expect(processStart(process.pid, 'win32')).toBeNull();
});

describe.skipIf(process.platform !== 'linux')('where ps is asked', () => {
  test('its start is a date, and another process has another', async () => {
    const told = processStart(process.pid, 'darwin');
    expect(Date.parse(String(told))).toBeLessThanOrEqual(Date.now());
    expect(processStart(process.pid, 'darwin')).toBe(told);
    expect(processStart(1, 'darwin')).not.toBe(told);
  });

  test('without ps it is not told', () => {
    vi.stubEnv('PATH', '/nowhere');
    expect(processStart(process.pid, 'darwin')).toBeNull();
  });

  test('ps gets nothing of the environment but PATH, and what it complains of is not shown', () => {
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

describe.skipIf(process.platform !== 'linux')('on Linux', () => {
  test('it is the boot and a tick in it', () => {
    expect(processStart(process.pid)).toMatch(/^[\da-f-]{36}:\d{3,}$/);
    expect(processStart(process.ppid)).not.toBe(processStart(process.pid));
  });

  test('whatever the process calls itself', () => {
    const { title } = process;
    const start = processStart(process.pid);
    onTestFinished(() => {
      process.title = title;
    });
    process.title = 'a) Z 1 (b';
    expect(processStart(process.pid)).toBe(start);
  });

  test('process numbers are unique in a namespace of this host', () => {
    expect(processNamespace()).toMatch(/^\S+\/pid:\[\d+\]$/);
    expect(processNamespace().startsWith(`${hostname()}/`)).toBe(true);
  });
});

test.each([
  ['EPERM', null],
  ['ESRCH', undefined],
])('a process that may not be asked for exists: %s', (code, start) => {
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error(`kill ${code}`), { code });
  });
  expect(processStart(process.ppid, 'win32')).toBe(start);
});

test.skipIf(process.platform !== 'linux')(
  'a process that waits for its parent to notice its end has ended',
  () => {
    const { pid = 0 } = spawn('true');
    // It is not asked for before this test is over.
    const deadline = Date.now() + 240_000;
    while (processStart(pid) !== undefined && Date.now() < deadline);
    expect(processStart(pid)).toBeUndefined();
    expect(processStart(pid, 'win32'), 'its number is still taken').toBeNull();
  },
);
