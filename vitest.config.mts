import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build.ts'],
    setupFiles: ['test/support/setup.ts'],
    // Most tests run the built command as a process: generous, so that a slow machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Many tests wait for processes, so that three workers keep two cores busy.
    maxWorkers: 3,
    // A browser or a shell on a shared machine is late now and then. What fails twice has failed; a test that
    // needed its second try is marked in the output.
    retry: process.env.CI ? 1 : 0,
  },
});
