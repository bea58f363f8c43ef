import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = dirname(fileURLToPath(import.meta.url));
const system = 'test/system/**/*.test.ts';

/** Returns the test files whose text matches the pattern. */
function filesWith(pattern: RegExp): string[] {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .filter((name) => pattern.test(readFileSync(join(root, 'test', name), 'utf8')))
    .map((name) => `test/${name.replaceAll('\\', '/')}`);
}

/** The test files that mock modules. Each of these files runs in a separate process. */
const mocking = filesWith(/\bvi\.(mock|doMock)\(/);
/** The test files that run only some of their cases in `npm test`, and all cases in the system tests. */
const sampled = filesWith(/\/support\/runs'/);

/** True for `npm run coverage`, which runs all cases, not only the cases that `npm test` runs. */
const measuresCoverage = process.argv.includes('--coverage');
if (measuresCoverage) process.env.WAYPOST_TEST_THOROUGH = '1';

/**
 * The tests of the released files. `npm run coverage` skips these tests, because the build for coverage has source
 * maps, but no minified code and no `dist/start.js`.
 */
const testsOfRelease = [
  'test/e2e/compiled-code.test.ts',
  'test/system/installation.test.ts',
  'test/system/package-contents.test.ts',
];
const excluded = ['node_modules', ...(measuresCoverage ? testsOfRelease : [])];

export default defineConfig({
  test: {
    globalSetup: ['test/support/build.ts'],
    setupFiles: ['test/support/setup.ts'],
    // The limit is long, because many tests run the built command as a process and must also pass on a slow machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
    // The number of workers exceeds the number of processors by one, because tests often wait for a process or a
    // connection.
    maxWorkers: availableParallelism() + 1,
    coverage: {
      provider: 'custom',
      customProviderModule: './scripts/coverage.mjs',
      include: ['src/**/*.{ts,tsx}', 'dist/*.js'],
      // The report contains the sources of each file in dist, not the file itself.
      exclude: ['src/export/kernel/**'],
      excludeAfterRemap: true,
      reportOnFailure: true,
      reporter: [['text', { skipFull: true }], 'html'],
      thresholds: {
        'src/{client,lib}/**': { lines: 97, branches: 95 },
        'src/cli/commands/{auth,signup}/**': { lines: 97, branches: 90 },
      },
    },
    // `npm test` runs the first two projects. `npm run test:system` runs the third project.
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [...mocking, system, ...excluded],
          // The test files share their workers, so each worker loads the modules and the sandbox's code only once.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: mocking, exclude: excluded } },
      {
        extends: true,
        test: {
          name: 'system',
          include: [system, ...(measuresCoverage ? [] : sampled)],
          exclude: excluded,
          env: { WAYPOST_TEST_THOROUGH: '1' },
          testTimeout: 1_200_000,
        },
      },
    ],
  },
});
