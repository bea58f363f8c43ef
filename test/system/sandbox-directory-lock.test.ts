// The lock on a data directory. Whatever happens to the files in the directory, only one sandbox at a time can use the
// directory.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBuiltin } from '../../src/sandbox/store/builtin-driver';
import { send } from '../sandbox/support/client';
import { type SandboxProcess, startProcess } from '../sandbox/support/process';
import { requirement } from '../support/requirement';

/** True if the test can run processes in a separate PID namespace, as in a container. */
const hasNamespaces = requirement('namespaces', () => {
  const words = ['--pid', '--fork', '--mount-proc', '--net', 'true'];
  const { status } = spawnSync('unshare', words, { stdio: 'ignore' });
  return status === 0 ? undefined : 'unshare(1) of util-linux and the right to use it are needed';
});

/** True if Node contains `node:sqlite`, which locks files in the kernel. */
const hasOwnSqlite = process.getBuiltinModule('node:sqlite') !== undefined;

let directory: string;
let running: SandboxProcess[] = [];
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'sandbox-lock-')), 'data');
});
afterEach(async () => {
  for (const one of running) {
    one.child.kill('SIGCONT');
    await one.end('SIGKILL');
  }
  running = [];
  rmSync(dirname(directory), { recursive: true, force: true });
});

async function start(prefix: string[] = []): Promise<SandboxProcess> {
  const started = await startProcess(directory, { prefix });
  running.push(started);
  return started;
}

/** Creates a key in the sandbox. Returns the HTTP status and the key. */
async function makeKey({ origin }: SandboxProcess): Promise<{ status: number; key: string }> {
  const { status, json } = await send('POST', `${origin}/_sandbox/keys`, { body: {} });
  return { status, key: (json as { key?: string }).key ?? '' };
}

async function has({ url }: SandboxProcess, key: string): Promise<boolean> {
  return (await send('GET', `${url}/keys/${key}`)).status === 200;
}

const files = (): string[] => readdirSync(directory).sort();

describe('a second sandbox', () => {
  test.each<[string, (path: string) => void]>([
    ['removed', (path) => rmSync(path)],
    ['truncated', (path) => writeFileSync(path, '')],
    ['rewritten', (path) => writeFileSync(path, '{"instance":"another","pid":1}')],
    [
      'replaced by a directory',
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
  ])(
    "cannot use the same data directory even if the first sandbox's sandbox.json was %s",
    async (_what, change) => {
      const first = await start();
      change(join(directory, 'sandbox.json'));
      const error = await start().catch(String);
      expect(error).toContain(`is already using ${directory}`);
      expect(error).not.toMatch(/move|remove|delete/i);
      const { status, key } = await makeKey(first);
      expect([status, await has(first, key)]).toEqual([200, true]);
    },
  );
});

describe.skipIf(!hasNamespaces)('a sandbox in a container', () => {
  test.each([
    ['its own PID namespace', ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']],
    [
      'its own network and PID namespace',
      ['unshare', '--net', '--pid', '--fork', '--mount-proc', '--kill-child'],
    ],
  ])(
    'cannot use the data directory of a running sandbox if the container has %s',
    async (_what, prefix) => {
      const first = await start();
      await expect(start(prefix)).rejects.toThrow(`is already using ${directory}`);
      expect((await makeKey(first)).status).toBe(200);
    },
  );

  test('prevents sandboxes outside the container from using its data directory', async () => {
    const first = await start(['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']);
    const { key } = await makeKey(first);
    rmSync(join(directory, 'sandbox.json'));
    await expect(start()).rejects.toThrow(`is already using ${directory}`);
    expect(await has(first, key)).toBe(true);
  });
});

describe('the lock on a data directory', () => {
  test('can be acquired after the sandbox that held it is killed, and leaves no file after the next sandbox stops', async () => {
    const first = await start();
    const { key } = await makeKey(first);
    await first.end('SIGKILL');
    expect(files()).toContain('sandbox.lock');
    const second = await start();
    expect(await has(second, key)).toBe(true);
    await second.end('SIGTERM');
    expect(files()).toEqual(['sandbox.db']);
  });

  test('is not released while the sandbox that holds it is suspended', async () => {
    const first = await start();
    first.child.kill('SIGSTOP');
    await expect(start()).rejects.toThrow(`is already using ${directory}`);
  });

  test('is acquired by exactly one of eight processes after the sandbox that held it is killed', async () => {
    await (await start()).end('SIGKILL');
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => start()));
    const refused = results.flatMap((one) =>
      one.status === 'rejected' ? [String(one.reason)] : [],
    );
    expect(refused).toHaveLength(7);
    for (const reason of refused) expect(reason).toContain('is already using');
  });
});

test.skipIf(!hasOwnSqlite)(
  '`sandbox start` does not use a database that another program has open',
  async () => {
    await (await start()).end('SIGTERM');
    const path = join(directory, 'sandbox.db');
    const database = openBuiltin(path);
    database?.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE');
    const error = await start().catch(String);
    database?.close();
    expect(error).toContain(`Another program has ${path} open.`);
    expect(error).not.toMatch(/move/i);
  },
);
