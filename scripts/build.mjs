// Bundles into dist/: main.js is the command, with one chunk per command so that each loads only what it
// uses, complete.js what shells complete with, and sandbox.js the sandbox as a library. CommonJS, because
// Node starts it faster than ES modules.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { leaveOut } from './build/left-out.mjs';
import { buildKernel } from './build-kernel.mjs';
import { collectNotices } from './notices.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const quiet = process.argv.includes('--quiet');

/** package.json stays outside the bundle: what a distributor writes there counts without a build. */
const manifestStaysOutside = {
  name: 'manifest-stays-outside',
  resolveId(source) {
    return /(^|\/)\.\.\/package\.json$/.test(source)
      ? { id: '../package.json', external: true }
      : null;
  },
};

const notices = collectNotices();

await buildKernel();
await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
const bundle = await rolldown({
  input: { main: join(root, 'src/cli/main.ts'), sandbox: join(root, 'src/sandbox/start.ts') },
  cwd: root,
  platform: 'node',
  external: ['node-sqlite3-wasm'],
  plugins: [manifestStaysOutside, leaveOut, notices.plugin],
  logLevel: 'warn',
});
const { output } = await bundle.write({
  dir: dist,
  format: 'cjs',
  minify: true,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
});
// What shells complete with: a bundle of its own, so that it shares no chunk with the command and neither loads
// a part of the other. It reads the list of commands, and runs none of them.
const completion = await rolldown({
  input: { complete: join(root, 'src/cli/completion/main.ts') },
  cwd: root,
  platform: 'node',
  plugins: [
    manifestStaysOutside,
    {
      name: 'no-commands',
      resolveDynamicImport: (id) => ({ id, external: true }),
    },
  ],
  logLevel: 'warn',
});
await completion.write({ dir: dist, format: 'cjs', minify: true, entryFileNames: '[name].js' });
await writeFile(join(dist, 'THIRD-PARTY-LICENSES.txt'), await notices.text());
if (!quiet) {
  for (const chunk of output) {
    process.stdout.write(`${relative(root, join(dist, chunk.fileName))}\n`);
  }
}
