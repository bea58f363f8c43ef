import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = dirname(fileURLToPath(import.meta.url));

/** Files that put something else in the place of a module: in a process of their own, which nobody uses after them. */
const mocking = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .filter((name) => /\bvi\.(mock|doMock)\(/.test(readFileSync(join(root, 'test', name), 'utf8')))
  .map((name) => `test/${name.replaceAll('\\', '/')}`);

/** Files that take long, the longest first. */
const slowest = [
  'test/e2e/installation.test.ts',
  'test/e2e/lookups-export.test.ts',
  'test/e2e/lookups-export-stops.test.ts',
  'test/sandbox/damage.test.ts',
  'test/e2e/batch-stops.test.ts',
  'test/e2e/pages.test.ts',
  'test/e2e/batch-script.test.ts',
  'test/e2e/simulation.test.ts',
  'test/e2e/sandbox-pages-axe.test.ts',
  'test/e2e/batch-rate.test.ts',
  'test/sandbox/places/install.test.ts',
  'test/e2e/examples.test.ts',
  'test/e2e/proxies.test.ts',
  'test/torture.test.ts',
  'test/release/executable.test.ts',
  'test/e2e/lookups-export-state.test.ts',
];

/** The longest first, so that no core waits for the last of them; what is not named takes a few seconds. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = slowest.findIndex((name) => moduleId.endsWith(`/${name}`));
      return place === -1 ? slowest.length : place;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    globalSetup: ['test/support/build.ts'],
    setupFiles: ['test/support/setup.ts'],
    // Only ends what hangs: most tests run the built command as a process, and a slow machine is no failure.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Many tests wait for processes, so that three workers keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // A browser or a shell on a shared machine is late now and then. What fails twice has failed; a test that
    // needed its second try is marked in the output.
    retry: process.env.CI ? 1 : 0,
    // The files share their workers, and with them the modules and the sandbox's code that are loaded once.
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [...mocking, 'node_modules'],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: mocking } },
    ],
  },
});
