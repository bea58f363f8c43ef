// The cache of compiled code (Node 22 and newer): whoever can write into it can run code with the keys in
// reach, so it is used only where nobody else can.
import { chmodSync, chownSync, mkdirSync, renameSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Home, nodeTest as test } from '../support/tool';

const spy = join(__dirname, '../support/fake-compile-cache.cjs');

/** A home, and the directory the entry asks Node to use; undefined where it asks for none. */
async function cacheAfter(prepare: (cache: string, home: string) => void, umask = 0o022) {
  const home = new Home();
  const cache = join(home.path, 'cache');
  mkdirSync(cache, { mode: 0o700 });
  prepare(cache, home.path);
  const before = process.umask(umask);
  try {
    const run = await home.run('help exit-codes', {
      env: { XDG_CACHE_HOME: cache },
      preload: [spy],
    });
    expect(run.status).toBe(0);
    return { cache, used: /^cache: (.*)$/m.exec(run.stderr)?.[1] };
  } finally {
    process.umask(before);
  }
}

test.each([0o000, 0o002, 0o022])('made for the user alone under umask %o', async (umask) => {
  const { cache, used } = await cacheAfter(() => {}, umask);
  expect(used).toBe(join(cache, 'waypost', 'code'));
  expect(statSync(used ?? '').mode & 0o777).toBe(0o700);
  expect(statSync(join(cache, 'waypost')).mode & 0o777).toBe(0o700);
});

const made = (cache: string) => {
  const directory = join(cache, 'waypost', 'code');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return directory;
};

test.each<[what: string, prepare: (cache: string, home: string) => void]>([
  ['others may write it', (cache) => chmodSync(made(cache), 0o770)],
  ['others may read it', (cache) => chmodSync(made(cache), 0o755)],
  ['others may write the directory above', (cache) => chmodSync(join(made(cache), '..'), 0o777)],
  ['others may write the cache directory', (cache) => chmodSync(join(made(cache), '../..'), 0o777)],
  [
    'it is a link',
    (cache, home) => {
      const directory = made(cache);
      renameSync(directory, join(home, 'elsewhere'));
      symlinkSync(join(home, 'elsewhere'), directory);
    },
  ],
])('not used where %s', async (_, prepare) => {
  expect((await cacheAfter(prepare)).used).toBeUndefined();
});

(process.geteuid?.() === 0 ? test : test.skip)('not used where another user owns it', async () => {
  const { used } = await cacheAfter((cache) => chownSync(made(cache), 12345, 12345));
  expect(used).toBeUndefined();
});
