// bin/waypost.js with the package of an executable beside it, as npm lays them out: the executable runs in its place.
import { chmodSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { scratchFolder } from '../support/scratch';
import { runShell, startShell } from '../support/shell';

const root = join(__dirname, '../..');
const home = scratchFolder();
const directory = join(home, 'node_modules');
const entry = join(directory, 'waypost/bin/waypost.js');
const executables = join(directory, `waypost-${process.platform}-${process.arch}`);

mkdirSync(join(directory, 'waypost'), { recursive: true });
for (const part of ['bin', 'package.json'])
  cpSync(join(root, part), join(directory, 'waypost', part), { recursive: true });
for (const part of ['dist', 'data'])
  symlinkSync(join(root, part), join(directory, 'waypost', part));
beforeEach(() => rmSync(executables, { recursive: true, force: true }));

/** Puts a program in the place of the executable. */
function install(program: string, mode = 0o755): void {
  mkdirSync(executables);
  writeFileSync(join(executables, 'package.json'), '{"name": "executable", "version": "1.0.0"}');
  writeFileSync(join(executables, 'waypost'), `#!/bin/sh\n${program}\n`);
  chmodSync(join(executables, 'waypost'), mode);
}

const env = { PATH: process.env.PATH ?? '', HOME: home };
const run = (...words: string[]) => runShell([process.execPath, entry, ...words], env);

describe.skipIf(process.platform === 'win32')('the command that npm links', () => {
  test('runs the executable with its arguments, output and exit status', async () => {
    install('printf "[%s]" "$@"; echo no >&2; exit 7');
    expect(await run('keys', 'show', 'with space', '')).toEqual({
      status: 7,
      signal: null,
      stdout: '[keys][show][with space][]',
      stderr: 'no\n',
    });
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'hands on %s and ends of it',
    async (signal) => {
      install('echo ready; exec sleep 60');
      const { child, ended } = startShell([process.execPath, entry, 'whoami'], env);
      child.stdout.once('data', () => child.kill(signal));
      expect(await ended).toMatchObject({ status: null, signal, stdout: 'ready\n' });
    },
  );

  test('ends as the executable does, which may take a signal otherwise', async () => {
    install('trap "echo saved; exit 5" TERM; echo ready; while :; do sleep 0.05; done');
    const { child, ended } = startShell([process.execPath, entry, 'whoami'], env);
    child.stdout.once('data', () => child.kill('SIGTERM'));
    expect(await ended).toMatchObject({ status: 5, signal: null, stdout: 'ready\nsaved\n' });
  });

  test('answers --version itself', async () => {
    install('echo wrong');
    const { version } = require('../../package.json');
    expect((await run('--version')).stdout).toBe(`${version}\n`);
  });

  test.each([
    ['there is none', () => {}],
    ['it may not be executed', () => install('echo wrong', 0o644)],
  ])('runs with Node where %s', async (_what, prepare) => {
    prepare();
    const { stdout } = await run('auth', 'token', '--api-key', 'ak_launcher');
    expect(stdout).toBe('ak_launcher\n');
  });
});
