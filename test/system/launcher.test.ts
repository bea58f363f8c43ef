// bin/waypost.js runs the executable if npm installed the executable's package next to waypost.
import {
  chmodSync,
  chownSync,
  cpSync,
  lchownSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { hasOtherUsers } from '../support/other-users';
import { scratchDirectory } from '../support/scratch';
import { runShell, startShell } from '../support/shell';

const root = join(__dirname, '../..');
const home = scratchDirectory();
const packageName = `waypost-${process.platform}-${process.arch}`;
let entry: string;
let executables: string;

/** Installs waypost in this directory of the project. The executable's package belongs next to waypost. */
function layOut(parent: string): void {
  const own = join(home, 'project', parent, 'waypost');
  mkdirSync(own, { recursive: true });
  for (const part of ['bin', 'package.json'])
    cpSync(join(root, part), join(own, part), { recursive: true });
  for (const part of ['dist', 'data']) symlinkSync(join(root, part), join(own, part));
  entry = join(own, 'bin/waypost.js');
  executables = join(home, 'project', parent, packageName);
}

beforeEach(() => {
  for (const name of ['project', 'node_modules', 'store'])
    rmSync(join(home, name), { recursive: true, force: true });
  layOut('node_modules');
});

/** Moves the executable's package to this path in the home directory. */
function move(...to: string[]): void {
  const target = join(home, ...to);
  mkdirSync(join(target, '..'), { recursive: true });
  renameSync(executables, target);
}

/** Creates the executable's package, with a script as the executable. */
function install(program: string, mode = 0o755): void {
  mkdirSync(executables);
  writeFileSync(join(executables, 'package.json'), '{"name": "executable", "version": "1.0.0"}');
  writeFileSync(join(executables, 'waypost'), `#!/bin/sh\n${program}\n`);
  chmodSync(join(executables, 'waypost'), mode);
}

/** The path of the executable's package in a directory that has its own node_modules. */
const ownPackage = `node_modules/${packageName}`;
const another = 54_322;
const env = { PATH: process.env.PATH ?? '', HOME: home };
const run = (...words: string[]) => runShell([process.execPath, entry, ...words], env);

describe.skipIf(process.platform === 'win32')('the command that npm links', () => {
  test('runs the executable, and passes on the arguments, the output and the exit code', async () => {
    install('printf "[%s]" "$@"; echo no >&2; exit 7');
    expect(await run('keys', 'show', 'with space', '')).toEqual({
      status: 7,
      signal: null,
      stdout: '[keys][show][with space][]',
      stderr: 'no\n',
    });
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'passes the signal %s on to the executable, and ends with this signal',
    async (signal) => {
      install('echo ready; exec sleep 60');
      const { child, ended } = startShell([process.execPath, entry, 'whoami'], env);
      child.stdout.once('data', () => child.kill(signal));
      expect(await ended).toMatchObject({ status: null, signal, stdout: 'ready\n' });
    },
  );

  test('ends with the exit code of an executable that handles the signal', async () => {
    install('trap "echo saved; exit 5" TERM; echo ready; while :; do sleep 0.05; done');
    const { child, ended } = startShell([process.execPath, entry, 'whoami'], env);
    child.stdout.once('data', () => child.kill('SIGTERM'));
    expect(await ended).toMatchObject({ status: 5, signal: null, stdout: 'ready\nsaved\n' });
  });

  test('does not run the executable to print the version', async () => {
    install('echo wrong');
    const { version } = require('../../package.json');
    expect((await run('--version')).stdout).toBe(`${version}\n`);
  });

  test.each<[string, () => void]>([
    ["in waypost's own node_modules", () => move(`project/node_modules/waypost/${ownPackage}`)],
    [
      'a symbolic link next to waypost, as pnpm creates it',
      () => {
        move('store');
        symlinkSync(join(home, 'store'), executables);
      },
    ],
  ])('runs the executable if its package is %s', async (_where, place) => {
    install('echo right');
    place();
    expect((await run('keys', 'show')).stdout).toBe('right\n');
  });

  const runsWithNode = async () => {
    const { stdout } = await run('auth', 'token', '--api-key', 'ak_launcher');
    expect(stdout).toBe('ak_launcher\n');
  };

  test.each<[string, () => void]>([
    ['there is no executable', () => rmSync(executables, { recursive: true })],
    [
      'the executable does not have execute permission',
      () => chmodSync(join(executables, 'waypost'), 0o644),
    ],
    ["the executable's package is in a parent directory", () => move(ownPackage)],
    [
      "the executable's package is next to a clone",
      () => {
        move('store');
        layOut('source');
        renameSync(join(home, 'store'), executables);
      },
    ],
  ])('runs with Node if %s', async (_what, place) => {
    install('echo wrong');
    place();
    await runsWithNode();
  });

  // An executable that another user can change would have access to the user's keys.
  test.skipIf(!hasOtherUsers).each<[string, () => void]>([
    ["the executable's directory", () => chownSync(executables, another, another)],
    ['the executable', () => chownSync(join(executables, 'waypost'), another, another)],
    [
      'the link to the executable',
      () => {
        move('store');
        symlinkSync(join(home, 'store'), executables);
        lchownSync(executables, another, another);
      },
    ],
  ])('runs with Node if %s belongs to another user', async (_what, give) => {
    install('echo wrong');
    give();
    await runsWithNode();
  });
});
