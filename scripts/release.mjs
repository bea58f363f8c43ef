// Creates the files of a release in dist-release/: the npm packages, their checksums, the installer, the SBOM, a
// Homebrew formula and a Scoop manifest. The installer, Homebrew and Scoop also download the archives of the npm
// packages.
//   npm run release -- [--from <URL of the directory that will contain the archives>] [platform…|all]
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { homebrewFormula, scoopManifest } from './release/manifests.mjs';
import { packMain, packPlatform } from './release/packages.mjs';
import { namedPlatforms } from './standalone/platforms.mjs';

const run = promisify(execFile);
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const into = join(root, 'dist-release');

/** The maximum size of a file in the release, in bytes. */
const mostBytes = 50e6;

/** Returns packaging/install.sh with the URL of the release and the checksums of the release's files. */
async function installer(from, sums) {
  const text = await readFile(join(root, 'packaging/install.sh'), 'utf8');
  return text
    .replace('WAYPOST_RELEASE_URL:-}', `WAYPOST_RELEASE_URL:-${from}}`)
    .replace("checksums=''", `checksums='${sums}'`);
}

const { values, positionals } = parseArgs({
  options: { from: { type: 'string', default: '.' } },
  allowPositionals: true,
});

const platforms = namedPlatforms(positionals);
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

await rm(into, { recursive: true, force: true });
await mkdir(into);
await run(process.execPath, ['scripts/standalone.mjs', ...platforms.map(({ name }) => name)], {
  cwd: root,
});
await run(process.execPath, ['scripts/man.mjs'], { cwd: root });
const archives = [];
for (const platform of platforms) {
  archives.push({ platform: platform.name, file: await packPlatform(root, platform, into) });
}
archives.push({ file: await packMain(root, platforms, into) });
for (const archive of archives) {
  const content = await readFile(join(into, archive.file));
  archive.sha256 = createHash('sha256').update(content).digest('hex');
  if (content.length > mostBytes) throw new Error(`${archive.file} is larger than 50 MB.`);
  archive.url = `${values.from.replace(/\/$/, '')}/${archive.file}`;
}
const sums = archives.map(({ sha256, file }) => `${sha256}  ${file}\n`);
await writeFile(join(into, 'SHA256SUMS'), sums.join(''));
await writeFile(join(into, 'waypost.rb'), homebrewFormula(manifest, archives));
await writeFile(join(into, 'waypost.json'), scoopManifest(manifest, archives));
await writeFile(join(into, 'install.sh'), await installer(values.from, sums.join('')), {
  mode: 0o755,
});
await copyFile(join(root, 'dist', 'sbom.cdx.json'), join(into, 'sbom.cdx.json'));
process.stdout.write(sums.join(''));
