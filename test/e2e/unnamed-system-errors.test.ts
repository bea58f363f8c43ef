// Errors of the system that Node has no name for, such as a quota that is used up, are write_failed, and
// what was claimed stays within reach.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { apiKey, keyService, freshHome as loginHome } from '../support/keys';
import { failure, freshSignUp, keys, signUp } from '../support/sign-up';
import { errorOf, expectError } from '../support/tool';

const failing = (number: number) => ({
  env: { WAYPOST_TEST_ERRNO: String(number) },
  preload: [join(__dirname, '../support/failing-writes.cjs')],
});

describe.each([
  [122, /EDQUOT: disk quota exceeded|-122/],
  [116, /ESTALE: stale file handle|-116/],
  [9999, /Unknown system error -9999/],
])('error %d', (number, reason) => {
  test('login: write_failed with the reason', async () => {
    const home = loginHome();
    const { url } = await keyService();
    const run = await home.run(
      ['auth', 'login', '--api-key', apiKey, '--base-url', url, '--json'],
      failing(number),
    );
    const error = errorOf(run);
    expect(error).toMatchObject({ exit: 5, code: 'write_failed', hint: expect.any(String) });
    expect(error.message).toMatch(reason);
  });

  test('signup: write_failed before anybody is sent to the page', async () => {
    const { home, service } = await freshSignUp();
    const error = failure(await signUp(home, service, [], failing(number)));
    expect(error).toMatchObject({ exit: 5, code: 'write_failed' });
    expect(error.message).toMatch(reason);
    expect(service.steps).toEqual(['start']);
  });

  test('signup that has claimed: the keys are shown where no file can be written', async () => {
    const { home, service } = await freshSignUp();
    const { env, preload } = failing(number);
    const late = { ...env, WAYPOST_TEST_AFTER: '1' };
    const run = await signUp(home, service, [], {
      env: late,
      preload,
      reveals: Object.values(keys),
    });
    expectError(run, 'write_failed', {
      message: expect.stringMatching(reason),
      details: { credentials: { test_api_key: keys.test_api_key } },
    });
  });
});
