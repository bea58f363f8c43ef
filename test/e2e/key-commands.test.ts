// Keys in a secret manager: waypost verifies the keys at login like typed keys, never stores them, and runs a key command only
// when it needs the key. Scripts replace the secret managers, except gpg and secret-tool, which the tests use if they are
// installed. test/client/credentials/key-command.test.ts tests how waypost runs a key command, and test/lib/program.test.ts
// tests which programs waypost trusts.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  apiKey,
  freshHome,
  keyService,
  otherKey,
  refuse,
  store,
  stored,
  userToken,
} from '../support/keys';
import { isThorough, sample } from '../support/runs';
import {
  type CallOptions,
  documentOf,
  expectError,
  type Home,
  type RunOptions,
} from '../support/tool';

let home: Home;
beforeEach(() => {
  home = freshHome();
});

/** Writes a script to a directory in PATH. Returns the path of the script's log, which contains one line for each run. */
function manager(name: string, body: string): string {
  const directory = join(home.path, 'bin');
  const log = join(home.path, `${name}.log`);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, name), `#!/bin/sh\necho "$*" >> '${log}'\n${body}\n`);
  chmodSync(join(directory, name), 0o755);
  return log;
}

const searchPath = () => `${join(home.path, 'bin')}${delimiter}${process.env.PATH}`;

function run(args: string[], options: RunOptions = {}) {
  return home.run(args, { ...options, env: { PATH: searchPath(), ...options.env } });
}

/** Like `run`, but runs waypost in the test's process. In one process, waypost runs each key command only once. */
function call(args: string[], options: CallOptions = {}) {
  return home.call(args, { ...options, env: { PATH: searchPath(), ...options.env } });
}

/** Returns the arguments of each run in a log, without the home directory, which makes each test's key commands unique. */
const runsIn = (log: string): string[] =>
  existsSync(log)
    ? readFileSync(log, 'utf8').replaceAll(` ${home.path}`, '').trimEnd().split('\n')
    : [];

describe('`auth login` with key commands', () => {
  test('verifies the keys that the commands print, and stores only the commands', async () => {
    const service = await keyService();
    const log = manager(
      'op',
      `case "$2" in *token) echo ${userToken};; *) echo ${apiKey}; echo notes;; esac`,
    );
    const login = await run([
      'auth',
      'login',
      '--json',
      '--base-url',
      service.url,
      '--api-key-command',
      `op read 'op://dev/way post/key' "\\$HOME"`,
      '--user-token-command',
      'op read op://dev/token',
    ]);
    expect(documentOf(login)).toEqual({
      success: true,
      config_path: home.configFile,
      available: true,
    });
    expect(stored(home.configFile)).toEqual({
      api_key_command: ['op', 'read', 'op://dev/way post/key', '$HOME'],
      user_token_command: ['op', 'read', 'op://dev/token'],
      base_url: service.url,
    });
    expect(runsIn(log)).toEqual(['read op://dev/way post/key $HOME', 'read op://dev/token']);
    expect(service.asked.map(({ path }) => path)).toEqual([
      `/v1/keys/${apiKey}`,
      `/v1/keys/${apiKey}/details`,
    ]);
  });

  test('does not change the stored login if the service rejects the key', async () => {
    const service = await keyService({ availability: refuse(404, 4042, 'Key not found') });
    manager('op', `echo ${apiKey}`);
    const before = store(home.configFile, { api_key: otherKey, base_url: service.url });
    const command = `op read ${home.path}`;
    const words = ['auth', 'login', '--json', '--api-key-command', command];
    expectError(await call(words), 'auth_failed');
    expect(readFileSync(home.configFile)).toEqual(before);
  });

  test('stores and prints the absolute path of the program', async () => {
    const service = await keyService();
    manager('getkey', `pwd >> "$HOME/places"; echo ${apiKey}`);
    const bin = join(home.path, 'bin');
    const words = ['auth', 'login', '--base-url', service.url, '--api-key-command', './getkey x'];
    const login = await run(words, { cwd: bin });
    expect(login.stdout).toContain(
      `waypost runs ${join(bin, 'getkey')} each time a command needs the key.`,
    );
    expect(stored(home.configFile)).toMatchObject({ api_key_command: [join(bin, 'getkey'), 'x'] });
    // Another directory contains a different ./getkey.
    mkdirSync(join(home.path, 'other'));
    writeFileSync(join(home.path, 'other/getkey'), `#!/bin/sh\necho ${otherKey}\n`, {
      mode: 0o755,
    });
    const whoami = await run(['auth', 'whoami', '--check', '--json'], {
      cwd: join(home.path, 'other'),
    });
    expect(documentOf(whoami)).toMatchObject({ live: true });
    expect(service.asked.every(({ path }) => path === `/v1/keys/${apiKey}`)).toBe(true);
    // The program always runs in the same directory, so that relative paths in its arguments always refer to the same files.
    expect(new Set(runsIn(join(home.path, 'places')))).toEqual(new Set([home.path]));
  });

  test.skipIf(process.platform === 'win32')(
    'rejects a program that other users can write to, and later commands also reject it',
    async () => {
      const log = manager('op', `echo ${apiKey}`);
      const op = join(home.path, 'bin/op');
      chmodSync(op, 0o757);
      store(home.configFile, { api_key_command: [op], base_url: 'http://127.0.0.1:9/v1' });
      const message = expect.stringContaining(`other users can write to ${op}`);
      const words = ['auth', 'login', '--json', '--api-key-command', op];
      expectError(await call(words), 'invalid_input', { message });
      expectError(await call(['keys', 'show', '--json']), 'missing_api_key', { message });
      expect(runsIn(log)).toEqual([]);
    },
  );

  test.each(
    sample<[words: string[], message: string]>([
      [['--api-key-command', './nosuch'], '--api-key-command cannot use ./nosuch: ENOENT'],
      [['--api-key-command', 'op', '--api-key', 'ak_x'], 'cannot be combined'],
      [['--user-token-command', 'op'], 'No API key to store.'],
    ]),
  )('rejects the arguments %j before it runs a key command', async (words, message) => {
    const log = manager('op', `echo ${apiKey}`);
    expectError(await call(['auth', 'login', '--json', ...words]), 'invalid_input', {
      message: expect.stringContaining(message),
    });
    expect(runsIn(log)).toEqual([]);
  });
});

describe('if key commands are stored, waypost', () => {
  /** Stores a login with key commands and this base URL. */
  function login(url: string, more: object = {}): void {
    store(home.configFile, {
      api_key_command: ['op', 'key', home.path],
      user_token_command: ['op', 'token', home.path],
      base_url: url,
      ...more,
    });
  }
  const prints = `case "$1" in token) echo ${userToken};; *) echo ${apiKey};; esac`;

  test('reports in `auth whoami` that the keys come from the credentials file', async () => {
    const service = await keyService();
    login(service.url);
    const log = manager('op', prints);
    expect(documentOf(await call(['auth', 'whoami', '--json']))).toEqual({
      api_key: { source: 'config', preview: 'ak_liv…' },
      user_token: { source: 'config', preview: 'uk_liv…' },
      live: true,
      available: true,
    });
    expect(runsIn(log)).toEqual(['key', 'token']);
    // Without --json, the output contains the path of the program.
    expect((await call(['auth', 'whoami'])).stdout).toMatch(
      /^API key +ak_liv… from the command \S*op$/m,
    );
  });

  test.each<[what: string, words: string[], env: Record<string, string>, runs: string[]]>(
    sample([
      ['a lookup', ['phones', 'validate', '+442079460018'], {}, ['key']],
      [
        'a command with a key in the environment',
        ['keys', 'show'],
        { WAYPOST_API_KEY: otherKey },
        [],
      ],
      ['an account command', ['keys', 'details'], {}, ['key', 'token']],
      [
        'a request to another service',
        ['keys', 'show', '--base-url', 'http://127.0.0.1:9/v1'],
        {},
        [],
      ],
      ['a request without a credential', ['api', 'post', 'sign_up'], {}, []],
      ['an API path with {key}', ['api', 'get', 'keys/{key}'], {}, ['key']],
      ['auth list', ['auth', 'list'], {}, []],
      ['auth logout', ['auth', 'logout'], {}, []],
    ]),
  )('runs only the key commands that %s requires', async (_what, words, env, runs) => {
    const service = await keyService();
    login(service.url);
    const log = manager('op', prints);
    await call([...words, '--json'], { env });
    expect(runsIn(log)).toEqual(runs);
  });

  test("runs only the management key's command for `auth token --management`", async () => {
    login('http://127.0.0.1:9/v1');
    const log = manager('op', prints);
    const reveals = [apiKey, userToken];
    expect((await call(['auth', 'token', '--management'], { reveals })).stdout).toBe(
      `${userToken}\n`,
    );
    expect(runsIn(log)).toEqual(['token']);
  });

  test("runs the API key's command only once for `auth list --check`", async () => {
    const service = await keyService();
    login(service.url);
    const log = manager('op', prints);
    expect(documentOf(await call(['auth', 'list', '--check', '--json']))).toMatchObject([
      { live: true },
    ]);
    expect(runsIn(log)).toEqual(['key']);
  });

  test("fails with missing_api_key if a key command fails, and prints the command's masked error output", async () => {
    login('http://127.0.0.1:9/v1');
    manager('op', `printf 'sealed \\033[31m%s\\033[0m\\007\\n' ${apiKey} >&2; exit 1`);
    expectError(await call(['keys', 'show', '--json']), 'missing_api_key', {
      message: /op ended with exit code 1\. Its error output: sealed/,
      hint: /Run the key command by hand/,
    });
    const text = await call(['keys', 'show']);
    expect(text.stderr).toContain('Its error output: sealed ak_liv…');
    expect(text.stderr).not.toMatch(/[\x07\x1b]/);
  });

  test.each<[what: string, command: string, path: string, message: string]>(
    sample([
      ['has a relative path', './op', '', 'its path is not absolute'],
      ['has a relative path that contains a directory', 'bin/op', '', 'its path is not absolute'],
      ['is only in the working directory', 'op', ':', 'op was not found'],
    ]),
  )('does not run a key command if its program %s', async (_, program, PATH, message) => {
    login('http://127.0.0.1:9/v1', { api_key_command: [program] });
    const log = manager('op', prints);
    const options = { cwd: join(home.path, 'bin'), env: { PATH } };
    expectError(await call(['keys', 'show', '--json'], options), 'missing_api_key', {
      message: expect.stringContaining(message),
    });
    expect(runsIn(log)).toEqual([]);
  });

  test("fails with missing_user_token if the management key's command does not exist", async () => {
    login('http://127.0.0.1:9/v1', { user_token_command: ['nosuch-manager'] });
    manager('op', prints);
    expectError(await call(['keys', 'details', '--json']), 'missing_user_token', {
      message: /nosuch-manager was not found/,
    });
  });

  test('removes the key commands if a later `auth login` stores a key', async () => {
    const service = await keyService();
    login(service.url);
    const words = ['auth', 'login', '--json', '--api-key', otherKey];
    expect((await call(words)).status).toBe(0);
    expect(stored(home.configFile)).toEqual({ api_key: otherKey, base_url: service.url });
  });
});

function has(...programs: string[]): boolean {
  try {
    for (const program of programs) execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

// docs/authentication.md describes the key command with secret-tool.
test.skipIf(
  !isThorough || !has('dbus-run-session', 'gnome-keyring-daemon', 'secret-tool', 'dbus-send'),
)(
  'a key command that uses secret-tool succeeds if the keyring is unlocked, and fails if the keyring is locked',
  async () => {
    const service = await keyService();
    store(home.configFile, {
      api_key_command: ['secret-tool', 'lookup', 'service', 'waypost'],
      base_url: service.url,
    });
    const lock =
      'dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets org.freedesktop.Secret.Service.Lock array:objpath:/org/freedesktop/secrets/collection/login';
    const line = `{ printf x | gnome-keyring-daemon --unlock --components=secrets
      printf ${apiKey} | secret-tool store --label=waypost service waypost; } >/dev/null 2>&1
      "$@"; ${lock} >/dev/null 2>&1; "$@"`;
    const session = join(home.path, 'session');
    writeFileSync(session, line);
    const runtime = join(home.path, 'run');
    mkdirSync(runtime, { mode: 0o700 });
    const words = ['keys', 'show', '--json', '--fields', 'available'];
    const { stdout } = await home.shell(`dbus-run-session -- bash '${session}' "$@"`, words, {
      XDG_RUNTIME_DIR: runtime,
    });
    expect(
      stdout
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text)),
    ).toMatchObject([
      { available: true },
      {
        error: {
          code: 'missing_api_key',
          message: 'The command for the API key failed: secret-tool ended with exit code 1.',
        },
      },
    ]);
  },
);

test.skipIf(!isThorough || !has('gpg'))(
  'a key command can decrypt a file with gpg, as the password manager pass does',
  async () => {
    const gnupg = join(home.path, 'gnupg');
    mkdirSync(gnupg, { mode: 0o700 });
    const env = { ...process.env, GNUPGHOME: gnupg };
    onTestFinished(() => void execFileSync('gpgconf', ['--kill', 'all'], { env }));
    const [secret, phrase] = [join(home.path, 'key.gpg'), join(home.path, 'phrase')];
    writeFileSync(phrase, 'correct horse');
    const usual = [
      '--batch',
      '--quiet',
      '--pinentry-mode',
      'loopback',
      '--passphrase-file',
      phrase,
    ];
    execFileSync('gpg', [...usual, '--symmetric', '--output', secret], {
      env,
      input: `${apiKey}\nlogin: ann\n`,
    });
    const service = await keyService();
    const command = `gpg ${usual.join(' ')} --decrypt ${secret}`;
    const login = [
      'auth',
      'login',
      '--json',
      '--base-url',
      service.url,
      '--api-key-command',
      command,
    ];
    expect((await run(login, { env: { GNUPGHOME: gnupg } })).status).toBe(0);
    const whoami = await run(['auth', 'whoami', '--json'], { env: { GNUPGHOME: gnupg } });
    expect(documentOf(whoami)).toMatchObject({ api_key: { source: 'config' }, live: true });
    writeFileSync(phrase, 'wrong');
    expectError(
      await run(['auth', 'whoami', '--json'], { env: { GNUPGHOME: gnupg } }),
      'missing_api_key',
      { message: /decryption failed/ },
    );
  },
);
