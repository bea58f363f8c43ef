// `auth scan` searches files, standard input and shell histories for the keys that are stored on this machine. It never
// prints a key.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { apiKey, freshHome, otherKey, store, userToken } from '../../../support/keys';
import { documentOf, expectError, type Home } from '../../../support/tool';

const base_url = 'https://service.example/v1';

function homeWithLogins(): Home {
  const home = freshHome();
  home.keep(apiKey, userToken, otherKey);
  store(home.configFile, { api_key: apiKey, user_token: userToken, base_url });
  const ofProfile = join(dirname(home.configFile), 'profiles/work/credentials.json');
  store(ofProfile, { api_key: otherKey, base_url });
  return home;
}

function put(home: Home, path: string, content: string | Buffer): string {
  const file = join(home.path, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

interface Found {
  file: string;
  line: number;
  credential: string;
  profile: string | null;
}

async function scan(home: Home, words: string[], input = '', env: Record<string, string> = {}) {
  const run = await home.call(['auth', 'scan', ...words, '--json'], { input, env });
  const document = documentOf(run) as { found: Found[]; files: number; unread: object[] };
  return { ...document, status: run.status };
}

const escaped = (key: string, escapeCode: (code: number) => string) =>
  Array.from(key, (letter) => escapeCode(letter.charCodeAt(0))).join('');

const hex = (code: number, length: number) => code.toString(16).padStart(length, '0');

const lines = (text: string, length: number, separator: string) =>
  (text.match(new RegExp(`.{1,${length}}`, 'g')) ?? []).join(separator);

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** The encodings in which `auth scan` finds a key. Windows programs use UTF-16. */
const encodings: Record<string, (key: string) => string> = {
  'as it is': (key) => key,
  'escaped as in JSON': (key) => escaped(key, (code) => `\\u${hex(code, 4)}`),
  'percent-encoded': (key) => escaped(key, (code) => `%${hex(code, 2).toUpperCase()}`),
  'in decimal references of HTML': (key) => escaped(key, (code) => `&#${code};`),
  'in hexadecimal references of HTML': (key) => escaped(key, (code) => `&#x${hex(code, 2)};`),
  'with a named reference of HTML': (key) => key.replaceAll('_', '&lowbar;'),
  'in base64': (key) => base64(key),
  'in base64 after other bytes': (key) => base64(`user:${key}:x`),
  'in base64 of URLs': (key) => Buffer.from(`{"k":"${key}"}`).toString('base64url'),
  'in base64 with line breaks': (key) => lines(base64(`key: ${key}`), 12, '\r\n  '),
  'in UTF-16': (key) => Array.from(key, (letter) => `${letter}\0`).join(''),
};

describe('`auth scan`', () => {
  const names = Object.keys(encodings);
  const plantedKeys = [apiKey, userToken, otherKey];
  const near = (key: string) => `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
  const credentials = [
    ['api_key', null],
    ['user_token', null],
    ['api_key', 'work'],
  ] as const;
  const text: string[] = [];
  const expected: Omit<Found, 'file'>[] = [];
  for (let index = 0; index < 100; index += 1) {
    const encode = encodings[names[index % names.length] ?? ''] ?? String;
    const which = index % plantedKeys.length;
    const key = plantedKeys[which] ?? '';
    const [credential, profile] = credentials[which] ?? credentials[0];
    // These strings must not match: a key with another last character, and truncated keys.
    text.push(`${index} ${near(key)} ${key.slice(0, -2)} ${near(key).slice(0, 8)}`);
    text.push(...('x'.repeat(index * 40).match(/.{1,100}/g) ?? []));
    expected.push({ line: text.join('\n').split('\n').length + 1, credential, profile });
    text.push(`before ${encode(key)} after`);
  }

  test('reports exactly the 100 keys in a file, each with its line number', async () => {
    const home = homeWithLogins();
    const file = put(home, 'planted.txt', text.join('\n'));
    const { found, status } = await scan(home, [file]);
    expect(found).toEqual(expected.map((one) => ({ file, ...one })));
    expect(status).toBe(1);
  });

  test('finds 100 keys in standard input', async () => {
    const { found, status } = await scan(homeWithLogins(), ['-'], text.join('\n'));
    expect(found).toEqual(expected.map((one) => ({ file: '-', ...one })));
    expect(status).toBe(1);
  });

  test('finds 100 keys after the first megabyte of a file', async () => {
    const home = homeWithLogins();
    const filler = `${'y'.repeat(99)}\n`.repeat(10_480);
    const file = put(home, 'long.txt', filler + text.join('\n'));
    const { found } = await scan(home, [file]);
    expect(found.map(({ line }) => line)).toEqual(expected.map(({ line }) => line + 10_480));
  });
});

describe('`auth scan` of a directory', () => {
  test('searches binary and hidden files, but not .git, symbolic links or the credentials file', async () => {
    const home = homeWithLogins();
    put(home, 'project/.env', `A=1\nKEY=${apiKey}\n`);
    put(home, 'project/deep/er/image.bin', Buffer.from(`\0\xff\n\0${userToken}\0`, 'latin1'));
    put(home, 'project/.git/objects/x', apiKey);
    const outside = put(home, 'outside', apiKey);
    symlinkSync(outside, join(home.path, 'project/link'));
    symlinkSync(join(home.path, 'project'), join(home.path, 'project/loop'));
    const directory = join(home.path, 'project');
    expect(await scan(home, [directory])).toEqual({
      found: [
        { file: join(directory, '.env'), line: 2, credential: 'api_key', profile: null },
        {
          file: join(directory, 'deep/er/image.bin'),
          line: 2,
          credential: 'user_token',
          profile: null,
        },
      ],
      files: 2,
      unread: [],
      status: 1,
    });
    const own = await scan(home, [dirname(home.configFile)]);
    expect(own).toMatchObject({ found: [], status: 0 });
  });

  test('searches the working directory if you pass no path', async () => {
    const home = homeWithLogins();
    put(home, 'a/b.txt', apiKey);
    const run = await home.call('auth scan', { cwd: join(home.path, 'a') });
    expect(run).toMatchObject({ status: 1, stdout: 'b.txt:1: API key\n' });
  });
});

test('`auth scan` reports a key only once per line, and masks keys in file names', async () => {
  const home = homeWithLogins();
  const file = put(home, `${otherKey}.txt`, `${otherKey} ${otherKey}\n\n${otherKey}`);
  const { found } = await scan(home, [file]);
  expect(found.map(({ line, profile }) => [line, profile])).toEqual([
    [1, 'work'],
    [3, 'work'],
  ]);
});

test('`auth scan --history` searches the history files of Bash, Zsh, fish and PowerShell, and the file that HISTFILE names', async () => {
  const home = homeWithLogins();
  const files = [
    '.bash_history',
    '.zsh_history',
    '.local/share/fish/fish_history',
    '.local/share/powershell/PSReadLine/ConsoleHost_history.txt',
  ];
  for (const file of files) put(home, file, `ls\nwaypost --api-key ${apiKey}\n`);
  const named = put(home, 'elsewhere', `export WAYPOST_USER_TOKEN=${userToken}\n`);
  put(home, 'unrelated', apiKey);
  const { found, status } = await scan(home, ['--history'], '', { HISTFILE: named });
  expect(found.map(({ file, line }) => [file, line])).toEqual([
    [named, 1],
    ...files.map((file) => [join(home.path, file), 2]),
  ]);
  expect(status).toBe(1);
  expect(await scan(freshHomeWith(apiKey), ['--history'])).toMatchObject({ files: 0, status: 0 });
});

function freshHomeWith(key: string): Home {
  const home = freshHome();
  store(home.configFile, { api_key: key, base_url });
  return home;
}

describe('`auth scan`', () => {
  test('searches for the keys that environment variables contain', async () => {
    const env = { WAYPOST_API_KEY: otherKey };
    const { found } = await scan(freshHome(), ['-'], `x\n${otherKey}`, env);
    expect(found).toEqual([{ file: '-', line: 2, credential: 'api_key', profile: null }]);
  });

  test('searches for the keys that key commands print, and warns you if a key command fails', async () => {
    const home = freshHome();
    store(home.configFile, {
      api_key_command: [process.execPath, '-p', JSON.stringify(otherKey)],
      user_token_command: [process.execPath, '-e', 'process.exit(1)'],
      base_url,
    });
    const run = await home.call(['auth', 'scan', '-'], { input: otherKey });
    expect(run).toMatchObject({ status: 1, stdout: '-:1: API key\n' });
    expect(run.stderr).toContain('Warning: waypost cannot search for one of the keys:');
  });

  test('does not search for the public key ak_test', async () => {
    const home = freshHomeWith('ak_test');
    expectError(await home.call('auth scan --json -'), 'missing_api_key');
  });
});

test('`auth scan` searches a file only once, even if several arguments refer to it', async () => {
  const home = homeWithLogins();
  const file = put(home, 'plain', apiKey);
  const link = join(home.path, 'link');
  symlinkSync(file, link);
  const { found, files } = await scan(home, [file, file, link, '-', '-']);
  expect(found).toMatchObject([{ file, line: 1 }]);
  expect(files).toBe(2);
});

test.skipIf(process.platform === 'win32')('`auth scan` reads a named pipe to its end', async () => {
  const home = homeWithLogins();
  const pipe = join(home.path, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const writer = spawn('sh', ['-c', `printf 'first\\n${apiKey}\\n' > "$0"`, pipe]);
  expect((await scan(home, [pipe])).found).toMatchObject([{ file: pipe, line: 2 }]);
  writer.kill();
});

test.skipIf(process.platform === 'win32')(
  '`auth scan` does not read a device, because its data might never end',
  async () => {
    expect(await scan(homeWithLogins(), ['/dev/zero'])).toMatchObject({
      found: [],
      files: 0,
      unread: [{ file: '/dev/zero', message: 'it is not a file, directory or pipe' }],
    });
  },
);

describe('`auth scan`', () => {
  test('fails with missing_api_key if there is no key to search for', async () => {
    expectError(await freshHome().call('auth scan --history --json'), 'missing_api_key');
  });

  test('fails with invalid_input if a path does not exist', async () => {
    const run = await homeWithLogins().call('auth scan nosuch --json');
    expectError(run, 'invalid_input', { message: expect.stringContaining('nosuch') });
  });
});
