// Downloads the programs with which the benchmark compares waypost. Downloads each program only once, into a cache
// outside the repository, and does not run install scripts. If a program cannot be downloaded, the table states that
// the program is not available.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fetchBun } from '../scripts/standalone/fetch-bun.mjs';
import { thisPlatform } from '../scripts/standalone/platforms.mjs';
import { root } from './measure.mjs';

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'waypost-bench');

/** The npm packages of the programs. The versions are pinned, so that two runs measure the same programs. */
const packages = ['@stripe/cli@1.52.0', 'resend-cli@2.21.0', 'autocannon@9.0.0'];

/** The other versions of Node, by major version. npm packages contain their executables. */
const nodePackages = { 22: '22.23.3', 24: '24.21.0' };

const quiet = { stdio: ['ignore', 'ignore', 'ignore'] };

/**
 * Returns the command for each program, or undefined for a program that cannot be downloaded. The programs are `gh`,
 * `stripe`, `resend`, `bun`, `mlr`, `autocannon` and `curl`. DuckDB is not one of them, because it is a development
 * dependency.
 */
export async function fetchPeers() {
  mkdirSync(cache, { recursive: true });
  const modules = join(cache, 'node_modules');
  if (!packages.every((name) => existsSync(join(modules, name.slice(0, name.lastIndexOf('@')))))) {
    attempt('npm', [
      'install',
      '--prefix',
      cache,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--no-save',
      ...packages,
    ]);
  }
  const { os, cpu } = thisPlatform();
  const script = (path) => whereFound([process.execPath, join(modules, path)]);
  return {
    // The package's JavaScript launcher would add the start time of Node, so this code runs the executable directly.
    stripe: whereFound([join(modules, `@stripe/cli-${os}-${cpu}/bin/stripe`)]),
    resend: script('resend-cli/dist/cli.cjs'),
    autocannon: script('autocannon/autocannon.js'),
    gh: inPath('gh') ?? fromDebian('gh', 'gh'),
    mlr: inPath('mlr') ?? fromDebian('miller', 'mlr'),
    curl: inPath('curl'),
    bun: [await fetchBun(thisPlatform(), join(root, 'node_modules', '.cache', 'bun'))],
  };
}

/**
 * Returns the executables of the other versions of Node, by major version. Omits versions that cannot be downloaded.
 */
export function fetchNodes() {
  const { os, cpu } = thisPlatform();
  const found = {};
  for (const [major, version] of Object.entries(nodePackages)) {
    const directory = join(cache, `node-${version}`);
    const program = join(directory, 'node_modules', `node-${os}-${cpu}`, 'bin/node');
    if (!existsSync(program)) {
      const name = `node-${os}-${cpu}@${version}`;
      const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
      attempt('npm', ['install', '--prefix', directory, ...options, name]);
    }
    if (existsSync(program)) found[major] = program;
  }
  return found;
}

/** Returns the size in MB of a program, including the files that it needs to start. */
export function sizeOf(words) {
  return statSync(words.at(-1)).size / 1e6;
}

function whereFound(words) {
  return existsSync(words.at(-1)) ? words : undefined;
}

function attempt(program, words, options = quiet) {
  try {
    execFileSync(program, words, options);
    return true;
  } catch {
    return false;
  }
}

function inPath(program) {
  const found = (process.env.PATH ?? '')
    .split(':')
    .map((directory) => join(directory, program))
    .find((path) => existsSync(path));
  return found === undefined ? undefined : [found];
}

/** Unpacks a program from a Debian package to the cache. Does not install the package. */
function fromDebian(name, program) {
  const directory = join(cache, name);
  const path = join(directory, 'usr/bin', program);
  if (!existsSync(path)) {
    mkdirSync(directory, { recursive: true });
    const options = { ...quiet, cwd: directory };
    if (!attempt('apt-get', ['download', name], options)) return undefined;
    const archive = readdirSync(directory).find((file) => file.endsWith('.deb'));
    if (archive === undefined || !attempt('dpkg', ['-x', archive, '.'], options)) return undefined;
  }
  return whereFound([path]);
}
