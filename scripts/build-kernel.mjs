// Compiles src/export/kernel/assembly into the WebAssembly that src/export/kernel/binary.ts holds.
// The result is kept in the repository, so that neither a build nor a test has to compile it; a test
// holds the two together. Run after a change there: npm run kernel
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The compiled kernel, in base64. */
export async function compileKernel() {
  let binary;
  const { error, stderr } = await asc.main(
    [
      'src/export/kernel/assembly/index.ts',
      ...['-O3', '--noAssert', '--runtime', 'stub', '--importMemory'],
      ...['--enable', 'simd', '--enable', 'bulk-memory'],
      ...['--outFile', 'kernel.wasm', '--baseDir', root],
    ],
    {
      writeFile: (_, content) => {
        binary = content;
      },
    },
  );
  if (error) throw new Error(`${error.message}\n${stderr}`);
  return Buffer.from(binary).toString('base64');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = await compileKernel();
  writeFileSync(
    join(root, 'src/export/kernel/binary.ts'),
    `// Made by scripts/build-kernel.mjs from assembly/. Not to be edited.\n\n/** WebAssembly, in base64. */\nexport const kernelBinary =\n  '${text}';\n`,
  );
}
