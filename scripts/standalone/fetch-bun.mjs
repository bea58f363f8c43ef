// Fetches Bun for a platform from the npm registry. Does not run install scripts, and uses only pinned versions.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bunVersion } from './platforms.mjs';

const run = promisify(execFile);
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/**
 * Returns the path of Bun for a platform. Fetches Bun only once, and keeps it in the directory `cache`.
 * @throws Error if Bun cannot be fetched, or if its checksum is not the pinned checksum
 */
export async function fetchBun({ bun, os, sha512 }, cache) {
  const kept = join(cache, `${bun}-${bunVersion}`);
  const executable = join(kept, 'package', 'bin', os === 'win32' ? 'bun.exe' : 'bun');
  if (await exists(executable)) return executable;
  await mkdir(cache, { recursive: true });
  const fetched = await mkdtemp(join(cache, 'fetching-'));
  try {
    const { stdout } = await run(
      npm,
      ['pack', `@oven/${bun}@${bunVersion}`, '--json', '--ignore-scripts', '--loglevel=error'],
      { cwd: fetched, shell: process.platform === 'win32' },
    );
    const archive = join(fetched, JSON.parse(stdout)[0].filename);
    const digest = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64');
    if (digest !== sha512) {
      throw new Error(
        `@oven/${bun} ${bunVersion} has the checksum ${digest} instead of ${sha512}.`,
      );
    }
    await run('tar', ['-xzf', archive, '-C', fetched]);
    await rm(archive);
    await rm(kept, { recursive: true, force: true });
    await rename(fetched, kept);
  } finally {
    await rm(fetched, { recursive: true, force: true });
  }
  return executable;
}

async function exists(path) {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
