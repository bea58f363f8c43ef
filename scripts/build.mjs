// Bundles the source into dist/:
// - main.js runs a command; each command has a separate chunk, so that waypost loads only the code for this command
// - index.js and sandbox.js are the libraries
// - sandbox-server.js is the sandbox that `waypost sandbox start` runs
// - complete.js completes words in a shell, and help.js prints the main help
// main.js, index.js, sandbox.js and sandbox-server.js share their chunks. The format is CommonJS, because Node loads
// CommonJS faster than ES modules.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { asJson } from './build/as-json.mjs';
import { commitOf } from './build/commit.mjs';
import { libraryEntries, writeLibraryEntries } from './build/entries.mjs';
import { evaluated } from './build/evaluated.mjs';
import { writeHelp } from './build/help.mjs';
import { leaveOut } from './build/left-out.mjs';
import { processIsGlobal } from './build/process-is-global.mjs';
import { writeStartFile } from './build/start-file.mjs';
import { together } from './build/together.mjs';
import { buildKernel } from './build-kernel.mjs';
import { collectNotices } from './notices.mjs';
import { writePlacesIndex } from './places/index-file.mjs';
import { sbomOf } from './sbom.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const quiet = process.argv.includes('--quiet');
// `npm run coverage` needs source maps. The built files do not refer to the source maps, because every Node process would
// otherwise read them.
const mapped = process.argv.includes('--source-maps');
const code = { format: 'cjs', minify: !mapped, sourcemap: mapped && 'hidden' };

/** Keeps package.json out of the bundle, so that a distributor can change package.json without a build. */
const manifestStaysOutside = {
  name: 'manifest-stays-outside',
  resolveId(source) {
    return /(^|\/)\.\.\/package\.json$/.test(source)
      ? { id: '../package.json', external: true }
      : null;
  },
};

const made = evaluated(root, [
  'src/api/endpoints.ts',
  'src/api/operation-codes.ts',
  'src/api/request-names.ts',
  'src/api/results.ts',
  'src/sandbox/rules/key-setting-kinds.ts',
]);

const notices = collectNotices();
const loadedTogether = together(root);

await buildKernel();
await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
const bundle = await rolldown({
  input: {
    main: join(root, 'src/cli/main.ts'),
    // Only the tests use this file, to run a command in the test's process.
    run: join(root, 'src/cli/run/run.ts'),
    // The worker thread in which a sandbox reads its index of places.
    'read-places': join(root, 'src/sandbox/places/index/read-main.ts'),
    'sandbox-server': join(root, 'src/sandbox/server/start.ts'),
    ...Object.fromEntries(
      Object.entries(libraryEntries).map(([name, source]) => [
        name,
        join(root, `src/${source}.ts`),
      ]),
    ),
  },
  cwd: root,
  platform: 'node',
  external: ['node-sqlite3-wasm'],
  transform: { define: { BUILD_COMMIT: JSON.stringify(commitOf(root)) } },
  plugins: [
    manifestStaysOutside,
    processIsGlobal,
    leaveOut,
    asJson,
    made,
    notices.plugin,
    loadedTogether.plugin,
  ],
  preserveEntrySignatures: 'allow-extension',
  logLevel: 'warn',
});

const { output } = await bundle.write({
  dir: dist,
  ...code,
  // Test runners such as Jest do not support import() in CommonJS.
  dynamicImportInCjs: false,
  codeSplitting: { groups: loadedTogether.groups },
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
});
await writeLibraryEntries(output, dist);
// A build for coverage has no dist/start.js, because each source map belongs to a separate file.
if (!mapped) await writeStartFile(root, dist, output);
// Completion and the main help are separate bundles that share no chunks with the command. These bundles read the list
// of commands and the table of export formats, but do not run commands or open formats.
const noCommands = {
  name: 'no-commands',
  transform: (code, id) =>
    /[\\/](spec|formats)\.ts$/.test(id)
      ? { code: code.replace(/\bimport\('[^']+'\)/g, 'Promise.reject()'), map: null }
      : null,
};

const oneFile = { ...code, codeSplitting: false, dynamicImportInCjs: false };

const completion = await rolldown({
  input: join(root, 'src/cli/line/completion/main.ts'),
  cwd: root,
  platform: 'node',
  plugins: [manifestStaysOutside, processIsGlobal, noCommands, made],
  logLevel: 'warn',
});
await completion.write({
  dir: dist,
  ...oneFile,
  // Shell completion loads the code that reads the user's account only when the word to complete requires it.
  codeSplitting: true,
  entryFileNames: 'complete.js',
  chunkFileNames: 'complete-[name].js',
});
await writeHelp(root, dist, { manifestStaysOutside, processIsGlobal, noCommands, made, oneFile });
await writeFile(join(dist, 'THIRD-PARTY-LICENSES.txt'), await notices.text());
await writeFile(join(dist, 'sbom.cdx.json'), await sbomOf(root, notices.directories()));
await writePlacesIndex(root, dist);
if (!quiet) {
  for (const chunk of output) {
    process.stdout.write(`${relative(root, join(dist, chunk.fileName))}\n`);
  }
}
