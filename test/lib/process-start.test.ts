// When a process started, as each system tells it. Linux has it under /proc; elsewhere `ps` is asked.
import { spawn, spawnSync } from 'node:child_process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { processStart } from '../../src/lib/process-start';

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
    const { PATH } = process.env;
    onTestFinished(() => {
      process.env.PATH = PATH;
    });
    process.env.PATH = '/nowhere';
    expect(processStart(process.pid, 'darwin')).toBeNull();
  });
});

test.skipIf(process.platform !== 'linux')(
  'a process that waits for its parent to notice its end has ended',
  async () => {
    // The shell starts a process and becomes `sleep`, which never asks for it; then the process ends.
    const child = 'until [ "$(cat /proc/$PPID/comm)" = sleep ]; do :; done';
    const parent = spawn('sh', ['-c', `sh -c '${child}' & echo $!; exec sleep 60`], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void parent.kill('SIGKILL'));
    const pid = await new Promise<number>((resolve) => {
      parent.stdout.once('data', (text) => resolve(Number(text)));
    });
    await expect.poll(() => processStart(pid)).toBeUndefined();
    expect(processStart(pid, 'win32'), 'its number is still taken').toBeNull();
  },
);
