// Bundles the tool into dist/: one entry, one chunk per command, so that a command loads only what it
// uses. CommonJS, because Node starts it faster than ES modules.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { writePlacesIndex } from './places/index-file.mjs';

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

/**
 * Parts of packages that are loaded first thing and hardly used. Each costs every command a part of its
 * start, so the little that is used of them stands in their place.
 */
const leftOut = [
  // Starts other programs as subcommands; there are none.
  { source: 'node:child_process', of: '/commander/', code: '{}' },
  // Sends bodies that are forms or streams of the fetch API; the tool sends text.
  { source: '../web/fetch/body.js', of: '/undici/', code: '{}' },
  // Speaks HTTP/2; the service speaks HTTP/1.1.
  { source: './client-h2.js', of: '/undici/', code: '{}' },
  // Node's own client and server: asked for a limit, and to tell their messages from other streams.
  {
    source: 'node:http',
    of: '/undici/',
    code: '{ maxHeaderSize: 16384, IncomingMessage: class {} }',
  },
];

const leaveOut = {
  name: 'leave-out',
  resolveId(source, importer) {
    const from = importer?.replaceAll('\\', '/') ?? '';
    const found = leftOut.findIndex((part) => part.source === source && from.includes(part.of));
    return found === -1 ? null : `\0left-out:${found}`;
  },
  load(id) {
    const [, index] = /^\0left-out:(\d+)$/.exec(id) ?? [];
    return index === undefined ? null : `module.exports = ${leftOut[Number(index)].code};`;
  },
};

const packages = new Set();

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

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
const bundle = await rolldown({
  input: {
    main: join(root, 'src/main.ts'),
    // Started by a sandbox that has no index of the places yet.
    'build-places': join(root, 'src/sandbox/places/build-main.ts'),
  },
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
await writePlacesIndex(root);
if (!quiet) {
  for (const chunk of output) {
    process.stdout.write(`${relative(root, join(dist, chunk.fileName))}\n`);
  }
}
