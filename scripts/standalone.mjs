// Compiles the built command, its data and Bun into one executable for each platform, in dist-standalone/<platform>/.
// `node scripts/standalone.mjs` creates the executable for this machine. `node scripts/standalone.mjs linux-arm64
// win32-x64` creates the executables for the named platforms. `node scripts/standalone.mjs all` creates the executables
// for all platforms. With --built, the script does not build dist/ again.
import { execFile } from 'node:child_process';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fetchBun } from './standalone/fetch-bun.mjs';
import { executableOf, namedPlatforms, thisPlatform } from './standalone/platforms.mjs';

const run = promisify(execFile);
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const cache = join(root, 'node_modules', '.cache', 'bun');
const inside = '/$bunfs/root/dist';

async function compile(platform) {
  const host = await fetchBun(thisPlatform(), cache);
  const target = await fetchBun(platform, cache);
  const executable = executableOf(root, platform);
  await rm(dirname(executable), { recursive: true, force: true });
  await mkdir(dirname(executable), { recursive: true });
  const options = [
    'build',
    'scripts/standalone/entry.cjs',
    '--compile',
    '--minify',
    '--bytecode',
    ...(platform.bytecodeDepth === undefined ? [] : [`--bytecode-depth=${platform.bytecodeDepth}`]),
    '--format=cjs',
    `--target=${platform.bun}`,
    `--compile-executable-path=${target}`,
    // These options prevent settings in the working directory from affecting the user's command.
    '--no-compile-autoload-dotenv',
    '--no-compile-autoload-bunfig',
    // Only Node 20 needs SQLite as WebAssembly, because Bun has node:sqlite.
    '--external=node-sqlite3-wasm',
    '--asset=dist/places.json.br',
    // By default, Bun would insert the path of the build directory. This option inserts the path that the executable
    // uses for its own files instead.
    `--define=__dirname=${JSON.stringify(inside)}`,
    `--define=__filename=${JSON.stringify(`${inside}/main.js`)}`,
    `--outfile=${executable}`,
  ];
  await run(host, options, { cwd: root });
  const { size } = await stat(executable);
  process.stdout.write(`${executable}  ${(size / 1e6).toFixed(1)} MB\n`);
}

const words = process.argv.slice(2);
const platforms = namedPlatforms(words.filter((word) => word !== '--built'));
if (!words.includes('--built')) {
  await run(process.execPath, ['scripts/build.mjs', '--quiet'], { cwd: root });
}
for (const platform of platforms) await compile(platform);
