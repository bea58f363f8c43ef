// Writes docs/reference, docs/test-values.md, man, SKILL.md and data/seed.schema.json from the source. test/reference.test.ts
// fails if they differ.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = await mkdtemp(join(tmpdir(), 'waypost-reference-'));
try {
  const bundle = await rolldown({
    input: { files: join(root, 'scripts/reference/files.ts') },
    cwd: root,
    platform: 'node',
    plugins: [{ name: 'no-commands', resolveDynamicImport: (id) => ({ id, external: true }) }],
    logLevel: 'warn',
  });
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs' });
  const { generatedFiles } = await import(pathToFileURL(join(folder, 'files.mjs')).href);
  const files = generatedFiles();
  for (const directory of ['docs/reference', 'man']) {
    await rm(join(root, directory), { recursive: true, force: true });
    await mkdir(join(root, directory), { recursive: true });
  }
  for (const [path, text] of files) await writeFile(join(root, path), text);
  process.stdout.write(`${files.size} files written\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
