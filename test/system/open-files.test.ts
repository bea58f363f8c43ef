import { expect, test } from 'vitest';
import { useSandboxCommand } from '../support/sandbox-command';
import { isNodeBuild, type Run } from '../support/tool';

const tool = useSandboxCommand();

const limited = (limit: number, args: string[]): Promise<Run> =>
  tool.home.shell(`ulimit -c 0; ulimit -n ${limit}; exec "$@"`, args, {});

/** Returns the lowest limit of open files with which `waypost --version` works. */
async function fewest(): Promise<number> {
  for (let limit = 8; ; limit += 1) {
    const { status } = await limited(limit, ['--version']);
    if (status === 0) return limit;
  }
}

test('`sandbox start` reports that the open-file limit is too low, and does not leave a sandbox running', async () => {
  // After the sandbox stops, its port is free.
  const { port } = await tool.start('--memory');
  await tool.call('stop', '--all');
  const start = ['sandbox', 'start', '--port', '0'];
  const least = await fewest();
  for (const limit of [0, 1, 2, 4, 6, 9].map((more) => least + more)) {
    const runs = [
      [...start, '--memory'],
      [...start, '--data', `${tool.home.path}/data`],
      [...start, '--memory', '--detach'],
      [...start, '--data', `${tool.home.path}/other`, '--detach'],
      ['sandbox', 'env', '--port', String(port)],
    ].map((args) => limited(limit, args));
    for (const run of await Promise.all(runs)) {
      expect(run, `${limit} open files`).toMatchObject({ status: 5, signal: null, stdout: '' });
      expect(run.stderr).toContain('Error: waypost cannot open more files: EMFILE');
      expect(run.stderr).toContain('Raise the limit on open files');
    }
    expect(await tool.listed()).toEqual([]);
  }
});

test('`places search` reports that the open-file limit is too low, or succeeds if the limit is high enough', async () => {
  const { url } = await tool.start('--memory');
  const search = ['places', 'search', 'Berlin', '--api-key', 'ak_test', '--base-url', url];
  let limit = await fewest();
  const refused: Run[] = [];
  for (; ; limit += 1) {
    const run = await limited(limit, search);
    if (run.status === 0) break;
    refused.push(run);
  }
  expect(refused).not.toEqual([]);
  for (const { status, signal, stdout, stderr } of refused) {
    expect([status, signal, stdout]).toEqual([expect.toBeOneOf([3, 5]), null, '']);
    // If Bun cannot open a socket, Bun reports a refused connection.
    if (!isNodeBuild && stderr.includes('ECONNREFUSED')) continue;
    expect(stderr).toContain('too many open files');
    expect(stderr).toContain('Raise the limit on open files');
  }
});
