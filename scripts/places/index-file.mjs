// Creates the index of the bundled places when waypost is built.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { cacheDirectory } from '../build/cache.mjs';

/**
 * Writes the index of the places to `dist`. Creates the index again only if the data, the code or the Node version has
 * changed.
 */
export async function writePlacesIndex(root, dist) {
  const data = join(root, 'data/places');
  const code = await programOf(root);
  const hash = createHash('sha256').update(process.version).update(code);
  for (const name of (await readdir(data)).sort()) hash.update(await readFile(join(data, name)));
  const cache = cacheDirectory(root, 'places');
  const kept = join(cache, `${hash.digest('hex').slice(0, 32)}.json.br`);
  if (!existsSync(kept)) {
    await rm(cache, { recursive: true, force: true });
    await mkdir(cache, { recursive: true });
    const unfinished = `${kept}.${process.pid}`;
    const program = `${unfinished}.cjs`;
    await writeFile(program, code);
    execFileSync(process.execPath, [program, data, unfinished], { stdio: 'inherit' });
    await rm(program);
    await rename(unfinished, kept);
  }
  await copyFile(kept, join(dist, 'places.json.br'));
}

/** Bundles the program that creates the index. */
async function programOf(root) {
  const bundle = await rolldown({
    input: join(root, 'src/sandbox/places/build/build-main.ts'),
    cwd: root,
    platform: 'node',
    logLevel: 'warn',
  });
  // The code is minified, so that a changed comment or variable name does not make the build create the index again.
  const { output } = await bundle.generate({ format: 'cjs', codeSplitting: false, minify: true });
  return output[0].code;
}
