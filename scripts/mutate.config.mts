// The tests that Stryker (scripts/stryker.config.json) tries its changes with: those that run in process, in threads of Stryker's.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/{lib,client,batch,export}/**/*.test.ts'],
    setupFiles: ['test/support/setup.ts'],
    testTimeout: 600_000,
  },
});
