// Tests that run for many mistakes, one file after the other, each in a process of its own (see runner.mjs).
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const plan = JSON.parse(
  readFileSync(join(process.env.WAYPOST_MUTATION ?? '', 'plan.json'), 'utf8'),
);

/** In the order of the plan. */
class Planned extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => plan.files.indexOf(relative(root, moduleId));
    return files.toSorted((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  root,
  test: {
    include: plan.files,
    setupFiles: ['test/support/setup.ts'],
    runner: join(root, 'scripts/mutation/runner.mjs'),
    testTimeout: 60_000,
    hookTimeout: 30_000,
    maxWorkers: 1,
    reporters: ['dot'],
    sequence: { sequencer: Planned },
    dangerouslyIgnoreUnhandledErrors: true,
  },
});
