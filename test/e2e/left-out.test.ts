// The built command works without the parts of packages that the bundle omits.
import { expect, test } from 'vitest';
import { leftOut } from '../../scripts/build/left-out.mjs';
import { freshHome } from '../support/keys';
import { sample } from '../support/runs';
import { errorOf } from '../support/tool';

/** For each package, command lines that would use the omitted part, and the error with which each one ends. */
const uses: Record<string, [args: string[], code: string][]> = {
  // commander starts `waypost-<name>` for subcommands that are programs.
  commander: [
    [['nosuch', '--json'], 'invalid_input'],
    [['keys', 'nosuch', '--json'], 'invalid_input'],
    [['help', 'nosuch', '--json'], 'invalid_input'],
  ],
  // undici's main module loads all of undici. Requests, direct or through a proxy, use only its dispatchers.
  undici: [
    [['auth', 'whoami', '--json', '--base-url', 'http://127.0.0.1:1/v1'], 'network_error'],
    [['auth', 'whoami', '--json', '--base-url', 'https://service.invalid/v1'], 'network_error'],
  ],
};

test('the tests in this file run a command for each package from which left-out.mjs omits code', () => {
  expect([...new Set(leftOut.map(({ of }) => of))]).toEqual(Object.keys(uses));
});

test.each(sample(Object.values(uses).flat()))(
  'the built command, given the arguments %j, fails with %s and does not need the omitted code',
  async (args, code) => {
    const env = { WAYPOST_API_KEY: 'ak_test_key', HTTPS_PROXY: 'http://127.0.0.1:1' };
    expect(errorOf(await freshHome().run(args, { env }))).toMatchObject({ code });
  },
);
