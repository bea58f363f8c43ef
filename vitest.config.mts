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
/** The test files in which `npm test` runs only some rows. The system tests run all rows. */
const sampled = filesWith(/\/support\/runs'/);

/** True for `npm run coverage`, which runs all rows of the tables, not only the rows that `npm test` runs. */
const measuresCoverage = process.argv.includes('--coverage');
if (measuresCoverage) process.env.WAYPOST_TEST_THOROUGH = '1';

/** Tests of the released files. The build for coverage has source maps, no minified code and no `dist/start.js`. */
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
    // This limit only ends tests that hang. Most tests run the built command as a process, and must also pass on a slow
    // machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
    // The number of workers exceeds the number of processors by one, because tests wait for processes and connections.
    maxWorkers: availableParallelism() + 1,
    coverage: {
      provider: 'custom',
      customProviderModule: './scripts/coverage.mjs',
      include: ['src/**/*.{ts,tsx}', 'dist/*.js'],
      // For a built file, the report contains its sources.
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
          // The files share their workers. Therefore, each worker loads the modules and the sandbox's code only once.
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
