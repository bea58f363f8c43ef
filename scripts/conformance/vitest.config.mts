// For naming the tests, not for running them: nothing is built before.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: join(dirname(fileURLToPath(import.meta.url)), '../..'),
  // One process that loads each module once.
  test: { include: ['test/**/*.test.ts'], isolate: false, maxWorkers: 1 },
});
