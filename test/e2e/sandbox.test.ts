// `sandbox start`, `status`, `url`, `stop` and `reset`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { processStart } from '../../src/lib/processes';
import { send } from '../sandbox/support/client';
import { sample, systemTest } from '../support/runs';
import { standIn } from '../support/service';
import { hasTerminal, Terminal } from '../support/terminal';
import {
  command,
  documentOf,
  errorOf,
  expectError,
  Home,
  type Run,
  type RunOptions,
} from '../support/tool';

interface Ready {
  url: string;
  port: number;
  pid: number;
  data: string | null;
}

let home: Home;
beforeEach(() => {
  home = new Home();
});
afterEach(async () => {
  await home.call('sandbox stop');
  home.remove();
});

const sandbox = (verb: string, ...args: string[]): Promise<Run> =>
  home.run(['sandbox', verb, ...args]);

/** Runs a `sandbox` command in the test's process. */
const call = (verb: string, ...args: string[]): Promise<Run> =>
  home.call(['sandbox', verb, ...args]);

const directory = (): string => join(home.path, '.local/share/waypost/sandbox');

const statusOf = async (url: string, path: string): Promise<number> =>
  (await send('GET', url + path)).status;

/** Starts a detached sandbox, which `afterEach` stops. */
async function detached(...args: string[]): Promise<Ready> {
  const run = await sandbox('start', '--detach', '--port', '0', '--json', ...args);
  expect([run.status, run.stderr]).toEqual([0, '']);
  return documentOf(run) as Ready;
}

/** Runs a sandbox in the foreground, and calls `whenReady` as soon as the sandbox is ready. */
function foreground(
  args: string[],
  whenReady: (text: string, kill: (signal: NodeJS.Signals) => void) => unknown,
): Promise<Run> {
  const whileRunning: RunOptions['whileRunning'] = (child) => {
    child.stdout?.once('data', (text: string) => whenReady(text, (signal) => child.kill(signal)));
  };
  return home.run(['sandbox', 'start', '--port', '0', ...args], { whileRunning });
}

describe('`sandbox start` in the foreground', () => {
  test('prints one JSON document when the sandbox is ready if --json is set', async () => {
    let answered = 0;
    const run = await foreground(['--json'], async (text, kill) => {
      const { url } = JSON.parse(text) as Ready;
      answered = await statusOf(url, '/keys/ak_test');
      kill('SIGTERM');
    });
    const document = documentOf(run);
    expect(document).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/),
      port: expect.any(Number),
      host: '127.0.0.1',
      pid: expect.any(Number),
      data: directory(),
      detached: false,
    });
    expect(answered).toBe(200);
    expect(run.stderr).toMatch(/^\S+Z GET \/v1\/keys\/ak_tes… {2}200 2000 {2}\d+ ms\n$/);
  });

  systemTest('prints the base URL, the data directory and how to stop the sandbox', async () => {
    const run = await foreground([], (_text, kill) => kill('SIGTERM'));
    expect(run.stdout).toMatch(/^Sandbox ready at http:\/\/127\.0\.0\.1:\d+\/v1\n/);
    expect(run.stdout).toContain(directory());
    expect(run.stdout).toContain('Ctrl-C');
  });

  test.each(sample(['SIGINT', 'SIGTERM'] as const))(
    'closes the sandbox after the signal %s, and ends with this signal',
    async (signal) => {
      const run = await foreground([], (_text, kill) => kill(signal));
      expect([run.status, run.signal, run.stderr]).toEqual([null, signal, '']);
      expect(existsSync(join(directory(), 'sandbox.json'))).toBe(false);
      expect(existsSync(join(directory(), 'sandbox.db'))).toBe(true);
    },
  );

  systemTest('ends with exit code 0 after `sandbox stop`', async () => {
    const run = await foreground([], () => sandbox('stop'));
    expect([run.status, run.stderr]).toEqual([0, '']);
  });

  systemTest('does not write data to disk if --memory is set', async () => {
    const run = await foreground(['--memory', '--json'], (_text, kill) => kill('SIGTERM'));
    expect(documentOf(run)).toMatchObject({ data: null });
    expect(existsSync(directory())).toBe(false);
  });

  systemTest(
    'listens on the --host address, and warns that other hosts can reach this address',
    async () => {
      const run = await foreground(['--host', '0.0.0.0', '--json'], async (text, kill) => {
        expect(await statusOf((JSON.parse(text) as Ready).url, '/keys/ak_test')).toBe(200);
        kill('SIGTERM');
      });
      expect(documentOf(run)).toMatchObject({
        host: '0.0.0.0',
        url: expect.stringContaining('127.0.0.1'),
      });
      expect(run.stderr).toContain('The sandbox listens on 0.0.0.0.');
    },
  );
});

describe('`sandbox start`', () => {
  test('rejects a port that is already in use', async () => {
    const { port } = await detached();
    const run = await call('start', '--memory', '--json', '--port', String(port));
    expect(errorOf(run)).toMatchObject({
      exit: 2,
      code: 'invalid_input',
      message: expect.stringContaining(`A sandbox is already listening on 127.0.0.1:${port}`),
      // The hint contains the next free port, which depends on the ports that other tests use.
      hint: expect.stringMatching(/choose another port: `waypost sandbox start .*--port [1-9]\d*/),
    });
  });

  test.each(sample([[['--detach']], [[]]]))(
    'rejects a data directory that is already in use (options: %j)',
    async (args) => {
      const { url, pid } = await detached();
      const run = await sandbox('start', '--json', '--port', '0', ...args);
      expectError(run, 'invalid_input', {
        message: expect.stringContaining(url),
        hint: /waypost sandbox stop/,
        details: { data: directory(), pid, url },
      });
    },
  );

  systemTest.each(sample([[['--detach']], [[]]]))(
    'rejects a damaged database without changing it, and leaves no sandbox.json file (options: %j)',
    async (args) => {
      mkdirSync(directory(), { recursive: true });
      writeFileSync(join(directory(), 'sandbox.db'), 'no database');
      const run = await sandbox('start', '--json', '--port', '0', ...args);
      expectError(run, 'invalid_input', {
        message: expect.stringContaining(join(directory(), 'sandbox.db')),
      });
      expect(readFileSync(join(directory(), 'sandbox.db'), 'utf8')).toBe('no database');
      expect(existsSync(join(directory(), 'sandbox.json'))).toBe(false);
    },
  );

  test('fails with write_failed if the data directory cannot be created', async () => {
    writeFileSync(join(home.path, 'file'), '');
    const data = join(home.path, 'file', 'data');
    const run = await call('start', '--json', '--port', '0', '--data', data);
    expectError(run, 'write_failed');
  });

  test.each([
    ['a port that is not a number', ['--port', 'x'], '--port'],
    ['a port out of range', ['--port', '65536'], '--port'],
    ['an empty --data', ['--data', ''], '--data'],
    ['--data with --memory', ['--data', 'x', '--memory'], '--memory'],
    ['an unknown fault', ['--fault', '404'], '--fault'],
    ['a rate above 1', ['--fault', '503:2'], '--fault'],
    ['an empty --host', ['--host', ''], '--host'],
    ['an address of another host', ['--host', '192.0.2.1', '--memory', '--port', '0'], '192.0.2.1'],
    ['an extra argument', ['now'], 'Too many arguments'],
  ])('rejects %s (arguments: %j)', async (_what, args, told) => {
    const run = await call('start', '--json', ...args);
    const { exit, code, message } = errorOf(run);
    expect([exit, code, message]).toEqual([2, 'invalid_input', expect.stringContaining(told)]);
    expect(existsSync(directory())).toBe(false);
  });

  test('prints on standard error that a fault is unknown if --json is not set', async () => {
    const run = await sandbox('start', '--fault', '404');
    expect([run.status, run.stdout]).toEqual([2, '']);
    expect(run.stderr).toMatch(/^Error: --fault must be/);
  });
});

describe('`sandbox start`', () => {
  systemTest('injects the fault that --fault specifies', async () => {
    const { url } = await detached('--fault', 'html');
    const answer = await send('GET', `${url}/keys/ak_test`);
    expect(answer.headers['content-type']).toContain('text/html');
  });

  systemTest('requires more sign-up fields if --strict-sign-up is set', async () => {
    const { url } = await detached('--strict-sign-up');
    expect((await send('POST', `${url}/sign_up`, { body: {} })).status).toBe(400);
  });

  systemTest.each([
    ['none', [], true],
    ['--no-rate-limit', ['--no-rate-limit'], false],
  ])(
    'limits requests to 30 per second unless --no-rate-limit is set (options: %s)',
    async (_what, args, limited) => {
      const { url } = await detached(...args);
      const path = '/keys/ak_test';
      const statuses = await Promise.all(Array.from({ length: 60 }, () => statusOf(url, path)));
      expect(statuses.includes(503)).toBe(limited);
    },
  );
});

describe('`sandbox start --detach`', () => {
  test('ends when the sandbox is ready, and the sandbox continues to run', async () => {
    const ready = await detached();
    expect(ready).toMatchObject({ host: '127.0.0.1', data: directory(), detached: true });
    expect(await statusOf(ready.url, '/keys/ak_test')).toBe(200);
    expect(processStart(ready.pid)).toEqual(expect.any(String));
  });

  systemTest('prints how to stop the sandbox', async () => {
    const run = await sandbox('start', '--detach', '--port', '0');
    expect(run.stdout).toMatch(/^Sandbox ready at http.*\n[\s\S]*waypost sandbox stop/);
  });

  systemTest('starts a sandbox in memory that other commands find by its port', async () => {
    const { port, url } = await detached('--memory');
    const at = ['--port', String(port)];
    expect(documentOf(await call('url', '--json', ...at))).toEqual({ url });
    expect(documentOf(await call('stop', '--json', ...at))).toMatchObject({ stopped: true });
    expect(documentOf(await call('status', '--json', ...at))).toMatchObject({ running: false });
  });
});

describe('`sandbox status`, `sandbox url` and `sandbox stop`', () => {
  test("print a running sandbox's details, print the sandbox's URL, and stop the sandbox, respectively", async () => {
    const { url, port, pid } = await detached();
    expect(documentOf(await sandbox('status', '--json'))).toEqual({
      running: true,
      url,
      port,
      pid,
      version: expect.any(String),
      data: directory(),
    });
    expect((await call('status')).stdout).toContain(`Running at ${url}\n`);
    expect((await sandbox('url')).stdout).toBe(`${url}\n`);
    expect(documentOf(await call('url', '--json'))).toEqual({ url });
    expect(documentOf(await sandbox('stop', '--json'))).toEqual({
      success: true,
      stopped: true,
      pid,
    });
    expect(processStart(pid)).toBeUndefined();
  });

  systemTest('use the sandbox in the --data directory', async () => {
    const data = join(home.path, 'other');
    const { url } = await detached('--data', data);
    expect((await call('url', '--data', data)).stdout).toBe(`${url}\n`);
    expect(documentOf(await call('status', '--json'))).toMatchObject({ running: false });
    expect((await call('stop', '--data', data)).stdout).toMatch(/^Stopped/);
  });

  test('report that no sandbox is running', async () => {
    const nothing = { url: null, port: null, pid: null, version: null };
    const status = await call('status', '--json');
    expect(documentOf(status)).toEqual({ running: false, ...nothing, data: directory() });
    expect((await call('status')).stdout).toContain('waypost sandbox start');
    const stop = await call('stop', '--json');
    expect(documentOf(stop)).toEqual({ success: true, stopped: false, pid: null });
    expect([status.status, stop.status]).toEqual([0, 0]);
    expectError(await call('url', '--json'), 'network_error', { hint: /waypost sandbox start/ });
  });

  systemTest('suggest the --port option that selects a sandbox in memory', async () => {
    const { url, port } = await detached('--memory');
    const env = { WAYPOST_BASE_URL: url };
    const named = (verb: string) =>
      `Another sandbox is running at ${url}, in memory. To select this sandbox, use \`waypost sandbox ${verb} --port ${port}\`.`;
    for (const verb of ['stop', 'status']) {
      const { status, stdout } = await home.call(['sandbox', verb], { env });
      expect(status).toBe(0);
      expect(stdout).toMatch(/^No sandbox is running with its data in /);
      expect(stdout).toContain(named(verb));
    }
    const reset = await home.call('sandbox reset --yes', { env });
    expect(reset.stdout).toContain(named('reset'));
    const error = errorOf(await home.call('sandbox url --json', { env }));
    expect(error.hint).toContain(named('url'));
    const json = await home.call('sandbox stop --json', { env });
    expect(documentOf(json)).toEqual({ success: true, stopped: false, pid: null });
    const elsewhere = await home.call(['sandbox', 'stop', '--data', home.path], { env });
    expect(elsewhere.stdout).toBe(`No sandbox is running with its data in ${home.path}.\n`);
    const stopped = await call('stop', '--port', String(port));
    expect(stopped.stdout).toMatch(/^Stopped/);
  });
});

test('`sandbox stop` does not suggest that you end the process if waypost knows the process ID only from an HTTP response', async () => {
  const health = { ok: true, version: '1.0.0', data: null, pid: 1 };
  const other = await standIn(({ method }, response) => {
    if (method === 'POST') response.writeHead(404).end();
    else response.end(JSON.stringify(health));
  });
  onTestFinished(() => other.close());
  const run = await call('stop', '--json', '--port', new URL(other.url).port);
  expectError(run, 'timeout', {
    message: /process 1\) ignored the request to stop, and you did not start it on this machine/,
    hint: /^If another user or a container started the sandbox, stop the sandbox/,
  });
});

test.each([
  ['--port with --data', ['--port', '1', '--data', 'x']],
  ['port 0', ['--port', '0']],
  ['an extra argument', ['it']],
])('`sandbox status` rejects %s (arguments: %j)', async (_what, args) => {
  await home.fails(['sandbox', 'status', ...args], 'invalid_input');
});

describe('`sandbox reset`', () => {
  /** Creates an account, and returns the number of accounts. */
  async function addAccount({ url }: Ready): Promise<number> {
    await send('POST', `${new URL(url).origin}/_sandbox/keys`, { body: {} });
    return accounts({ url });
  }

  async function accounts({ url }: Pick<Ready, 'url'>): Promise<number> {
    const answer = await send('GET', `${new URL(url).origin}/_sandbox/accounts`);
    return (answer.json as { accounts: unknown[] }).accounts.length;
  }

  test('deletes all accounts of a running sandbox, and the sandbox continues to run', async () => {
    const ready = await detached();
    expect(await addAccount(ready)).toBe(1);
    const run = await sandbox('reset', '--yes', '--json');
    expect(documentOf(run)).toEqual({ success: true, reset: true, url: ready.url });
    expect(await accounts(ready)).toBe(0);
  });

  systemTest(
    'deletes all accounts from the data directory if the sandbox is not running',
    async () => {
      expect(await addAccount(await detached())).toBe(1);
      await call('stop');
      const run = await call('reset', '--yes', '--json');
      expect(documentOf(run)).toEqual({ success: true, reset: true, url: null });
      expect(await accounts(await detached())).toBe(0);
    },
  );

  test('does not create a missing data directory', async () => {
    expect(documentOf(await call('reset', '--yes', '--json'))).toMatchObject({ reset: true });
    expect(existsSync(directory())).toBe(false);
  });

  systemTest('requires --yes in a script', async () => {
    const ready = await detached();
    await addAccount(ready);
    expectError(await call('reset', '--json'), 'invalid_input', { hint: /--yes/ });
    expect(await accounts(ready)).toBe(1);
  });

  systemTest('fails with network_error if no sandbox listens on the port', async () => {
    const other = await standIn((_asked, response) => response.end());
    const port = new URL(other.url).port;
    const run = await call('reset', '--yes', '--json', '--port', port);
    expectError(run, 'network_error');
    await other.close();
  });

  test.skipIf(!hasTerminal).each(
    sample([
      ['y', 0, 'The sandbox was reset.', 0],
      ['n', 130, 'Nothing was changed.', 1],
      ['', 130, 'Nothing was changed.', 1],
    ] as const),
  )('asks for confirmation at a terminal (answer: %j)', async (typed, status, told, left) => {
    const ready = await detached();
    await addAccount(ready);
    const words = [...command, 'sandbox', 'reset'];
    const screen = new Terminal(words, home.environment());
    await screen.until(/Resetting removes every account, key and log entry[\s\S]*Continue\?/);
    screen.type(`${typed}\r`);
    await screen.until(new RegExp(told));
    expect((await screen.end()).status).toBe(status);
    expect(await accounts(ready)).toBe(left);
  });
});
