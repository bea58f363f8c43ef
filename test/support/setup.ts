// Vitest runs this file before the tests of each test file.
import { afterAll, afterEach, expect } from 'vitest';
import { forgetRequests } from './skipping-clock';
import { expectNoLeaks } from './tool';

const { XDG_DATA_HOME, XDG_CACHE_HOME } = process.env;
const found = worker();

afterEach(expectNoLeaks);
afterEach(forgetRequests);
afterAll(() => {
  restore('XDG_DATA_HOME', XDG_DATA_HOME);
  restore('XDG_CACHE_HOME', XDG_CACHE_HOME);
  expect(worker(), 'the state of the worker after this test file').toEqual(found);
});

/** Returns the state that test files share if they run in the same worker. */
function worker() {
  const { VITEST_POOL_ID: _, ...env } = process.env;
  return { env, umask: process.umask(), cwd: process.cwd() };
}

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}
