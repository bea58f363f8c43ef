// The index of the bundled places, made when the tool is built.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheDirectory } from '../build/cache.mjs';

/**
 * Writes the index of the places beside the bundle. It is made again only when the data or the code that makes it has
 * changed.
 */
export async function writePlacesIndex(root) {
  const dist = join(root, 'dist');
  const data = join(root, 'data/places');
  const hash = createHash('sha256').update(process.version);
  for (const file of [
    ...(await readdir(data)).sort().map((name) => join(data, name)),
    ...(await chunksOf(dist, 'build-places.js')),
  ]) {
    hash.update(await readFile(file));
  }
  const cache = cacheDirectory(root, 'places');
  const kept = join(cache, `${hash.digest('hex').slice(0, 32)}.index`);
  if (!existsSync(kept)) {
    await rm(cache, { recursive: true, force: true });
    await mkdir(cache, { recursive: true });
    const unfinished = `${kept}.${process.pid}`;
    const words = [join(dist, 'build-places.js'), JSON.stringify({ folder: data }), unfinished];
    execFileSync(process.execPath, words, { stdio: 'inherit' });
    await rename(unfinished, kept);
  }
  await copyFile(kept, join(dist, 'places.index'));
}

/** An entry of the bundle with all chunks it loads. */
async function chunksOf(dist, entry) {
  const found = new Set([entry]);
  for (const name of found) {
    const text = await readFile(join(dist, name), 'utf8');
    for (const [, other] of text.matchAll(/require\([`'"]\.\/([\w.-]+\.js)/g)) found.add(other);
  }
  return [...found].sort().map((name) => join(dist, name));
}
