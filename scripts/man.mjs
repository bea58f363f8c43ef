// Writes the manual pages into man/, from the specifications of the commands: for the packed file (`prepack`), a release,
// and a clone that is installed. They are not committed.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadReference } from './reference/load.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { manualPages } = await loadReference();

await rm(join(root, 'man'), { recursive: true, force: true });
await mkdir(join(root, 'man'));
for (const [path, text] of manualPages()) await writeFile(join(root, path), text);
