// The built command works without the code that the build omits from packages.
import { expect, test } from 'vitest';
import { leftOut } from '../../scripts/build/left-out.mjs';
import { freshHome } from '../support/keys';
import { sample } from '../support/runs';
import { errorOf } from '../support/tool';

/** For each package, command lines that would use the omitted code, and the error codes of their expected errors. */
const uses: Record<string, [args: string[], code: string][]> = {
  // The omitted code starts a program `waypost-<name>` for some subcommands.
  commander: [
    [['nosuch', '--json'], 'invalid_input'],
    [['keys', 'nosuch', '--json'], 'invalid_input'],
    [['help', 'nosuch', '--json'], 'invalid_input'],
  ],
  // The main module of undici loads the complete package. waypost uses only its dispatchers, with or without a proxy.
  undici: [
    [['auth', 'whoami', '--json', '--base-url', 'http://127.0.0.1:1/v1'], 'network_error'],
    [['auth', 'whoami', '--json', '--base-url', 'https://service.invalid/v1'], 'network_error'],
  ],
};

test('the tests in this file run the built command for each package from which left-out.mjs omits code', () => {
  expect([...new Set(leftOut.map(({ of }) => of))]).toEqual(Object.keys(uses));
});

test.each(sample(Object.values(uses).flat()))(
  'the built command works without the package code that the build omits (arguments: %j, expected error: %s)',
  async (args, code) => {
    const env = { WAYPOST_API_KEY: 'ak_test_key', HTTPS_PROXY: 'http://127.0.0.1:1' };
    expect(errorOf(await freshHome().run(args, { env }))).toMatchObject({ code });
  },
);
