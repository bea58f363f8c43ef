// The types that are shipped: the compiler's declarations of what the library entries lead to, no others.
import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

const require = createRequire(import.meta.url);

/** Paths of the declarations that one of them imports. */
async function importsOf(path) {
  const text = await readFile(path, 'utf8');
  const named = [...text.matchAll(/(?:\bfrom |\bimport\()["'](\.[^"']+)["']/g)];
  return named.map(([, name]) => `${join(dirname(path), name)}.d.ts`);
}

/** Paths of these declarations and of all that they lead to. */
async function reachedFrom(entries) {
  const reached = new Set(entries);
  for (const path of reached) for (const next of await importsOf(path)) reached.add(next);
  return reached;
}

/** Writes the declarations of `sources` (paths below src, without extension) into a folder, as they lie in src. */
export async function writeDeclarations(sources, folder) {
  const all = await mkdtemp(join(tmpdir(), 'waypost-declarations-'));
  try {
    const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
    const project = join(import.meta.dirname, 'declarations.json');
    execFileSync(process.execPath, [compiler, '-p', project, '--outDir', all], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const src = join(all, 'src');
    const entries = sources.map((source) => join(src, `${source}.d.ts`));
    for (const path of await reachedFrom(entries)) {
      const target = join(folder, relative(src, path));
      await mkdir(dirname(target), { recursive: true });
      await copyFile(path, target);
    }
  } finally {
    await rm(all, { recursive: true, force: true });
  }
}
