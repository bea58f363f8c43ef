// Many processes change one credentials file. The file is always complete or does not exist, and no temporary files remain.
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  watch as watchDirectory,
} from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FileLock } from '../../src/lib/file-lock';
import { hasCode } from '../../src/lib/system-error';
import { apiKey, freshHome, keyService, otherKey, stored, userToken } from '../support/keys';
import type { Run } from '../support/tool';

const processes = 64;

/** Returns the permissions and the content of the file, or undefined if the file does not exist. */
function look(path: string): string | undefined {
  try {
    const handle = openSync(path, 'r');
    try {
      return `${(fstatSync(handle).mode & 0o777).toString(8)} ${readFileSync(handle, 'utf8')}`;
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Reads the file repeatedly until `work` settles. Returns each content that was read, and how often. */
async function watch(path: string, work: Promise<unknown>): Promise<Map<string, number>> {
  const seen = new Map<string, number>();
  let done = false;
  void work.finally(() => {
    done = true;
  });
  while (!done) {
    const sight = look(path) ?? 'absent';
    seen.set(sight, (seen.get(sight) ?? 0) + 1);
    await turn();
  }
  return seen;
}

test('64 concurrent `auth login` and `auth logout` commands never leave an incomplete credentials file', async () => {
  const home = freshHome();
  const { url } = await keyService();
  const as = (key: string, ...more: string[]) => [
    'auth',
    'login',
    '--api-key',
    key,
    ...more,
    '--base-url',
    url,
    '--json',
  ];
  const ways = [
    as(apiKey, '--user-token', userToken),
    ['auth', 'logout', '--json'],
    as(otherKey),
    ['auth', 'logout', '--json'],
  ];
  const runs: Promise<Run>[] = Array.from({ length: processes }, (_, index) =>
    home.run(ways[index % ways.length] ?? []),
  );
  const all = Promise.all(runs);
  const seen = await watch(home.configFile, all);
  expect((await all).filter(({ status }) => status !== 0)).toEqual([]);

  const whole = (members: object) => `600 ${JSON.stringify(members, undefined, 2)}\n`;
  const allowed = [
    'absent',
    whole({ api_key: apiKey, user_token: userToken, base_url: url }),
    whole({ api_key: otherKey, base_url: url }),
  ];
  expect([...seen.keys()].filter((sight) => !allowed.includes(sight))).toEqual([]);
  expect(seen.size).toBeGreaterThan(1);

  await home.run(ways[0] ?? []);
  expect(stored(home.configFile)).toMatchObject({ api_key: apiKey });
  expect(readdirSync(dirname(home.configFile))).toEqual(['credentials.json']);
});

test('`auth login` removes the temporary files and the lock that a killed `auth login` process left', async () => {
  const home = freshHome();
  const { url } = await keyService();
  const login = ['auth', 'login', '--api-key', apiKey, '--base-url', url, '--json'];
  await home.run(login);
  const directory = dirname(home.configFile);
  // `auth login` is killed when it renames the new file, while it holds the lock.
  const killed = await home.run([...login.slice(0, 3), otherKey, ...login.slice(4)], {
    preload: [`${__dirname}/../support/die-at-rename.cjs`],
  });
  expect(killed.signal).toBe('SIGKILL');
  expect(readdirSync(directory).sort()).toEqual([
    expect.stringMatching(/^\.credentials\.json\.tmp-/),
    'credentials.json',
    'credentials.json.lock',
  ]);
  expect(stored(home.configFile)).toMatchObject({ api_key: apiKey });
  expect(await home.run(login)).toMatchObject({ status: 0 });
  expect(readdirSync(directory)).toEqual(['credentials.json']);
});

test.each([
  ['credentials.json', ['auth', 'logout']],
  ['profiles.json', ['auth', 'switch', '--default']],
  ['settings.json', ['settings', 'set', 'timeout', '5']],
])(
  'a command that waits for the lock on %s ends immediately after Ctrl-C and prints no output',
  async (name, words) => {
    const home = freshHome();
    const directory = dirname(home.configFile);
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const lock = new FileLock(`${directory}/${name}.lock`);
    expect(lock.take()).toBe(true);
    const run = await home.run([...words, '--json'], {
      whileRunning: (child) => {
        const watcher = watchDirectory(directory, (_event, changed) => {
          if (changed?.startsWith(`.${name}.lock.tmp-`) && !child.killed) child.kill('SIGINT');
        });
        child.once('exit', () => watcher.close());
      },
    });
    lock.release();
    expect(run).toEqual({ status: null, signal: 'SIGINT', stdout: '', stderr: '' });
    expect(readdirSync(directory)).toEqual([]);
  },
);
