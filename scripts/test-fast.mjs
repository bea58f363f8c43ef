// `npm run test:fast [directory …]`: the checks of the layout and the tests of the directories below src that were changed since
// the last commit, or of those that are named (lib api client export batch cli sandbox). The tests that
// drive the whole command or a browser, and those that take long, are left to `npm test`.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Files of a directory whose tests take longer than all others together. */
const slow = ['fuzz', 'durability', 'first-start'];

function git(...words) {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
}

/** Directories of tests for the changed files: that of their directory where there is one, else of the one below src. */
function changedFolders() {
  const files = [
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '-o', '--exclude-standard'),
  ];
  return files.flatMap((file) => {
    const [, path] = /^(?:src|test)\/(.+)\/[^/]+$/.exec(file) ?? [];
    if (path === undefined || path.startsWith('e2e') || path.startsWith('support')) return [];
    let folder = path;
    while (!existsSync(join(root, 'test', folder)) && folder !== '.') folder = dirname(folder);
    return folder === '.' ? [] : [`test/${folder}/`];
  });
}

const named = process.argv.slice(2).map((name) => `test/${name}/`);
const folders = [...new Set(named.length > 0 ? named : changedFolders())];
const words = ['test/layering.test.ts', ...folders];
process.stdout.write(`Tests of ${words.join(', ')}\n`);
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...words,
    ...slow.flatMap((name) => ['--exclude', `**/${name}*.test.ts`]),
  ],
  { cwd: root, stdio: 'inherit' },
);
process.exitCode = status ?? 1;
