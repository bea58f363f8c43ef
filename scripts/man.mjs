// Generates the man pages in man/ from the specifications of the commands. The packed file (`prepack`), a release, and
// an installed clone contain the man pages. The repository does not contain them.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadSource } from './load-source.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { manualPages } = await loadSource('scripts/reference/files.ts');

await mkdir(join(root, 'man'), { recursive: true });
const pages = manualPages();
for (const name of await readdir(join(root, 'man'))) {
  if (!pages.has(`man/${name}`)) await rm(join(root, 'man', name), { force: true });
}
for (const [path, text] of pages) await writeFile(join(root, path), text);
