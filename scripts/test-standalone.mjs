// Runs the tests of the built command with the standalone executable of this machine. `node scripts/test-standalone.mjs
// [file …]` builds the executable first, and then runs all tests or the named tests.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { executableOf, thisPlatform } from './standalone/platforms.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * The test directories with tests that start commands and sandboxes as processes. Tests in other directories do not
 * start processes.
 */
const all = [
  'test/e2e',
  'test/cli/',
  'test/system/',
  ...['instance', 'openapi'].map((name) => `test/sandbox/${name}.test.ts`),
  ...['torture', 'installer', 'launcher', 'fuzz/*'].flatMap((name) => [
    '--exclude',
    `test/system/${name}.test.ts`,
  ]),
];

const words = process.argv.slice(2);
const named = words.some((word) => !word.startsWith('-'));

const run = (program, args, env = process.env) => {
  const { status } = spawnSync(program, args, { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

run(process.execPath, ['scripts/standalone.mjs']);
run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...words, ...(named ? [] : all)], {
  ...process.env,
  WAYPOST_TEST_COMMAND: executableOf(root, thisPlatform()),
});
