// Compiles the AssemblyScript in src/export/kernel/assembly to src/export/kernel/compiled.ts, and checks the types of
// the AssemblyScript. The result is cached by a digest of the source, so that only the first build after a change
// compiles the kernel. Every build runs this script. To run it separately: node scripts/build-kernel.mjs
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDirectory } from './build/cache.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const source = join(root, 'src/export/kernel/assembly');
const cache = cacheDirectory(root, 'waypost-kernel');
const target = join(root, 'src/export/kernel/compiled.ts');

const options = [
  'src/export/kernel/assembly/index.ts',
  '-O3',
  '--noAssert',
  '--runtime',
  'stub',
  '--importMemory',
  '--enable',
  'simd',
  '--enable',
  'bulk-memory',
  '--outFile',
  'kernel.wasm',
  '--baseDir',
  root,
];

/** Writes compiled.ts if the current file was not compiled from this source. */
export async function buildKernel() {
  const binary = await compiled();
  const text = `// Made by scripts/build-kernel.mjs from assembly/. Not to be edited.\n\n/** WebAssembly, in base64. */\nexport const kernelBinary =\n  '${binary.toString('base64')}';\n`;
  const before = await readFile(target, 'utf8').catch(() => undefined);
  if (before !== text) await writeFile(target, text);
}

async function compiled() {
  const kept = join(cache, `${await digest()}.wasm`);
  const found = await readFile(kept).catch(() => undefined);
  if (found !== undefined) return found;
  const binary = await compile();
  await mkdir(cache, { recursive: true });
  await writeFile(kept, binary);
  return binary;
}

/** Returns a digest of the source, the compiler and the options, which together determine the result. */
async function digest() {
  const hash = createHash('sha256').update(options.slice(0, -1).join(' '));
  for (const name of (await readdir(source)).sort()) {
    hash.update(`\0${name}\0`).update(await readFile(join(source, name)));
  }
  const compiler = await readFile(join(root, 'node_modules/assemblyscript/package.json'), 'utf8');
  return hash.update(JSON.parse(compiler).version).digest('hex').slice(0, 32);
}

async function compile() {
  const { default: asc } = await import('assemblyscript/asc');
  let binary;
  const { error, stderr } = await asc.main(options, {
    writeFile: (_, content) => {
      binary = content;
    },
  });
  if (error) throw new Error(`${error.message}\n${stderr}`);
  return Buffer.from(binary);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildKernel();
