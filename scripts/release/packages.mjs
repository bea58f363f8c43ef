// Packs the npm packages of a release: for each platform, a package with the executable, and the main package. The main
// package has the other packages as optional dependencies. npm installs the package for the user's platform without an
// install script.
import { execFile } from 'node:child_process';
import {
  chmod,
  copyFile,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const windows = process.platform === 'win32';

/**
 * Sets the mode of each executable and directory to 0755, and the mode of each other file to 0644. The modes are part of
 * the package, and would otherwise depend on the umask.
 */
export async function evenModes(directory) {
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const { mode } = await stat(path);
    await chmod(path, entry.isDirectory() || mode & 0o100 ? 0o755 : 0o644);
  }
}

/** Packs a directory. Returns the name of the archive. The same files always result in the same bytes. */
async function pack(directory, into) {
  const words = ['pack', directory, '--json', '--ignore-scripts', '--loglevel=error'];
  const { stdout } = await run(
    windows ? 'npm.cmd' : 'npm',
    [...words, '--pack-destination', into],
    {
      shell: windows,
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  return JSON.parse(stdout)[0].filename;
}

const readManifest = async (directory) =>
  JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'));

const writeManifest = (directory, manifest) =>
  writeFile(join(directory, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);

/**
 * Returns the `repository` field of package.json if a GitHub workflow packs the package. npm requires this field for
 * provenance, and uses it to resolve the images and links in the README.
 */
export function repositoryOf({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name }) {
  if (!server || !name) return {};
  return { repository: { type: 'git', url: `git+${server}/${name}.git` } };
}

/** Returns the name of a platform's package. */
function packageName({ name }) {
  return `waypost-${name}`;
}

/** Packs the executable of a platform with its files. Returns the name of the archive. */
export async function packPlatform(root, platform, into) {
  const { version, description, license } = await readManifest(root);
  const directory = join(root, 'dist-standalone', platform.name);
  const executable = platform.os === 'win32' ? 'waypost.exe' : 'waypost';
  const { os, cpu, libc } = platform;
  await writeManifest(directory, {
    name: packageName(platform),
    version,
    description: `${description} The executable for ${platform.name}.`,
    license,
    ...repositoryOf(process.env),
    os: [os],
    cpu: [cpu],
    ...(libc === undefined ? {} : { libc: [libc] }),
    files: [executable, 'man', 'THIRD-PARTY-LICENSES.txt'],
    preferUnplugged: true,
  });
  await copyFile(join(root, 'LICENSE'), join(directory, 'LICENSE'));
  await cp(join(root, 'man'), join(directory, 'man'), { recursive: true });
  const notices = await Promise.all(
    ['scripts/standalone/BUN-LICENSE.txt', 'dist/THIRD-PARTY-LICENSES.txt'].map((file) =>
      readFile(join(root, file), 'utf8'),
    ),
  );
  const line = `\n${'-'.repeat(72)}\n\n`;
  await writeFile(join(directory, 'THIRD-PARTY-LICENSES.txt'), notices.join(line));
  await evenModes(directory);
  const file = await pack(directory, into);
  await packTighter(join(into, file));
  return file;
}

/**
 * Compresses npm's archive again with gzip, because the output of gzip is 1% smaller than the output of Node's zlib.
 */
async function packTighter(path) {
  await run('gzip', ['-d', '-c', '-S', '.tgz', path], {
    encoding: 'buffer',
    maxBuffer: 1 << 28,
  }).then(({ stdout }) => writeFile(path.replace(/\.tgz$/, '.tar'), stdout));
  await run('gzip', ['-9', '-n', '-f', '-S', '.gz', path.replace(/\.tgz$/, '.tar')]);
  await rename(path.replace(/\.tgz$/, '.tar.gz'), path);
}

/**
 * Packs the main package, with optional dependencies on the packages of these platforms. Returns the name of the
 * archive.
 */
export async function packMain(root, platforms, into) {
  const staging = join(root, 'dist-standalone', 'package');
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true });
  const plain = join(staging, await pack(root, staging));
  await run('tar', ['-xzf', plain, '-C', staging]);
  const directory = join(staging, 'package');
  // Users of the package do not need the scripts and the development dependencies in package.json.
  const { scripts: _scripts, devDependencies: _tools, ...manifest } = await readManifest(directory);
  const { version } = manifest;
  const optional = platforms.map((platform) => [packageName(platform), version]);
  await writeManifest(directory, {
    ...manifest,
    ...repositoryOf(process.env),
    ...(optional.length === 0 ? {} : { optionalDependencies: Object.fromEntries(optional) }),
  });
  await evenModes(directory);
  const packed = await pack(directory, into);
  await rm(staging, { recursive: true });
  return packed;
}
