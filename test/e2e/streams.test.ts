// The output streams and the exit code of a process if the reader closes the pipe, the disk is full, a signal interrupts
// waypost, or waypost has a bug.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { apiKey, freshHome, keyService, refuse, store, userToken } from '../support/keys';
import { sample, systemTest } from '../support/runs';
import { standIn } from '../support/service';
import { command, documentOf, errorOf, type Home, preloaded } from '../support/tool';

/** How a process ended, and its standard error. */
interface Ending {
  status: number | null;
  signal: NodeJS.Signals | null;
  stderr: string;
}

/** Runs a command whose output goes to a pipe with a reader (`read`), a closed pipe (`gone`), or a file descriptor. */
function runInto(
  home: Home,
  args: string[],
  stdout: 'gone' | 'read' | number,
  stderr: 'gone' | 'read',
): Promise<Ending> {
  const child = spawn(command[0], [...command.slice(1), ...args], {
    env: home.environment(),
    stdio: ['ignore', typeof stdout === 'number' ? stdout : 'pipe', 'pipe'],
  });
  let text = '';
  if (stdout === 'gone') child.stdout?.destroy();
  else child.stdout?.resume();
  if (stderr === 'gone') child.stderr?.destroy();
  else {
    child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
  }
  return new Promise((resolve) => {
    child.once('close', (status, signal) => resolve({ status, signal, stderr: text }));
  });
}

describe('if the output pipe is closed,', () => {
  test.each(
    sample<[line: string, status: number]>([
      ['auth logout', 0],
      ['auth logout --json', 0],
      ['--help', 0],
      ['auth login --help', 0],
      ['help exit-codes', 0],
      ['--version', 0],
      ['auth token', 4],
      ['auth token --json', 4],
      ['nosuch', 2],
    ]),
  )(
    '`waypost %s` ends with its usual exit code and does not print a stack trace',
    async (line, status) => {
      const args = line.split(' ');
      const home = freshHome();
      const endings = [
        await runInto(home, args, 'gone', 'read'),
        await runInto(home, args, 'gone', 'gone'),
        await runInto(home, args, 'read', 'gone'),
      ];
      expect(endings.map((ending) => [ending.status, ending.signal])).toEqual(
        Array(3).fill([status, null]),
      );
      expect(endings.map(({ stderr }) => stderr).join('')).not.toMatch(/EPIPE| {4}at /);
    },
  );

  test('`auth login` stores the login anyway', async () => {
    const home = freshHome();
    const { url } = await keyService();
    const login = ['auth', 'login', '--api-key', apiKey, '--base-url', url];
    expect(await runInto(home, login, 'gone', 'gone')).toMatchObject({ status: 0 });
    expect(existsSync(home.configFile)).toBe(true);
  });
});

describe.runIf(existsSync('/dev/full'))('if standard output is on a full disk,', () => {
  test.each(sample(['auth logout', 'auth logout --json', '--help', '--version']))(
    '`waypost %s` prints the write error on standard error and ends with exit code 5',
    async (line) => {
      const full = openSync('/dev/full', 'w');
      const ending = await runInto(freshHome(), line.split(' '), full, 'read');
      closeSync(full);
      expect(ending).toMatchObject({ status: 5, signal: null });
      expect(ending.stderr).toMatch(/^Error: .*ENOSPC/);
      expect(ending.stderr).not.toMatch(/ {4}at /);
    },
  );
});

describe('a command that receives a signal', () => {
  test.each(sample(['auth login', 'auth whoami', 'auth whoami --json']))(
    'ends with this signal if the command is waiting for a response (command: %s)',
    async (line) => {
      const home = freshHome();
      for (const signal of sample(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)) {
        let interrupt = () => {};
        const service = await standIn(() => interrupt());
        const run = await home.run(`${line} --api-key ${apiKey} --base-url ${service.url}`, {
          whileRunning: (child) => {
            interrupt = () => child.kill(signal);
          },
        });
        expect(run).toEqual({ status: null, signal, stdout: '', stderr: '' });
        expect(existsSync(home.configFile)).toBe(false);
        await service.close();
      }
    },
  );

  test('ends with this signal if the command is waiting to retry a request', async () => {
    const home = freshHome();
    let interrupt = () => {};
    const { url, asked } = await keyService({
      availability: (response) => {
        response.writeHead(503, { 'retry-after': '50' }).end();
        response.once('close', () => interrupt());
      },
    });
    const run = await home.run(['auth', 'whoami', '--api-key', apiKey, '--base-url', url], {
      whileRunning: (child) => {
        interrupt = () => child.kill('SIGINT');
      },
    });
    expect(run).toMatchObject({ status: null, signal: 'SIGINT', stdout: '' });
    expect(asked).toHaveLength(1);
  });

  test('ends with this signal if the command is waiting for keys on standard input', async () => {
    const home = freshHome();
    const { command, env } = preloaded([join(__dirname, '../support/say-when-reading.cjs')]);
    const [program, ...first] = command;
    const words = [...first, 'auth', 'login', '--api-key', '-', '--debug'];
    const child = spawn(program, words, {
      env: home.environment(env),
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    child.stderr.once('data', () => child.kill('SIGINT'));
    const ending = await new Promise((resolve) => {
      child.once('close', (status, signal) => resolve({ status, signal }));
    });
    expect(ending).toEqual({ status: null, signal: 'SIGINT' });
  });
});

describe('a bug in waypost', () => {
  const throwing = join(__dirname, '../support/throw-at-link-check.cjs');

  test.each(sample([[['--json']], [[]]]))(
    'causes internal_error without a stack trace (options: %j)',
    async (json) => {
      const home = freshHome();
      const run = await home.run(['auth', 'logout', ...json], { preload: [throwing] });
      const text = 'This is a bug in waypost: RangeError: out of luck with ak_liv…';
      if (json.length > 0) {
        expect(errorOf(run)).toEqual({
          exit: 1,
          code: 'internal_error',
          message: text,
          hint: expect.stringContaining('--debug'),
        });
        expect(run.stderr).toBe('');
      } else {
        expect(run).toMatchObject({ status: 1, stdout: '' });
        expect(run.stderr).toContain(`Error: ${text}\n`);
      }
      expect(run.stdout + run.stderr).not.toMatch(/ {4}at /);
    },
  );

  systemTest('causes a stack trace with masked keys if --debug is set', async () => {
    const run = await freshHome().run(['auth', 'logout', '--debug'], { preload: [throwing] });
    expect(run.stderr).toMatch(/RangeError: out of luck with ak_liv…\n {4}at /);
  });
});

test("waypost masks keys in the service's messages", async () => {
  const home = freshHome();
  const { url } = await keyService({
    details: refuse(401, 4012, `${userToken} does not own ${apiKey}`),
  });
  const args = ['auth', 'login', '--api-key', apiKey, '--user-token', userToken];
  for (const more of [[], ['--json'], ['--debug']]) {
    const run = await home.call([...args, '--base-url', url, ...more]);
    expect(run.stdout + run.stderr).toContain('uk_liv… does not own ak_liv…');
  }
});

describe('debug mode', () => {
  test.each([
    ['--debug', ['--debug'], {}],
    ['WAYPOST_DEBUG', [], { WAYPOST_DEBUG: '1' }],
  ])(
    'traces requests on standard error, and masks keys in the trace (enabled with: %s)',
    async (_name, args, env) => {
      const home = freshHome();
      const { url } = await keyService();
      store(home.configFile, { api_key: apiKey, user_token: userToken, base_url: url });
      const run = await home.call(['auth', 'whoami', '--json', ...args], { env });
      expect(documentOf(run)).toMatchObject({ live: true });
      expect(run.stderr).toMatch(/^> GET http:\/\/127\.0\.0\.1:\d+\/v1\/keys\/ak_liv…\n< 200, /);
    },
  );
});

test('waypost prints only results on standard output, and warnings and traces on standard error', async () => {
  const home = freshHome();
  const { url } = await keyService();
  mkdirSync(join(home.path, '.config'));
  const run = await home.run(['auth', 'login', '--api-key', apiKey, '--base-url', url], {
    env: { WAYPOST_API_KEY: 'ak_another_0123456789', WAYPOST_DEBUG: '1' },
  });
  expect(run.stdout).toBe(`Logged in. The credentials are in ${home.configFile}\n`);
  expect(run.stderr).toMatch(
    /^> GET (?:.*\n)+Warning: WAYPOST_API_KEY overrides the stored API key/,
  );
});
