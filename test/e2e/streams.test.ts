// The two output streams and the ways a run can end: nothing but the result on standard output, no stack
// trace ever, and an interrupt ends the process by its signal.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { apiKey, freshHome, keyService, refuse, store, userToken } from '../support/keys';
import { sample, systemTest } from '../support/runs';
import { standIn } from '../support/service';
import { command, documentOf, errorOf, type Home, preloaded } from '../support/tool';

/** How a child whose streams are not all read ended. */
interface Ending {
  status: number | null;
  signal: NodeJS.Signals | null;
  stderr: string;
}

/** Runs with standard output (and error) going to a reader that has gone away, or to a file. */
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

describe('a reader that went away', () => {
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
  )('%s: no crash, no stack trace, the same exit status', async (line, status) => {
    const args = line.split(' ');
    const home = freshHome();
    const sights = [
      await runInto(home, args, 'gone', 'read'),
      await runInto(home, args, 'gone', 'gone'),
      await runInto(home, args, 'read', 'gone'),
    ];
    expect(sights.map((ending) => [ending.status, ending.signal])).toEqual(
      Array(3).fill([status, null]),
    );
    expect(sights.map(({ stderr }) => stderr).join('')).not.toMatch(/EPIPE| {4}at /);
  });

  test('does not stop what is under way', async () => {
    const home = freshHome();
    const { url } = await keyService();
    const login = ['auth', 'login', '--api-key', apiKey, '--base-url', url];
    expect(await runInto(home, login, 'gone', 'gone')).toMatchObject({ status: 0 });
    expect(existsSync(home.configFile)).toBe(true);
  });
});

describe.runIf(existsSync('/dev/full'))('a disk without room behind standard output', () => {
  test.each(sample(['auth logout', 'auth logout --json', '--help', '--version']))(
    '%s is write_failed, said on standard error',
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

describe('an interrupt ends the process by its signal', () => {
  test.each(sample(['auth login', 'auth whoami', 'auth whoami --json']))(
    'while %s waits for an answer',
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

  test('between two attempts', async () => {
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

  test('while secrets are awaited on standard input', async () => {
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

describe('an unexpected failure', () => {
  const throwing = join(__dirname, '../support/throw-at-link-check.cjs');

  test.each(sample([[['--json']], [[]]]))('is internal_error without a stack %j', async (json) => {
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
  });

  systemTest('shows the stack with --debug, secrets masked', async () => {
    const run = await freshHome().run(['auth', 'logout', '--debug'], { preload: [throwing] });
    expect(run.stderr).toMatch(/RangeError: out of luck with ak_liv…\n {4}at /);
  });
});

describe('text of the service', () => {
  const dangerous =
    'Line\x1b[2J\x1b]0;title\x07 one\x1b[31m\r\x9b31m two \u202eoverride\u2066 \x00\x08\x7f\x85 end';
  const errors = [{ path: 'a\x1b[1m\nb', message: 'c\x1b]8;;http://x\x1b\\d\u202e' }];

  test('is stripped of control and escape sequences before a person reads it', async () => {
    const home = freshHome();
    const { url } = await keyService({ availability: refuse(400, 4000, dangerous, { errors }) });
    const run = await home.call(['auth', 'whoami', '--api-key', apiKey, '--base-url', url]);
    const login = await home.call(['auth', 'login', '--api-key', apiKey, '--base-url', url]);
    expect(login.stderr).toContain('Error: Line one two override  end (HTTP 400, code 4000)\n');
    expect(login.stderr).toContain('  a b: cd\n');
    for (const { stderr } of [run, login]) {
      expect(stderr).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
    }
  });

  test('is whole with --json, what a terminal acts on escaped', async () => {
    const home = freshHome();
    const { url } = await keyService({ availability: refuse(400, 4000, dangerous, { errors }) });
    const run = await home.call([
      'auth',
      'login',
      '--api-key',
      apiKey,
      '--base-url',
      url,
      '--json',
    ]);
    expect(errorOf(run)).toMatchObject({ message: dangerous, details: errors });
    expect(run.stdout).toMatch(/\\u0085 end/);
    expect(run.stdout).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
  });

  test('is the only thing that names the cause: what it repeats of a key is masked', async () => {
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
});

describe('--debug', () => {
  test.each([
    ['the option', ['--debug'], {}],
    ['the variable', [], { WAYPOST_DEBUG: '1' }],
  ])('by %s traces requests on standard error, keys masked', async (_name, args, env) => {
    const home = freshHome();
    const { url } = await keyService();
    store(home.configFile, { api_key: apiKey, user_token: userToken, base_url: url });
    const run = await home.call(['auth', 'whoami', '--json', ...args], { env });
    expect(documentOf(run)).toMatchObject({ live: true });
    expect(run.stderr).toMatch(/^> GET http:\/\/127\.0\.0\.1:\d+\/v1\/keys\/ak_liv…\n< 200, /);
  });
});

test('progress and warnings are on standard error, results alone on standard output', async () => {
  const home = freshHome();
  const { url } = await keyService();
  mkdirSync(join(home.path, '.config'));
  const run = await home.run(['auth', 'login', '--api-key', apiKey, '--base-url', url], {
    env: { WAYPOST_API_KEY: 'ak_another_0123456789', WAYPOST_DEBUG: '1' },
  });
  expect(run.stdout).toBe(`Logged in. The credentials are in ${home.configFile}\n`);
  expect(run.stderr).toMatch(/^> GET (?:.*\n)+Warning: WAYPOST_API_KEY is set/);
});
