// If an option is empty, as in `--api-key "$UNSET"`, waypost must not use another key, service or profile instead.
import { beforeEach, describe, expect, test } from 'vitest';
import { apiKey, freshHome, keyService, store, userToken } from '../../support/keys';
import type { StandIn } from '../../support/service';
import { errorOf, expectError, type Home } from '../../support/tool';

let home: Home;
let service: StandIn;
beforeEach(async () => {
  home = freshHome();
  service = await keyService();
  store(home.configFile, { api_key: apiKey, user_token: userToken, base_url: service.url });
});

const commands = [
  ['auth', 'whoami'],
  ['auth', 'login'],
  ['auth', 'logout'],
  ['keys', 'show'],
  ['places', 'search', 'Berlin'],
  ['api', 'get', 'places'],
  ['signup'],
];

describe.each(['--api-key', '--user-token', '--base-url', '--profile'])(
  'the option %s',
  (option) => {
    test.each(['', ' ', '\t\n'])(
      'is rejected by every command if its value is %j',
      async (value) => {
        for (const command of commands) {
          const run = await home.call([...command, option, value, '--json']);
          expect(errorOf(run), command.join(' ')).toMatchObject({
            exit: 2,
            code: 'invalid_input',
            message: `${option} is empty.`,
            hint: expect.stringContaining(`Check whether the shell variable for ${option} is set`),
          });
        }
        expect(service.asked).toEqual([]);
      },
    );
  },
);

test('without --json, waypost prints the error for an empty --api-key on standard error', async () => {
  const run = await home.call(['auth', 'token', '--api-key', '']);
  expect(run).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^Error: --api-key is empty\.\nCheck whether the shell variable for --api-key is set/,
    ),
  });
});

test.each([
  ['keys', 'show'],
  ['keys', 'details'],
  ['keys', 'usage'],
  ['licensees', 'list'],
])(
  'the command %s %s rejects an empty key argument instead of using the stored key',
  async (...command) => {
    const run = await home.call([...command, '', '--json']);
    expectError(run, 'invalid_input');
    expect(service.asked).toEqual([]);
  },
);
