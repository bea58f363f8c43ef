// Generates docs/reference, docs/test-values.md, docs/conformance.md, SKILL.md, llms.txt, AGENTS.md and
// data/seed.schema.json from the source. test/reference.test.ts fails if these files do not match the source.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadSource } from './load-source.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { generatedFiles } = await loadSource('scripts/reference/files.ts');
const files = generatedFiles(root);

await rm(join(root, 'docs/reference'), { recursive: true, force: true });
await mkdir(join(root, 'docs/reference'), { recursive: true });
for (const [path, text] of files) await writeFile(join(root, path), text);
process.stdout.write(`${files.size} files written\n`);
