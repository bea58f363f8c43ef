// `waypost exec` in a separate process. The command that it runs gets the keys, and waypost masks the keys in the output. In
// all other respects, the command behaves as without waypost.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { preview } from '../../src/lib/masking';
import { apiKey, freshHome, otherKey, store, userToken } from '../support/keys';
import { sample, systemTest } from '../support/runs';
import { startSandbox } from '../support/sandbox';
import { command, type Home, isNodeBuild, type RunOptions } from '../support/tool';

const url = 'https://service.example/v1';
const env = { WAYPOST_API_KEY: apiKey, WAYPOST_USER_TOKEN: userToken, WAYPOST_BASE_URL: url };

/** Returns the command line of a program that prints the names of variables with unexpected values, but not the values. */
const compare = (expected: Record<string, string | undefined>) => [
  process.execPath,
  '-e',
  `for (const [name, value] of Object.entries(${JSON.stringify(expected)}))
     if (process.env[name] !== value) console.log('wrong', name);
   if (!('WAYPOST_USER_TOKEN' in process.env)) console.log('no management key');`,
];

const exec = (home: Home, words: string[], options: RunOptions = {}) =>
  home.run(['exec', '--', ...words], { env, ...options });

describe('the environment that `exec` sets', () => {
  systemTest(
    'contains the keys of the profile that --profile selects, and no other keys',
    async () => {
      const home = freshHome();
      store(home.configFile, { api_key: otherKey, base_url: url });
      const file = join(home.path, '.config/waypost/profiles/work/credentials.json');
      store(file, { api_key: apiKey, base_url: url });
      const expected = { WAYPOST_API_KEY: apiKey, WAYPOST_BASE_URL: url };
      const run = await home.run(['exec', '--profile', 'work', '--', ...compare(expected)]);
      expect(run).toMatchObject({ status: 0, stdout: 'no management key\n' });
    },
  );

  test('is not written to a file', async () => {
    const home = freshHome();
    store(home.configFile, { api_key: apiKey, base_url: url });
    const files = () =>
      readdirSync(home.path, { recursive: true, encoding: 'utf8' }).filter(
        (name) => !name.includes('.cache'),
      );
    const before = files();
    const bytes = readFileSync(home.configFile);
    expect(await home.run('exec -- true')).toMatchObject({ status: 0 });
    expect(files()).toEqual(before);
    expect(readFileSync(home.configFile).equals(bytes)).toBe(true);
  });
});

describe('the output of `exec`', () => {
  systemTest.each(['base64', 'openssl base64'])(
    'contains only masked keys, even if `%s` encodes the keys',
    async (program) => {
      const line = `i=0; while [ $i -lt 80 ]; do printf "%\${i}s%s" "" "$WAYPOST_API_KEY" | ${program}; i=$((i+1)); done`;
      const run = await exec(freshHome(), ['sh', '-c', line]);
      expect(run.stdout.match(/…/g)).toHaveLength(80);
      // The decoded text must not contain more of the key than its preview.
      for (const text of run.stdout.replaceAll(/\n(?=\S*…)/g, '').split(/…|\n/)) {
        expect(Buffer.from(text, 'base64').toString()).not.toContain(apiKey.slice(0, 9));
      }
    },
  );

  systemTest(
    'contains only masked keys, even if the command splits a key across several writes',
    async () => {
      const program = `
      const { writeSync } = require('node:fs');
      const text = Buffer.from('a' + process.env.WAYPOST_API_KEY + 'b\\n');
      for (let cut = 1; cut < text.length; cut += 1) {
        writeSync(1, text.subarray(0, cut));
        // Run another process, so that waypost has time to read the first part separately.
        if (cut % 4 === 0) require('node:child_process').execFileSync('true');
        writeSync(1, text.subarray(cut));
      }
      for (const byte of text) writeSync(2, Buffer.of(byte));`;
      const run = await exec(freshHome(), [process.execPath, '-e', program]);
      expect(run.stdout).toBe('aak_liv…b\n'.repeat(apiKey.length + 2));
      expect(run.stderr).toBe('aak_liv…b\n');
    },
  );

  test('is unchanged, byte for byte, if it contains no key', async () => {
    const program = `
      const bytes = Buffer.alloc(1 << 20, Buffer.from(Array.from({ length: 256 }, (_, i) => i)));
      process.stdout.write(bytes, () => process.stdout.write('the end'));`;
    const home = freshHome();
    const line = '"$@" > bytes && wc -c < bytes && tail -c 7 bytes';
    const run = await home.shell(
      `cd "$HOME" && ${line}`,
      ['exec', '--', process.execPath, '-e', program],
      env,
    );
    expect(run.stdout.trim()).toBe(`${(1 << 20) + 7}\nthe end`);
    const written = readFileSync(join(home.path, 'bytes')).subarray(0, 1 << 20);
    const whole = Buffer.alloc(1 << 20, Buffer.from(Array.from({ length: 256 }, (_, i) => i)));
    expect(written.equals(whole)).toBe(true);
  });

  test('contains unmasked keys if --no-masking is set', async () => {
    const line = 'echo "$WAYPOST_API_KEY"';
    const run = await freshHome().run(['exec', '--no-masking', '--', 'sh', '-c', line], {
      env,
      reveals: [apiKey],
    });
    expect(run.stdout).toBe(`${apiKey}\n`);
  });
});

systemTest(
  "`exec` runs an npm client that requires a base URL and a key, and masks the client's output",
  async () => {
    const sandbox = await startSandbox({ data: null, rateLimit: false });
    onTestFinished(() => sandbox.close());
    const made = await fetch(`${sandbox.origin}/_sandbox/keys`, { method: 'POST' });
    const { key, user_token } = (await made.json()) as { key: string; user_token: string };
    const home = freshHome();
    home.keep(key, user_token);
    store(home.configFile, { api_key: key, user_token, base_url: sandbox.url });
    const own = ['--env', 'ADDRESS_KEY=api-key', '--env', 'ADDRESS_URL=base-url'];
    const client = join(__dirname, '../support/ky-client.mjs');
    const run = await home.run(['exec', ...own, '--', process.execPath, client]);
    expect(run).toMatchObject({ status: 0, stderr: '' });
    const { answers, env: seen } = JSON.parse(run.stdout);
    expect(answers).toMatchObject({
      search: { status: 200, body: { code: 2000 } },
      query: { status: 200, body: { code: 2000 } },
      key: { status: 200, body: { code: 2000, result: { available: true } } },
      email: { status: 200, body: { code: 2000 } },
    });
    expect(seen).toMatchObject({ ADDRESS_KEY: preview(key), ADDRESS_URL: sandbox.url });
  },
);

// The JavaScript engine of Bun uses SIGPWR, and Bun does not support SIGSTKFLT.
const ofNode = isNodeBuild ? (['SIGPWR', 'SIGSTKFLT'] as const) : [];
const onLinux = process.platform === 'linux' ? (['SIGIO', ...ofNode] as const) : [];

describe('the command that `exec` runs', () => {
  test('receives its arguments unchanged', async () => {
    const words = ['--json', '--', '', 'a b', '--api-key', '-h', "it's", '$HOME', '*'];
    const program = 'console.log(JSON.stringify(process.argv.slice(1)))';
    const run = await exec(freshHome(), [process.execPath, '-e', program, '--', ...words]);
    expect(JSON.parse(run.stdout)).toEqual(words);
  });

  test.each(
    sample([
      ['exec P --version -- -h', '--version -- -h'],
      ['exec --no-masking P --json exec --no-masking', '--json exec --no-masking'],
      ['exec --env A=api-key P --env x', '--env x'],
      ['--profile work exec --timeout=5 P --help', '--help'],
      ['exec --color never -- P --profile', '--profile'],
      ['proxy P log --json', 'log --json'],
      ['proxy --allow places --port 0 P start', 'start'],
      ['proxy run P --allow x', '--allow x'],
      ['proxy run --max-lookups 1 -- P -- x', '-- x'],
    ]),
  )(
    'begins with the first argument after the options of `exec` or `proxy` (arguments: %s)',
    async (line, seen) => {
      const home = freshHome();
      const program = join(home.path, 'program');
      writeFileSync(program, '#!/bin/sh\necho "$*"\n', { mode: 0o755 });
      const run = await home.run(line.replace('P', program), { env });
      expect(run).toMatchObject({ status: 0, stdout: `${seen}\n`, stderr: '' });
    },
  );

  test("can leave a background process running, and waypost prints the command's complete output without waiting for this process", async () => {
    const line = 'sleep 600 & head -c 150000 /dev/zero; echo $!; exit 4';
    const run = await exec(freshHome(), ['sh', '-c', line]);
    const [, zeros, pid] = /^(\0*)(\d+)\n$/.exec(run.stdout) ?? [];
    process.kill(Number(pid), 'SIGKILL');
    expect([run.status, zeros?.length]).toEqual([4, 150_000]);
  });

  systemTest(
    'can leave a background process that writes more output, and waypost ends without waiting for this process',
    async () => {
      const run = await exec(freshHome(), ['sh', '-c', 'yes & exit 4']);
      expect(run.status).toBe(4);
    },
  );

  const passedOn: NodeJS.Signals[] = [
    ...(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const),
    ...(['SIGALRM', 'SIGVTALRM', 'SIGABRT', 'SIGXCPU'] as const),
    ...onLinux,
  ];

  test.each(sample(passedOn))(
    'receives the signal %s, and waypost continues to run until the command ends',
    async (signal) => {
      const name = signal.slice(3);
      const line = `trap 'echo got ${name}; exit 9' ${constants.signals[signal]}; echo ready; while :; do sleep 0.05; done`;
      // The process is detached from the terminal, because the terminal would send signals to both processes.
      const child = spawn(command[0], [...command.slice(1), 'exec', '--', 'sh', '-c', line], {
        env: freshHome().environment(env),
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      child.stderr.on('data', (piece: Buffer) => {
        said += piece;
      });
      child.stdout.on('data', (piece: Buffer) => {
        said += piece;
        if (said === 'ready\n') child.kill(signal);
      });
      const status = await new Promise((resolve) => child.once('close', resolve));
      expect({ status, said }).toEqual({ status: 9, said: `ready\ngot ${name}\n` });
    },
  );
});

describe.skipIf(process.platform === 'win32')('a program in the working directory', () => {
  test.each<[what: string, path: string | undefined, args: string[], status: number]>(
    sample([
      ['an empty element of PATH', `:${process.env.PATH}`, ['exec', 'getkey'], 127],
      ['an empty element at the end of PATH', `${process.env.PATH}:`, ['exec', 'getkey'], 127],
      ['a dot in PATH', `.:${process.env.PATH}`, ['exec', 'getkey'], 127],
      ['a relative directory in PATH', `bin:${process.env.PATH}`, ['exec', 'getkey'], 127],
      ['no PATH', undefined, ['exec', 'getkey'], 127],
      ['a dot in PATH, waypost proxy', `.:${process.env.PATH}`, ['proxy', 'getkey'], 127],
      ['an absolute directory in PATH', 'HOME/bin', ['exec', 'getkey'], 0],
      ['an explicit path', undefined, ['exec', './getkey'], 0],
    ]),
  )(
    'is found only through an absolute directory in PATH or an explicit path (case: %s)',
    async (_, path, args, status) => {
      const home = freshHome();
      mkdirSync(join(home.path, 'bin'));
      for (const name of ['getkey', 'bin/getkey']) {
        writeFileSync(join(home.path, name), '#!/bin/sh\necho ran\n');
        chmodSync(join(home.path, name), 0o755);
      }
      const PATH = path?.replace('HOME', home.path);
      const run = await home.run(args, { env: { ...env, PATH }, cwd: home.path });
      expect([run.status, run.stdout]).toEqual([status, status === 0 ? 'ran\n' : '']);
    },
  );
});

describe('`waypost exec`', () => {
  const refused = async (args: string[], more: Record<string, string | undefined> = env) => {
    const run = await freshHome().call(args, { env: more });
    return { status: run.status, stdout: run.stdout, text: run.stderr };
  };

  test.each<[status: number, args: string[], text: RegExp]>([
    [2, ['exec'], /`waypost exec` requires <command>/],
    [2, ['exec', '--', ''], /The command to run is missing/],
    [2, ['exec', ''], /The command to run is missing/],
    [127, ['exec', 'no-such-command'], /Command not found: no-such-command\.\s[\s\S]*sh -c/],
    [127, ['exec', '--', './no-such-command'], /Command not found: \.\/no-such-command\./],
    [126, ['exec', '--', '/'], /waypost cannot start \/: .*EACCES/],
    [126, ['exec', '/etc/passwd'], /waypost cannot start \/etc\/passwd: .*EACCES/],
    [2, ['exec', '--env', `KEY=${apiKey}`, '--', 'true'], /--env must have the form NAME=api-key/],
    [2, ['exec', '--env', 'A B=api-key', 'true'], /--env must have the form NAME=api-key/],
    [2, ['exec', '--nosuch', 'true'], /--nosuch/],
  ])('fails with exit code %d if the arguments are %j', async (status, args, text) => {
    expect(await refused(args)).toEqual({
      status,
      stdout: '',
      text: expect.stringMatching(text),
    });
  });

  test('fails if the API key is not set, or if --env requires the management key and it is not set', async () => {
    expect(await refused(['exec', '--', 'echo', 'ran'], {})).toMatchObject({
      status: 4,
      stdout: '',
    });
    const args = ['exec', '--env', 'KEY=management-key', '--', 'echo', 'ran'];
    const known = { WAYPOST_API_KEY: apiKey };
    expect(await refused(args, known)).toMatchObject({ status: 4, stdout: '' });
  });

  test.each(sample([42, 0, 1, 2, 130, 255]))(
    'ends with exit code %d if the command ends with this exit code',
    async (status) => {
      const run = await exec(freshHome(), ['sh', '-c', `exit ${status}`]);
      expect(run).toMatchObject({ status, signal: null, stderr: '' });
    },
  );

  const endings: NodeJS.Signals[] = [
    ...(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGKILL', 'SIGPIPE', 'SIGALRM'] as const),
    ...(['SIGVTALRM', 'SIGPROF', 'SIGUSR1', 'SIGUSR2'] as const),
    ...onLinux,
  ];

  test.each(sample(endings))(
    'ends with the signal %s if this signal ends the command',
    async (signal) => {
      const run = await exec(freshHome(), ['sh', '-c', `kill -${constants.signals[signal]} $$`]);
      expect(run).toMatchObject({ status: null, signal });
    },
  );

  systemTest('ends with exit code 139, as in a shell, if SIGSEGV ends the command', async () => {
    const run = await exec(freshHome(), ['sh', '-c', 'kill -SEGV $$']);
    expect(run).toMatchObject({ status: 139, signal: null });
  });

  systemTest('stops the command when the program that reads the output ends', async () => {
    const run = await freshHome().shell(
      '{ "$@"; echo "status $?" >&2; } | head -n 1',
      ['exec', '--', 'sh', '-c', 'while echo line; do :; done'],
      env,
    );
    expect(run.stdout).toBe('line\n');
    expect(run.stderr).toContain('status 141');
  });
});
