// Configures the tests that Stryker runs after each of its changes (scripts/stryker.config.json). These tests do not
// start other processes, because Stryker changes only the code in its own threads.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/{lib,client,batch,export}/**/*.test.ts'],
    setupFiles: ['test/support/setup.ts'],
    testTimeout: 600_000,
  },
});
