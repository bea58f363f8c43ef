import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = dirname(fileURLToPath(import.meta.url));
const system = 'test/system/**/*.test.ts';

/** Files of tests whose text matches. */
function filesWith(pattern: RegExp): string[] {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .filter((name) => pattern.test(readFileSync(join(root, 'test', name), 'utf8')))
    .map((name) => `test/${name.replaceAll('\\', '/')}`);
}

/** Files that put something else in the place of a module: in a process of their own, which nobody uses after them. */
const mocking = filesWith(/\bvi\.(mock|doMock)\(/);
/** Files of which `npm test` tries a part, and the system tests all. */
const sampled = filesWith(/\/support\/runs'/);

/** True for `npm run coverage`, which counts all rows of the tables, not only those that `npm test` takes. */
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
    // Only ends what hangs: most tests run the built command as a process, and a slow machine is no failure.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
    // One more than there are processors: tests wait for processes and connections.
    maxWorkers: availableParallelism() + 1,
    coverage: {
      provider: 'custom',
      customProviderModule: './scripts/coverage.mjs',
      include: ['src/**/*.{ts,tsx}', 'dist/*.js'],
      // Of a file of the build, its sources count.
      exclude: ['src/export/kernel/**'],
      excludeAfterRemap: true,
      reportOnFailure: true,
      reporter: [['text', { skipFull: true }], 'html'],
      thresholds: {
        'src/{client,lib}/**': { lines: 97, branches: 95 },
        'src/cli/commands/{auth,signup}/**': { lines: 97, branches: 90 },
      },
    },
    // `npm test` runs the first two, `npm run test:system` the third.
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [...mocking, system, ...excluded],
          // The files share their workers, and with them the modules and the sandbox's code that are loaded once.
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
