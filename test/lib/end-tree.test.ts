// Ending a program with all processes that it started, also if the processes cannot be listed.
import { type ChildProcess, spawn } from 'node:child_process';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { killProcessTree, processStart } from '../../src/lib/processes';

/** A shell that has started another process, and the ID of that process. */
async function parentAndChild(detached: boolean) {
  const parent = spawn('sh', ['-c', 'sleep 3600 & echo $!; wait'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached,
  });
  const child = await new Promise<number>((resolve) => {
    parent.stdout.once('data', (text) => resolve(Number(text)));
  });
  onTestFinished(() => {
    if (processStart(child) !== undefined) process.kill(child, 'SIGKILL');
  });
  return { parent, child };
}

const endOf = (process: ChildProcess) =>
  new Promise((resolve) => process.once('exit', (_, signal) => resolve(signal)));

describe.skipIf(process.platform === 'win32')('killProcessTree', () => {
  test.each([
    ['in its own group', true],
    ["in the test's process group", false],
  ])('ends the process and its child if the process is %s', async (_, detached) => {
    const { parent, child } = await parentAndChild(detached);
    const end = endOf(parent);
    killProcessTree(parent.pid, detached);
    expect(await end).toBe('SIGKILL');
    await expect.poll(() => processStart(child)).toBeUndefined();
  });

  test('ends the process group if processes cannot be listed', async () => {
    const { parent, child } = await parentAndChild(true);
    const end = endOf(parent);
    vi.stubEnv('PATH', '/nowhere');
    killProcessTree(parent.pid, true);
    vi.unstubAllEnvs();
    expect(await end).toBe('SIGKILL');
    await expect.poll(() => processStart(child)).toBeUndefined();
  });

  test('ignores a process that has ended or never started', async () => {
    const process = spawn('true');
    await endOf(process);
    killProcessTree(process.pid, false);
    killProcessTree(process.pid, true);
    killProcessTree(undefined, true);
  });
});
