// What the bundle omits of packages is never needed: the built command is run where each part would be.
import { expect, test } from 'vitest';
import { leftOut } from '../../scripts/build/left-out.mjs';
import { freshHome } from '../support/keys';
import { sample } from '../support/runs';
import { errorOf } from '../support/tool';

/** What would need each part: arguments, and the error they end with. */
const uses: Record<string, [args: string[], code: string][]> = {
  // commander starts `waypost-<name>` for subcommands that are programs.
  commander: [
    [['nosuch', '--json'], 'invalid_input'],
    [['keys', 'nosuch', '--json'], 'invalid_input'],
    [['help', 'nosuch', '--json'], 'invalid_input'],
  ],
  // undici's module loads all of it; a request, direct and through a proxy, needs its dispatchers.
  undici: [
    [['auth', 'whoami', '--json', '--base-url', 'http://127.0.0.1:1/v1'], 'network_error'],
    [['auth', 'whoami', '--json', '--base-url', 'https://service.invalid/v1'], 'network_error'],
  ],
};

test('each package has cases here', () => {
  expect([...new Set(leftOut.map(({ of }) => of))]).toEqual(Object.keys(uses));
});

test.each(sample(Object.values(uses).flat()))('%j ends with %s', async (args, code) => {
  const env = { WAYPOST_API_KEY: 'ak_test_key', HTTPS_PROXY: 'http://127.0.0.1:1' };
  expect(errorOf(await freshHome().run(args, { env }))).toMatchObject({ code });
});
