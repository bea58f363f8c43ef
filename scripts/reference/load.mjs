// Bundles the functions that make the generated files, which are TypeScript, and loads them.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** The exports of scripts/reference/files.ts. */
export async function loadReference() {
  const directory = await mkdtemp(join(tmpdir(), 'waypost-reference-'));
  try {
    const bundle = await rolldown({
      input: { files: join(root, 'scripts/reference/files.ts') },
      cwd: root,
      platform: 'node',
      plugins: [{ name: 'no-commands', resolveDynamicImport: (id) => ({ id, external: true }) }],
      logLevel: 'warn',
    });
    await bundle.write({ dir: directory, format: 'esm', entryFileNames: '[name].mjs' });
    return await import(pathToFileURL(join(directory, 'files.mjs')).href);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
