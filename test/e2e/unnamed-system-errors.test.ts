// If a system error has no name in Node, waypost fails with `write_failed`, and a sign-up keeps its keys.
// test/lib/system-error.test.ts tests more of these errors, such as an exceeded disk quota.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { apiKey, keyService, freshHome as loginHome } from '../support/keys';
import { failure, freshSignUp, keys, signUp } from '../support/sign-up';
import { errorOf, expectError } from '../support/tool';

const errno = 9999;
const reason = /Unknown system error -9999/;
const preload = [join(__dirname, '../support/failing-writes.cjs')];
const env = { WAYPOST_TEST_ERRNO: String(errno) };

describe('if a write fails with an unknown system error,', () => {
  test('`auth login` fails with write_failed, and the message contains the system error', async () => {
    const home = loginHome();
    const { url } = await keyService();
    const run = await home.run(
      ['auth', 'login', '--api-key', apiKey, '--base-url', url, '--json'],
      { env, preload },
    );
    const error = errorOf(run);
    expect(error).toMatchObject({ exit: 5, code: 'write_failed', hint: expect.any(String) });
    expect(error.message).toMatch(reason);
  });

  test('`signup` ends with write_failed before it polls the service', async () => {
    const { home, service } = await freshSignUp();
    const error = failure(await signUp(home, service, [], { env, preload }));
    expect(error).toMatchObject({ exit: 5, code: 'write_failed' });
    expect(error.message).toMatch(reason);
    expect(service.steps).toEqual(['start']);
  });

  test("`signup` includes a completed sign-up's keys in the error, because waypost cannot write any file", async () => {
    const { home, service } = await freshSignUp();
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
