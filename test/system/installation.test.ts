// Installs waypost from the packed file, from a Git repository and from a clone, and runs `npm start` in the clone.
import { execFileSync, type StdioOptions, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { hasTerminal, Terminal } from '../support/terminal';
import { Home, nodeTest as test } from '../support/tool';

const root = join(__dirname, '../..');
const directory = mkdtempSync(join(tmpdir(), 'waypost-install-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }), 240_000);

/** The environment of all programs. Builds use the build cache of the working tree. */
const env = { ...process.env, WAYPOST_BUILD_CACHE: join(root, 'node_modules/.cache') };

/** Runs a program and returns its standard output. If the program fails, the error contains its output. */
function run(command: string, words: string[], cwd: string): string {
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
  return execFileSync(command, words, { cwd, env, encoding: 'utf8', stdio });
}

/** Clones the repository and commits the working tree's changes, so that the test includes uncommitted changes. */
function copyOfTree(name: string): string {
  const path = join(directory, name);
  run('git', ['clone', '--quiet', root, path], directory);
  const list = (...flags: string[]) =>
    run('git', ['ls-files', ...flags, '-z'], root)
      .split('\0')
      .filter(Boolean);
  const deleted = new Set(list('--deleted'));
  for (const file of deleted) rmSync(join(path, file), { force: true });
  for (const file of list('--modified', '--others', '--exclude-standard')) {
    if (!deleted.has(file)) cpSync(join(root, file), join(path, file), { recursive: true });
  }
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  run('git', ['add', '--all'], path);
  run('git', [...author, 'commit', '--quiet', '--allow-empty', '-m', 'tree'], path);
  return path;
}

/** Checks that an installed command works and that `waypost version` prints this type of installation. */
function works(command: string, way: string): void {
  const env = new Home().environment();
  const options = { encoding: 'utf8', env } as const;
  expect(execFileSync(command, ['help', 'exit-codes'], options)).toContain('invalid_input');
  const words = ['auth', 'token', '--api-key', 'ak_installed'];
  expect(execFileSync(command, words, options)).toBe('ak_installed\n');
  const about = JSON.parse(execFileSync(command, ['version', '--json'], options));
  expect(about).toMatchObject({ installed: way });
}

/** Installs waypost globally with a separate prefix, and checks the installed command. */
function installsGlobally(name: string, what: string, cwd: string, way: string): void {
  const prefix = join(directory, `prefix-${name}`);
  run('npm', ['install', '--global', '--prefix', prefix, '--no-audit', '--no-fund', what], cwd);
  works(join(prefix, 'bin/waypost'), way);
}

describe.skipIf(process.platform === 'win32')('npm', () => {
  test('installs the packed file, including its manual pages', () => {
    run(process.execPath, ['scripts/man.mjs'], root);
    run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', directory], root);
    const packed = readdirSync(directory).find((name) => name.endsWith('.tgz')) ?? '';
    installsGlobally('packed', join(directory, packed), directory, 'npm-global');
    expect(existsSync(join(directory, 'prefix-packed/share/man/man1/waypost-keys.1'))).toBe(true);
  }, 120_000);

  // With --global, npm would install a link to a temporary clone, and then remove the clone.
  test('installs waypost from git into a project', () => {
    const project = mkdtempSync(join(directory, 'project-'));
    writeFileSync(join(project, 'package.json'), '{"name": "project", "version": "1.0.0"}');
    const repository = `git+file://${copyOfTree('git')}`;
    run('npm', ['install', '--no-audit', '--no-fund', repository], project);
    works(join(project, 'node_modules/.bin/waypost'), 'local');
  }, 240_000);

  test('builds and installs waypost from a clone, in which the waypost command fails before the build', () => {
    const clone = copyOfTree('clone');
    const words = [join(clone, 'bin/waypost.js'), 'keys', 'show'];
    const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `waypost is not built. Run npm ci in ${clone}.\n`,
    });
    run('npm', ['ci', '--no-audit', '--no-fund'], clone);
    installsGlobally('clone', '.', clone, 'git-clone');
    expect(existsSync(join(directory, 'prefix-clone/share/man/man1/waypost-keys.1'))).toBe(true);
  }, 240_000);

  // The tests use the clone of the previous test. The environment does not contain variables such as CI or TERM=dumb, which
  // turn off color.
  describe.skipIf(!hasTerminal)('at a terminal', () => {
    const rows = [40, 80, 200].flatMap((columns) => [
      { columns, NO_COLOR: undefined },
      { columns, NO_COLOR: '1' },
    ]);

    test.each(rows)(
      'prints the complete output of `npm start` in $columns columns (NO_COLOR: $NO_COLOR)',
      async ({ columns, NO_COLOR }) => {
        const terminal = new Terminal(
          ['npm', '--prefix', join(directory, 'clone'), 'start'],
          {
            PATH: process.env.PATH,
            HOME: directory,
            TMPDIR: directory,
            WAYPOST_BUILD_CACHE: env.WAYPOST_BUILD_CACHE,
            NO_COLOR,
          },
          { columns, rows: 50 },
        );
        const { status } = await terminal.end();
        expect(status, terminal.screen()).toBe(0);
        expect(terminal.screen()).toContain('This is the end of the journey.');
        expect(terminal.raw).not.toMatch(/Z (?:GET|POST) \/v1/);
        expect(terminal.raw).toMatch(/waypost sandbox requests[\s\S]*\/v1\/places\?query=berlin/);
        expect(terminal.raw.includes('\x1b[1m')).toBe(NO_COLOR === undefined);
      },
      240_000,
    );
  });
});
