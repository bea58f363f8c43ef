// Bundles and loads a TypeScript file of the repository.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Returns the exports of a file. The path is relative to the root of the repository. Does not load modules that the
 * file imports with `import()`.
 */
export async function loadSource(path) {
  const directory = await mkdtemp(join(tmpdir(), 'waypost-source-'));
  try {
    const bundle = await rolldown({
      input: { source: join(root, path) },
      cwd: root,
      platform: 'node',
      plugins: [{ name: 'no-commands', resolveDynamicImport: (id) => ({ id, external: true }) }],
      logLevel: 'warn',
    });
    await bundle.write({ dir: directory, format: 'esm', entryFileNames: '[name].mjs' });
    return await import(pathToFileURL(join(directory, 'source.mjs')).href);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
