// The cache of compiled code. A user who can change the cache can run code that reads the keys of the cache's owner, and V8
// crashes if the code is damaged. waypost therefore uses the cache only if no other user can change the cache, and if the
// cache is undamaged and belongs to this build.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { canMount } from '../support/full-disk';
import { Home, nodeTest as test } from '../support/tool';

type Cache = { modules: string[]; code: Buffer };

const root = join(__dirname, '../..');

const { cacheFile, writeCache } = createRequire(__filename)(join(root, 'bin/compiled-code.js')) as {
  cacheFile: (directory: string, source: string) => string;
  writeCache: (directory: string, source: string, cache: Cache) => void;
};

const startFile = join(root, 'dist/start.js');
const isRoot = process.geteuid?.() === 0;

/** Creates a home directory and a cache directory. Returns them, and the source code of the build. */
function prepared(): { home: Home; base: string; directory: string; source: string } {
  const home = new Home();
  const base = join(home.path, 'cache');
  const directory = join(base, 'waypost', 'code');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return { home, base, directory, source: readFileSync(startFile, 'latin1') };
}

/** Runs a command that does not read user files. `foreign` is true if the command ran the code of `plantForeignCode`. */
async function runWith(base: string, home: Home, entry = join(root, 'bin/waypost.js')) {
  const run = await home.run('help exit-codes', { env: { XDG_CACHE_HOME: base }, entry });
  return { ...run, foreign: run.stdout.includes('FOREIGN') };
}

/**
 * Writes a valid cache that contains the compiled code of another script. V8 accepts the code because the script has the
 * same length as the build. The function is in parentheses, so that V8 compiles the function together with the script.
 */
function plantForeignCode(directory: string, source: string): string {
  const foreign = `({ './main.js': (function () { process.stdout.write('FOREIGN'); }) })`;
  // A separate process compiles the code, because another test might have changed a V8 flag in this process.
  const compile = `const { Script } = require('node:vm');
    const script = new Script(process.argv[1].padEnd(Number(process.argv[2])));
    process.stdout.write(script.createCachedData());`;
  const words = ['-e', compile, foreign, String(source.length)];
  const code = execFileSync(process.execPath, words, { env: {} });
  writeCache(directory, source, { modules: ['./main.js'], code });
  return cacheFile(directory, source);
}

describe('the cache of compiled code', () => {
  test.each([
    ['000', 0o000],
    ['002', 0o002],
    ['022', 0o022],
  ])('is accessible only to its owner if the umask is %s', async (_, umask) => {
    const home = new Home();
    const base = join(home.path, 'cache');
    const before = process.umask(umask);
    try {
      await runWith(base, home);
    } finally {
      process.umask(before);
    }
    const directory = join(base, 'waypost', 'code');
    const [name = ''] = readdirSync(directory);
    expect(statSync(join(base, 'waypost')).mode & 0o777).toBe(0o700);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
  });

  test('is used by the next run, and is replaced only if a run loads modules that the cache does not contain', async () => {
    const { home, base, directory } = prepared();
    await runWith(base, home);
    const [name = ''] = readdirSync(directory);
    const path = join(directory, name);
    const first = statSync(path);
    await runWith(base, home);
    expect(statSync(path).ino).toBe(first.ino);
    await home.run('auth whoami --base-url http://127.0.0.1:1 --api-key ak_test', {
      env: { XDG_CACHE_HOME: base },
      reveals: ['ak_test'],
    });
    expect(statSync(path).ino).not.toBe(first.ino);
    expect(statSync(path).size).toBeGreaterThan(first.size);
    expect(readdirSync(directory)).toEqual([name]);
  });

  // If this test passes, the tests below can fail.
  test('contains the code that the next run executes', async () => {
    const { home, base, directory, source } = prepared();
    plantForeignCode(directory, source);
    expect(await runWith(base, home)).toMatchObject({ status: 0, foreign: true });
  });

  test.each<[reason: string, spoil: (path: string, directory: string, base: string) => void]>([
    ['other users can write to its directory', (_path, directory) => chmodSync(directory, 0o770)],
    ['other users can read its directory', (_path, directory) => chmodSync(directory, 0o755)],
    [
      'other users can write to the parent of its directory',
      (_path, directory) => chmodSync(join(directory, '..'), 0o777),
    ],
    [
      "other users can write to waypost's cache directory",
      (_path, _directory, base) => chmodSync(base, 0o777),
    ],
    [
      'its directory is a symbolic link',
      (_path, directory, base) => {
        renameSync(directory, join(base, 'moved'));
        symlinkSync(join(base, 'moved'), directory);
      },
    ],
    ['other users can write to the cache file', (path) => chmodSync(path, 0o622)],
    [
      'the cache file is a symbolic link',
      (path, _directory, base) => {
        renameSync(path, join(base, 'moved'));
        symlinkSync(join(base, 'moved'), path);
      },
    ],
  ])('is not used if %s', async (_, spoil) => {
    const { home, base, directory, source } = prepared();
    spoil(plantForeignCode(directory, source), directory, base);
    expect(await runWith(base, home)).toMatchObject({ status: 0, foreign: false, stderr: '' });
  });

  test.each<[what: string, damage: (bytes: Buffer) => Buffer]>([
    ['the cache file is empty', () => Buffer.alloc(0)],
    ['the last byte is missing', (bytes) => bytes.subarray(0, bytes.length - 1)],
    ['a bit in the list of modules was changed', (bytes) => flipped(bytes, 9)],
    ['a bit in the compiled code was changed', (bytes) => flipped(bytes, bytes.length - 5_000)],
    ['a bit in the length of the list of modules was changed', (bytes) => flipped(bytes, 4)],
  ])('is not used, and is replaced, if %s', async (_, damage) => {
    const { home, base, directory } = prepared();
    const { stdout } = await runWith(base, home);
    const [name = ''] = readdirSync(directory);
    const path = join(directory, name);
    writeFileSync(path, damage(readFileSync(path)));
    const damaged = statSync(path);
    expect(await runWith(base, home)).toMatchObject({ status: 0, stdout, stderr: '' });
    expect(statSync(path).ino).not.toBe(damaged.ino);
  });

  test('is not used by a different build whose files have the same size', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'waypost-build-'));
    for (const name of ['bin', 'dist', 'package.json']) {
      cpSync(join(root, name), join(copy, name), { recursive: true });
    }
    const { home, base, directory } = prepared();
    const entry = join(copy, 'bin/waypost.js');
    const { stdout } = await runWith(base, home, entry);
    const path = join(copy, 'dist/start.js');
    const source = readFileSync(path, 'latin1');
    const changed = source.replace('SIGBREAK', 'SIGBROKE');
    expect(changed).not.toBe(source);
    writeFileSync(path, changed, 'latin1');
    expect(await runWith(base, home, entry)).toMatchObject({ status: 0, stdout });
    expect(readdirSync(directory)).toHaveLength(2);
  });

  test('is kept only for the four newest builds', async () => {
    const { home, base, directory } = prepared();
    for (const age of [1, 2, 3, 4, 5]) {
      const path = join(directory, `start-of-build-${age}`);
      writeFileSync(path, '');
      utimesSync(path, age, 1_700_000_000 - age);
    }
    await runWith(base, home);
    const names = readdirSync(directory).sort();
    expect(names).toHaveLength(4);
    expect(names.slice(0, 3)).toEqual([1, 2, 3].map((age) => `start-of-build-${age}`));
  });

  (canMount ? test : test.skip)('leaves no file and causes no error message on a full disk', () => {
    const { home } = prepared();
    const disk = join(home.path, 'disk');
    mkdirSync(disk, { mode: 0o700 });
    const script = `mount -t tmpfs -o size=64k,mode=700 none "$XDG_CACHE_HOME" &&
      "${process.execPath}" "${join(root, 'bin/waypost.js')}" help exit-codes >/dev/null &&
      ls -A "$XDG_CACHE_HOME/waypost/code"`;
    const { status, stdout, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', script], {
      env: home.environment({ XDG_CACHE_HOME: disk }),
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});

describe.runIf(isRoot)('the cache of compiled code, if root runs waypost,', () => {
  test('is not read from a directory that another user owns', async () => {
    const { home, base, directory, source } = prepared();
    plantForeignCode(directory, source);
    chownSync(directory, 12345, 12345);
    expect(await runWith(base, home)).toMatchObject({ status: 0, foreign: false });
  });

  test("is not created in another user's cache directory", async () => {
    const home = new Home();
    const base = join(home.path, 'cache');
    mkdirSync(base, { mode: 0o700 });
    chownSync(base, 12345, 12345);
    expect(await runWith(base, home)).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(base)).toEqual([]);
  });

  test('is not read from a file that another user owns', async () => {
    const { home, base, directory, source } = prepared();
    chownSync(plantForeignCode(directory, source), 12345, 12345);
    expect(await runWith(base, home)).toMatchObject({ status: 0, foreign: false });
  });
});

function flipped(bytes: Buffer, position: number): Buffer {
  bytes.writeUInt8(bytes.readUInt8(position) ^ 4, position);
  return bytes;
}
