// One process has a data directory: finding it, being refused by it, taking over after it was killed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { processNamespace, processStart } from '../../src/lib/processes';
import { resetSandbox } from '../../src/sandbox/control/control-client';
import { entryFile } from '../../src/sandbox/server/registry-entry';
import {
  findSandbox,
  registered,
  stopSandbox,
  type TargetState,
} from '../../src/sandbox/server/running-sandboxes';
import { storeFile } from '../../src/sandbox/store/store';
import { systemTest } from '../support/runs';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../support/sandbox';
import { standIn } from '../support/service';
import { send } from './support/client';
import { startProcess } from './support/process';

let directory: string;
let started: RunningSandbox[] = [];
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'sandbox-instance-')), 'data');
});
afterEach(async () => {
  await Promise.all(started.map((sandbox) => sandbox.close()));
  started = [];
  rmSync(dirname(directory), { recursive: true, force: true });
});

async function start(options: Partial<SandboxOptions> = {}): Promise<RunningSandbox> {
  const sandbox = await startSandbox({ data: directory, ...options });
  started.push(sandbox);
  return sandbox;
}

const owner = (): Record<string, unknown> =>
  JSON.parse(readFileSync(join(directory, entryFile), 'utf8')) as Record<string, unknown>;

function writeOwner(content: unknown): void {
  mkdirSync(directory, { recursive: true });
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(join(directory, entryFile), text);
}

const stale = (change: object) => ({
  instance: 'gone',
  machine: processNamespace(),
  pid: process.pid,
  process_start: processStart(process.pid),
  started_at: '2026-11-20T12:00:00.000Z',
  version: '0.1.0',
  origin: 'http://127.0.0.1:9',
  data: null,
  log: null,
  ...change,
});

describe('a data directory', () => {
  test('is accessible only to its owner, and contains a sandbox.json file that identifies the sandbox', async () => {
    const sandbox = await start();
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    for (const file of [entryFile, storeFile, `${storeFile}-wal`]) {
      expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600);
    }
    expect(owner()).toMatchObject({ pid: process.pid, origin: sandbox.origin, data: directory });
    expect(sandbox.data).toBe(directory);
  });

  // Shows: Only one sandbox at a time can use a data directory.
  test('cannot be used by a second sandbox, and the error identifies the first sandbox', async () => {
    const sandbox = await start();
    await expect(start()).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(sandbox.url),
      details: { data: directory, pid: process.pid, url: sandbox.url },
    });
    expect((await send('GET', `${sandbox.url}/keys/ak_test`)).status).toBe(200);
    expect(owner()).toMatchObject({ origin: sandbox.origin });
  });

  test('is used by exactly one of ten sandboxes that start at the same time', async () => {
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => start()));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is used by exactly one of ten sandboxes that start at the same time, even if it contains the sandbox.json file of an earlier sandbox', async () => {
    writeOwner(stale({ process_start: 'another' }));
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => start()));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('can be used again after the sandbox is closed', async () => {
    const sandbox = await start();
    await sandbox.close();
    await sandbox.closed;
    expect(existsSync(join(directory, entryFile))).toBe(false);
    await start();
  });

  test('is unlocked again if the sandbox fails to start', async () => {
    const other = await start({ data: null });
    await expect(start({ port: other.port })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(`A sandbox is already listening on 127.0.0.1:${other.port}`),
      hint: expect.stringContaining(`--port ${other.port + 1}`),
    });
    expect(existsSync(join(directory, entryFile))).toBe(false);
  });

  test.each([
    ['from a process that has ended', () => stale({ pid: 2 ** 22 + 1 })],
    ['from a process whose ID is used again', () => stale({ process_start: 'another start' })],
    ['incomplete', () => '{"instance":'],
    ['an empty JSON array', () => '[]'],
    ['empty', () => ''],
  ])('can be used even if its sandbox.json file is %s', async (_what, content) => {
    writeOwner(content());
    const sandbox = await start();
    expect(owner()).toMatchObject({ origin: sandbox.origin });
  });

  test('is reported as in use if its sandbox is running but does not respond', async () => {
    writeOwner(stale({}));
    expect(await findSandbox({ data: directory })).toMatchObject({
      state: 'silent',
      pid: process.pid,
    });
  });

  test('causes the error write_failed if it cannot be created', async () => {
    writeFileSync(join(dirname(directory), 'file'), '');
    const data = join(dirname(directory), 'file', 'data');
    await expect(start({ data })).rejects.toMatchObject({ code: 'write_failed' });
  });
});

describe('a data directory', () => {
  test.each([
    [
      'is damaged',
      Buffer.from('this is no database, but it is longer than a page header'.repeat(40)),
    ],
    ['is truncated', Buffer.from('SQLite format 3\0')],
  ])('is rejected and not changed if its store %s', async (_what, bytes) => {
    mkdirSync(directory, { recursive: true });
    const path = join(directory, storeFile);
    writeFileSync(path, bytes);
    await expect(start()).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(path),
    });
    expect(readFileSync(path)).toEqual(bytes);
    expect(existsSync(join(directory, entryFile))).toBe(false);
  });
});

describe('findSandbox', () => {
  test('finds a sandbox by its directory and by its port', async () => {
    const sandbox = await start();
    const found: TargetState = {
      state: 'running',
      sandbox: {
        url: sandbox.url,
        origin: sandbox.origin,
        port: sandbox.port,
        pid: process.pid,
        version: expect.any(String) as unknown as string,
        proof: expect.any(String) as unknown as string,
        data: directory,
      },
      process: { pid: process.pid, start: processStart(process.pid) ?? '' },
    };
    expect(await findSandbox({ data: directory })).toEqual(found);
    expect(await findSandbox({ port: sandbox.port })).toEqual(found);
  });

  test('finds an in-memory sandbox by its port', async () => {
    const { port } = await start({ data: null });
    expect(await findSandbox({ port })).toMatchObject({
      state: 'running',
      sandbox: { data: null },
    });
  });

  test('does not find a sandbox in a directory without a running sandbox', async () => {
    expect(await findSandbox({ data: directory })).toEqual({ state: 'stopped' });
    writeOwner(stale({ process_start: 'another' }));
    expect(await findSandbox({ data: directory })).toEqual({ state: 'stopped' });
  });

  test.each([
    ['other JSON', '{"ok":true}'],
    ['a web page', '<html></html>'],
  ])('ignores a server that responds with %s', async (_what, body) => {
    const server = createServer((_request, response) => response.end(body)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    expect(await findSandbox({ port })).toEqual({ state: 'stopped' });
    writeOwner(stale({ process_start: 'another', origin: `http://127.0.0.1:${port}` }));
    expect(await findSandbox({ data: directory })).toEqual({ state: 'stopped' });
    server.close();
  });

  test('returns a running sandbox that resetSandbox can reset', async () => {
    const sandbox = await start();
    await send('POST', `${sandbox.origin}/_sandbox/keys`);
    const found = await findSandbox({ data: directory });
    if (found.state !== 'running') throw new Error(found.state);
    expect(await resetSandbox(found.sandbox)).toBe(true);
    expect((await send('GET', `${sandbox.origin}/_sandbox/accounts`)).json).toEqual({
      accounts: [],
    });
  });
});

describe('the list of running sandboxes', () => {
  test('contains a running sandbox only once, even if waypost finds it both in the data directory and in the sandbox registry', async () => {
    const listDirectory = join(dirname(directory), 'sandboxes');
    const elsewhere = join(dirname(directory), 'elsewhere');
    const failed = (error: unknown) => {
      throw error;
    };
    const of = (data: string) => registered(listDirectory, data);
    const unlisted = await start();
    const entry = {
      origin: unlisted.origin,
      data: directory,
      log: null,
      pid: process.pid,
      started_at: expect.stringMatching(/^\d{4}-/) as unknown,
      found: { state: 'running' },
    };
    expect([await of(directory), await of(elsewhere)]).toMatchObject([[entry], []]);
    await unlisted.close();
    const { origin, close } = await start({
      registry: { directory: listDirectory, log: '/log', failed },
    });
    const listed = { ...entry, origin, log: '/log' };
    expect([await of(directory), await of(elsewhere)]).toMatchObject([[listed], [listed]]);
    await close();
    expect(await of(directory)).toEqual([]);
    expect(readdirSync(listDirectory)).toEqual([]);
  });
});

describe('a sandbox process', () => {
  systemTest(
    'prevents a second process from using its directory, and stops on request',
    async () => {
      const running = await startProcess(directory);
      await expect(startProcess(directory)).rejects.toThrow(
        /The sandbox at http:\S+ \(process \d+\) is already using/,
      );
      const found = await findSandbox({ data: directory });
      expect(found).toMatchObject({ state: 'running', sandbox: { pid: running.child.pid } });
      expect(await stopSandbox(found)).toBe(true);
      expect(processStart(running.child.pid ?? 0)).toBeUndefined();
      await running.ended;
      expect(running.child.exitCode).toBe(0);
      expect(await findSandbox({ data: directory })).toEqual({ state: 'stopped' });
      expect(existsSync(join(directory, entryFile))).toBe(false);
    },
  );

  test('can start after another sandbox process was killed', async () => {
    const killed = await startProcess(directory);
    await killed.end('SIGKILL');
    expect(existsSync(join(directory, entryFile))).toBe(true);
    expect(await findSandbox({ data: directory })).toEqual({ state: 'stopped' });
    const next = await startProcess(directory);
    expect((await send('GET', `${next.url}/keys/ak_test`)).status).toBe(200);
    await next.end('SIGTERM');
    expect([next.child.exitCode, next.child.signalCode]).toEqual([null, 'SIGTERM']);
    expect(existsSync(join(directory, entryFile))).toBe(false);
  });

  test('is stopped by a signal if it does not respond', async () => {
    const sleeper = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      stdio: 'ignore',
    });
    await once(sleeper, 'spawn');
    const pid = sleeper.pid ?? 0;
    writeOwner(stale({ pid, process_start: processStart(pid) }));
    const found = await findSandbox({ data: directory });
    expect(found).toMatchObject({ state: 'silent', pid });
    expect(await stopSandbox(found)).toBe(true);
  });

  describe('is not signaled', () => {
    /** Starts another program, which must survive. */
    async function otherProcess() {
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
        stdio: 'ignore',
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      await once(child, 'spawn');
      const pid = child.pid ?? 0;
      return { pid, process_start: processStart(pid) };
    }

    test.each([
      ['a different process now has its ID', { process_start: 'another start' }],
      ['the process runs on another machine', { machine: 'another' }],
      ['the system does not report when the process started', { process_start: null }],
    ])('if %s', async (_reason, change) => {
      const other = await otherProcess();
      writeOwner(stale({ ...other, ...change }));
      await stopSandbox(await findSandbox({ data: directory }));
      expect(processStart(other.pid)).toBe(other.process_start);
    });

    test('if another user could have written its sandbox.json file', async () => {
      const other = await otherProcess();
      writeOwner(stale(other));
      chmodSync(join(directory, entryFile), 0o666);
      const found = await findSandbox({ data: directory });
      expect(found).toMatchObject({ state: 'silent', pid: other.pid });
      expect(await stopSandbox(found)).toBe(false);
      expect(processStart(other.pid)).toBe(other.process_start);
    });

    test('if waypost knows its process ID only from an HTTP response', async () => {
      const other = await otherProcess();
      const service = await standIn(({ method }, response) => {
        if (method === 'POST') response.writeHead(404).end();
        else {
          const entry = { ...other, instance: 'gone', proof: 'gone' };
          response.end(JSON.stringify({ ...entry, ok: true, version: '0.1.0', data: directory }));
        }
      });
      onTestFinished(() => service.close());
      const { origin, port } = new URL(service.url);
      writeOwner(stale({ origin, process_start: 'ended' }));
      expect(await findSandbox({ data: directory })).toEqual({ state: 'stopped' });
      const found = await findSandbox({ port: Number(port) });
      expect(found).toMatchObject({ state: 'running', process: undefined });
      expect(await stopSandbox(found)).toBe(false);
      expect(processStart(other.pid)).toBe(other.process_start);
    });
  });

  test('that does not respond is found by its port in the sandbox registry', async () => {
    writeOwner(stale({ origin: 'http://127.0.0.1:9' }));
    const listDirectory = join(dirname(directory), 'sandboxes');
    mkdirSync(listDirectory, { mode: 0o700 });
    writeFileSync(join(listDirectory, 'one.json'), readFileSync(join(directory, entryFile)));
    expect(await findSandbox({ port: 9 }, listDirectory)).toMatchObject({
      state: 'silent',
      process: { pid: process.pid },
    });
  });
});

describe('closing a sandbox', () => {
  systemTest(
    'waits for responses that have started, and aborts requests that have no response yet',
    async () => {
      const sandbox = await start({ data: null, slowFor: 300 });
      const url = `${sandbox.url}/keys/ak_test`;
      const slow = send('GET', url, { headers: { 'X-Sandbox-Fault': 'slow' } });
      const stalled = send('GET', url, { headers: { 'X-Sandbox-Fault': 'stall' } });
      const ends = Promise.allSettled([slow, stalled]);
      await send('GET', url);
      await sandbox.close();
      expect((await ends).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
      await expect(send('GET', url)).rejects.toThrow('ECONNREFUSED');
    },
  );
});
