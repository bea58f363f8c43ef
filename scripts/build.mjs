// Bundles into dist/: main.js is the command, with one chunk per command so that each loads only what it
// uses, and sandbox.js is the sandbox as a library. CommonJS, because Node starts it faster than ES modules.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { leaveOut } from './build/left-out.mjs';
import { buildKernel } from './build-kernel.mjs';

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

/** Folders of the packages whose licences go along; the compiler's own code is part of the kernel. */
const packages = new Set([join(root, 'node_modules/assemblyscript')]);

/** Notes which packages go into the bundle, for their licences. */
const noteLicences = {
  name: 'note-licences',
  load(id) {
    const found = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/'));
    if (found) packages.add(found[1]);
    return null;
  },
};

async function writeLicences() {
  const texts = [];
  for (const folder of [...packages].sort()) {
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    let text = '';
    for (const name of ['LICENSE', 'license', 'LICENSE.md', 'LICENSE.txt', 'LICENCE']) {
      text = await readFile(join(folder, name), 'utf8').catch(() => '');
      if (text) break;
    }
    texts.push(`${manifest.name} ${manifest.version} (${manifest.license})\n\n${text.trim()}\n`);
  }
  await writeFile(join(dist, 'THIRD-PARTY-LICENSES.txt'), texts.join(`\n${'-'.repeat(72)}\n\n`));
}

await buildKernel();
await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
const bundle = await rolldown({
  input: { main: join(root, 'src/cli/main.ts'), sandbox: join(root, 'src/sandbox/start.ts') },
  cwd: root,
  platform: 'node',
  external: ['node-sqlite3-wasm'],
  plugins: [manifestStaysOutside, leaveOut, noteLicences],
  logLevel: 'warn',
});
const { output } = await bundle.write({
  dir: dist,
  format: 'cjs',
  minify: true,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
});
await writeLicences();
if (!quiet) {
  for (const chunk of output) {
    process.stdout.write(`${relative(root, join(dist, chunk.fileName))}\n`);
  }
}
