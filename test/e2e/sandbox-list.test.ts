// Several sandboxes on one machine: ports and data directories that are in use, the list of running sandboxes, their logs,
// and the environment of their processes.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { apiTokenPrefix } from '../../src/lib/identity';
import { processStart } from '../../src/lib/processes';
import { send } from '../sandbox/support/client';
import { sample, systemTest } from '../support/runs';
import { type Detached, useSandboxCommand } from '../support/sandbox-command';
import { standIn } from '../support/service';
import { hasTerminal, Terminal } from '../support/terminal';
import { documentOf, errorOf, expectError, preloaded } from '../support/tool';

const tool = useSandboxCommand();
const { run: sandbox, call, start: detached, listed } = tool;
const registry = (): string => join(tool.home.path, '.local/share/waypost/sandboxes');

describe('`sandbox start`', () => {
  systemTest(
    'fails with the details of the sandbox that uses the port, and suggests a working command that keeps your options',
    async () => {
      const { port, pid, url, data } = await detached('--data', join(tool.home.path, 'one'));
      const words = ['--memory', '--strict-sign-up', '--fault', '503:0.5', '--no-rate-limit'];
      const error = errorOf(await call('start', '--json', '--port', String(port), ...words));
      expect(error).toMatchObject({
        exit: 2,
        code: 'invalid_input',
        message: `A sandbox is already listening on 127.0.0.1:${port} (process ${pid}), with its data in ${data}.`,
        details: { conflict: 'port', port, data, pid, url },
      });
      const [, command = ''] = /another port: `waypost (.*)`/.exec(String(error.hint)) ?? [];
      expect(command).toMatch(
        /^sandbox start --memory --port \d+ --fault 503:0\.5 --strict-sign-up --no-rate-limit --json$/,
      );
      const run = await tool.home.run([...command.split(' '), '--detach']);
      expect(run.status).toBe(0);
    },
  );

  systemTest(
    'suggests a command that contains --detach if --detach is set and a sandbox uses the port',
    async () => {
      const { port } = await detached('--memory');
      const run = await sandbox('start', '--detach', '--memory', '--port', String(port));
      expect(run.stderr).toContain(`A sandbox is already listening on 127.0.0.1:${port}`);
      expect(run.stderr).toContain('with its data in memory');
      expect(run.stderr).toMatch(/waypost sandbox start --memory --port \d+ --detach/);
    },
  );

  test('fails if another program uses the port, and does not print details of this program', async () => {
    const other = await standIn((_asked, response) => response.end());
    const { port } = new URL(other.url);
    const error = errorOf(await call('start', '--memory', '--json', '--port', port));
    expect(error).toMatchObject({
      message: `Another program is listening on 127.0.0.1:${port}.`,
      details: { conflict: 'port', data: null, pid: null, url: null },
    });
    await other.close();
  });
});

systemTest(
  '`sandbox start`, if the data directory is in use, fails and suggests a working command',
  async () => {
    const { url, data } = await detached();
    const run = await sandbox('start', '--detach', '--no-rate-limit', '--port', new URL(url).port);
    expect(run.stderr).toContain(`waypost sandbox stop --data ${data}`);
    const [, command = ''] = /start a second sandbox: `waypost ([^`]*)`/.exec(run.stderr) ?? [];
    expect(command).toMatch(
      /^sandbox start --data \S+sandbox-2 --port \d+ --detach --no-rate-limit$/,
    );
    expect((await tool.home.run(command.split(' '))).status).toBe(0);
    expect(await listed()).toHaveLength(2);
  },
);

describe('a command that cannot reach a service on this machine', () => {
  const unreached = (env: Record<string, string> = {}) =>
    tool.home.call('keys show ak_unreached --base-url http://127.0.0.1:1/v1 --json', { env });

  test('prints a hint that lists sandboxes on other ports, except in a proxy session', async () => {
    const { url, port } = await tool.serve();
    const start = 'To start another sandbox, use `waypost sandbox start --port 1`.';
    expectError(await unreached(), 'network_error', {
      hint: `Use --base-url ${url} or set WAYPOST_BASE_URL, because a sandbox is running on port ${port}. ${start}`,
    });
    const other = await tool.serve();
    expectError(await unreached(), 'network_error', {
      hint: `Use --base-url ${url} or set WAYPOST_BASE_URL, because sandboxes are running on ports ${port}, ${other.port}. ${start}`,
    });
    const inSession = await unreached({ WAYPOST_API_KEY: `${apiTokenPrefix}token` });
    expect(errorOf(inSession).hint).not.toContain(`${port}`);
  });
});

describe('`sandbox list`', () => {
  test('shows detached sandboxes and sandboxes in memory, and `sandbox stop --all` stops all sandboxes', async () => {
    const kept = await detached();
    const other = await detached('--data', join(tool.home.path, 'a directory'));
    const memory = await detached('--memory');
    expect(await listed()).toEqual(
      [kept, other, memory].map(({ url, port, pid, data }) => ({
        running: true,
        url,
        port,
        pid,
        data,
        version: expect.any(String) as unknown,
        started_at: expect.stringMatching(/^\d{4}-/) as unknown,
        detached: true,
      })),
    );
    const { stdout } = await call('list');
    for (const { url } of [kept, other, memory]) expect(stdout).toContain(url);
    expect(stdout.match(/\d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC/g)).toHaveLength(3);
    expect((await call('status', '--data', join(tool.home.path, 'a directory'))).stdout).toContain(
      other.url,
    );
    const stopped = documentOf(await call('stop', '--all', '--json'));
    expect(stopped).toEqual({
      success: true,
      stopped: [kept, other, memory].map(({ url, pid, data }) => ({ url, pid, data })),
    });
    for (const { pid } of [kept, other, memory]) expect(processStart(pid)).toBeUndefined();
    expect(await listed()).toEqual([]);
    expect((await call('stop', '--all')).stdout).toBe(
      'No sandbox is running. Start a sandbox with `waypost sandbox start`.\n',
    );
  });

  systemTest('removes the entry of a killed sandbox and ignores damaged files', async () => {
    const { pid } = await detached('--memory');
    expect(statSync(registry()).mode & 0o777).toBe(0o700);
    const [name = ''] = readdirSync(registry()).filter((one) => one.endsWith('.json'));
    const whole = readFileSync(join(registry(), name), 'utf8');
    writeFileSync(join(registry(), 'origin.json'), whole.replace('http://', 'http://\ufffd'));
    writeFileSync(join(registry(), 'half.json'), '{"pid":');
    process.kill(pid, 'SIGKILL');
    while (processStart(pid) !== undefined) await setTimeout(5);
    expect(await listed()).toEqual([]);
    expect(
      readdirSync(registry())
        .filter((name) => name.endsWith('.json'))
        .sort(),
    ).toEqual(['half.json', 'origin.json']);
  });

  test.skipIf(process.platform === 'win32')(
    "does not hang if a named pipe replaces one of a sandbox's files",
    async () => {
      const { data } = await detached();
      execFileSync('mkfifo', [join(registry(), 'pipe.json')]);
      const owner = join(String(data), 'sandbox.json');
      rmSync(owner);
      execFileSync('mkfifo', [owner]);
      const run = await call('list', '--json');
      expect(documentOf(run)).toEqual([expect.objectContaining({ running: true, data })]);
    },
  );

  systemTest(
    'ignores the directory that lists running sandboxes if other users can write to it',
    async () => {
      await detached('--memory');
      chmodSync(registry(), 0o777);
      expect(await listed()).toEqual([]);
      chmodSync(registry(), 0o700);
    },
  );
});

systemTest(
  '`sandbox stop` and `sandbox status` suggest the --port option that selects the only running sandbox, and `sandbox url` suggests `sandbox list` if several sandboxes are running',
  async () => {
    const { url, port } = await detached('--memory');
    for (const verb of ['stop', 'status']) {
      expect((await call(verb)).stdout).toContain(
        `Another sandbox is running at ${url}, in memory. To select this sandbox, use \`waypost sandbox ${verb} --port ${port}\`.`,
      );
    }
    await detached('--memory');
    expect((await call('url')).stderr).toContain(
      '2 other sandboxes are running. List the sandboxes with `waypost sandbox list`',
    );
  },
);

describe('`sandbox logs`', () => {
  systemTest.each(sample([[['--memory']], [[]]]))(
    'prints the log of a detached sandbox (options: %j)',
    async (args) => {
      const { url, port, pid } = await detached(...args);
      const run = await call('logs', '--json', '--port', String(port));
      const { file, lines } = documentOf(run) as { file: string; lines: string[] };
      expect(lines).toEqual([expect.stringContaining(`Listening at ${url} (process ${pid}`)]);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect((await call('logs', '--port', String(port))).stdout).toBe(`${lines[0]}\n`);
    },
  );

  systemTest('prints the log of a sandbox that has ended', async () => {
    await detached();
    await call('stop');
    const { stdout } = await call('logs', '--lines', '1');
    expect(stdout).toMatch(/^\S+ Stopped\.\n$/);
  });

  systemTest('prints new lines until it is interrupted if --follow is set', async () => {
    const { port } = await detached();
    let text = '';
    const run = await tool.home.run(['sandbox', 'logs', '--follow', '--port', String(port)], {
      whileRunning: (child) => {
        child.stdout?.on('data', (piece: string) => {
          if (text === '') void call('stop');
          text += piece;
          if (text.includes('Stopped.')) child.kill('SIGINT');
        });
      },
    });
    expect([run.signal, run.stderr]).toEqual(['SIGINT', '']);
  });

  test.skipIf(process.platform === 'win32').each(
    sample([
      ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
      ['a symbolic link to itself', (path: string) => symlinkSync(path, path)],
      ['a symbolic link to a device', (path: string) => symlinkSync('/dev/zero', path)],
    ] as const),
  )('rejects %s at the path of the log file', async (_name, plant) => {
    await detached();
    await call('stop');
    const { file } = documentOf(await call('logs', '--json')) as { file: string };
    rmSync(file);
    plant(file);
    expectError(await call('logs', '--json'), 'invalid_input', {
      message: expect.stringContaining(`waypost cannot read ${file}: `),
    });
  });

  test('fails if there is no log or an option is invalid', async () => {
    expectError(await call('logs', '--json'), 'network_error');
    expect(errorOf(await call('logs', '--json', '--follow'))).toMatchObject({ exit: 2 });
    expect(errorOf(await call('logs', '--json', '--lines', 'x'))).toMatchObject({ exit: 2 });
  });
});

const secrets = {
  WAYPOST_API_KEY: 'ak_inherited_secret_1',
  WAYPOST_USER_TOKEN: 'ut_inherited_secret_2',
  WAYPOST_PROFILE: 'work',
};

describe.skipIf(process.platform !== 'linux')('waypost', () => {
  test('does not pass keys to a detached sandbox', async () => {
    const words = ['sandbox', 'start', '--detach', '--memory', '--port', '0', '--json'];
    const { pid } = documentOf(await tool.home.run(words, { env: secrets })) as Detached;
    const given = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    expect(given).toContain(`HOME=${tool.home.path}`);
    expect(given.filter((one) => one.startsWith('WAYPOST_'))).toEqual([]);
  });

  test.skipIf(!hasTerminal)('does not pass keys to a browser', async () => {
    const { url } = await detached();
    const programs = join(tool.home.path, 'bin');
    const given = join(tool.home.path, 'given');
    mkdirSync(programs);
    const script = `#!/bin/sh\nenv >'${given}.new'\nmv '${given}.new' '${given}'\n`;
    writeFileSync(join(programs, 'xdg-open'), script, { mode: 0o755 });
    const { command, env } = preloaded([join(__dirname, '../support/not-a-container.cjs')]);
    const words = [...command, 'signup', '--base-url', url];
    const PATH = `${programs}:${process.env.PATH}`;
    const { WAYPOST_PROFILE: _, ...keys } = secrets;
    const around = tool.home.environment({ ...env, DISPLAY: ':0', PATH, ...keys });
    const screen = new Terminal(words, around);
    while (!existsSync(given)) await setTimeout(5);
    screen.kill();
    const lines = readFileSync(given, 'utf8').split('\n');
    expect(lines).toContain('DISPLAY=:0');
    expect(lines.filter((one) => one.startsWith('WAYPOST_'))).toEqual([]);
  });
});

systemTest('a sandbox runs even if waypost cannot add it to the list of sandboxes', async () => {
  const place = join(tool.home.path, '.local/share/waypost');
  mkdirSync(place, { recursive: true });
  writeFileSync(registry(), '');
  const { url, port } = await detached('--data', join(tool.home.path, 'data'));
  expect((await send('GET', `${url}/keys/ak_test`)).status).toBe(200);
  expect(existsSync(join(tool.home.path, 'data', 'sandbox.json'))).toBe(true);
  await call('stop', '--port', String(port));
});
