// Writes the type declarations of the package: the declarations of the library entries, and all declarations that the
// entries import. Expands types that are derived from schemas, because programs that use the package do not have zod.
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { resultTypes } from './result-types.mjs';

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, '../..');

/** Returns the paths of the declarations that a declaration imports. */
async function importsOf(path) {
  const text = await readFile(path, 'utf8');
  const named = [...text.matchAll(/(?:\bfrom |\bimport\()["'](\.[^"']+)["']/g)];
  return named.map(([, name]) => `${join(dirname(path), name)}.d.ts`);
}

/** Returns the paths of these declarations and of all declarations that they import. */
async function reachedFrom(entries) {
  const reached = new Set(entries);
  for (const path of reached) for (const next of await importsOf(path)) reached.add(next);
  return reached;
}

/**
 * Writes the declarations of all sources to a directory. Returns the messages of the compiler. If the compiler cannot
 * declare the types of a source, the source has no declaration. A missing declaration is an error only if the package
 * needs the declaration.
 */
function compile(directory) {
  const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  const project = join(import.meta.dirname, 'declarations.json');
  const words = [compiler, '-p', project, '--outDir', directory, '--pretty', 'false'];
  const { error, stdout } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
  if (error) throw error;
  return stdout;
}

/**
 * Writes the declarations of `sources` to a directory with the same structure as src. The paths in `sources` are
 * relative to src and have no extension.
 */
export async function writeDeclarations(sources, directory) {
  const all = await mkdtemp(join(tmpdir(), 'waypost-declarations-'));
  try {
    const messages = compile(all);
    for (const [name, text] of await resultTypes(root)) {
      await writeFile(join(all, 'src/api', `${name}.d.ts`), text);
    }
    const entries = sources.map((source) => join(all, 'src', `${source}.d.ts`));
    const reached = await reachedFrom(entries).catch((cause) => {
      throw new Error(`A declaration cannot be shipped.\n${messages}`, { cause });
    });
    for (const path of reached) {
      const target = join(directory, relative(join(all, 'src'), path));
      await mkdir(dirname(target), { recursive: true });
      await copyFile(path, target);
    }
  } finally {
    await rm(all, { recursive: true, force: true });
  }
}
