import { describe, expect, test } from 'vitest';
import type { Command } from '../../src/cli/line/command';
import { allCommands } from '../../src/cli/line/commands';
import { effectsOf } from '../../src/cli/line/effects';
import { commandHelp } from '../../src/cli/line/help-text';
import { useAccount } from '../support/account';
import { callProxy } from '../support/proxy-start';
import { errorOf } from '../support/tool';

const account = useAccount();
const env = { WAYPOST_READ_ONLY: '1' };

const refused = allCommands.filter((command) => {
  const { changes, deletes, bills } = effectsOf(command);
  return command.alsoCalls !== 'any' && (changes || deletes || bills);
});

/** Returns the commands with their names, as cases for `test.each`. */
function named(commands: readonly Command[]): [name: string, command: Command][] {
  return commands.map((command) => [command.path.join(' '), command]);
}

async function journal(): Promise<{ method: string; path: string }[]> {
  const { json } = await account.bench.control('GET', '/requests');
  return (json as { requests: { method: string; path: string }[] }).requests;
}

test('read-only mode rejects exactly the commands that change data, delete data or cost lookups', () => {
  expect(refused.map(({ path }) => path.join(' '))).toEqual([
    'signup',
    'keys update',
    'licensees create',
    'licensees update',
    'licensees delete',
    'licensees regenerate-key',
    'configs create',
    'configs update',
    'configs delete',
    'configs push',
    'places resolve',
    'addresses resolve',
    'addresses verify',
    'addresses cleanse',
    'addresses near',
    'emails validate',
    'phones validate',
  ]);
});

test.each(named(refused))(
  'read-only mode, enabled by an environment variable or a setting, rejects the command `%s` without sending a request',
  async (_, { path, arguments: taken = [] }) => {
    const required = taken.filter(({ required }) => required);
    const words = [...path, ...required.map(() => 'x'), '--json'];
    const set = await account.call(['settings', 'set', 'read-only', 'on', '--json']);
    expect(set.status).toBe(0);
    await account.bench.control('DELETE', '/requests');
    for (const [extra, cause] of [
      [env, 'WAYPOST_READ_ONLY is set'],
      [{}, 'the read-only setting is on'],
    ] as const) {
      const error = errorOf(await account.call(words, { env: extra }));
      expect(error).toMatchObject({ exit: 2, code: 'invalid_input' });
      expect(error.message).toContain(`\`waypost ${path.join(' ')}\``);
      expect(error.message).toMatch(/(?:changes|deletes|costs) /);
      expect(error.message).toContain(cause);
    }
    expect(await journal()).toEqual([]);
  },
);

describe('read-only mode', () => {
  test.each([
    ['get', 'places?query=berlin', true],
    ['head', 'places?query=berlin', true],
    ['head', 'emails?query=ada@example.org', false],
    ['get', 'emails?query=ada@example.org', false],
    ['post', 'verify/addresses', false],
    ['put', 'keys/{key}/details', false],
    ['delete', 'keys/{key}/configs/x', false],
    ['post', 'somewhere', false],
    ['get', 'sign_up/x', false],
  ])(
    'allows `api %s %s` only if the request reads data and costs no lookup',
    async (method, path, isSent) => {
      await account.bench.control('DELETE', '/requests');
      const run = await account.call(['api', method, path, '--json'], { env });
      expect(await journal()).toHaveLength(isSent ? 1 : 0);
      if (isSent) return;
      expect(errorOf(run)).toMatchObject({
        code: 'invalid_input',
        message: expect.stringMatching(
          /^[A-Z]+ \/.* (?:changes|deletes|costs) .*WAYPOST_READ_ONLY/,
        ),
      });
    },
  );

  test.each([
    ['/emails/?query=ada@example.org', []],
    ['/Emails?query=ada@example.org', []],
    ['/emails;x?query=ada@example.org', []],
    ['/emails%20?query=ada@example.org', []],
    ['/emails.json?query=ada@example.org', []],
    ['/places/x/', []],
    ['/keys/x%2Femails', []],
    ['/places?_method=DELETE', []],
    ['/places', ['-H', 'X-HTTP-Method-Override: DELETE']],
  ])(
    'rejects a request that does not exactly match an operation that reads data (path: %s, options: %j)',
    async (path, more) => {
      await account.bench.control('DELETE', '/requests');
      const run = await account.call(['api', 'get', path, ...more, '--json'], { env });
      expect(errorOf(run)).toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining('WAYPOST_READ_ONLY is set'),
      });
      expect(await journal()).toEqual([]);
    },
  );

  test.each<[options: string[], variables: Record<string, string>]>([
    [['--read-only'], {}],
    [[], env],
  ])(
    'limits a proxy session to operations that read data (options: %j, environment variables: %j)',
    async (options, variables) => {
      const allowed = ['places', 'configs', 'GET /{any}'].flatMap((name) => ['--allow', name]);
      const environment = { ...account.environment, ...variables };
      const { url, ready } = await callProxy(account.home, [...options, ...allowed], environment);
      const { WAYPOST_API_KEY: key = '', WAYPOST_USER_TOKEN: managementKey = '' } = ready;
      const send = async (method: string, path: string, token = key): Promise<number> => {
        const headers = { authorization: `Bearer ${token}` };
        return (await fetch(url + path, { method, headers })).status;
      };
      await account.bench.control('DELETE', '/requests');
      expect([
        await send('GET', '/places?query=berlin'),
        await send('GET', '/places/geonames_1'),
        await send('HEAD', '/places/geonames_1'),
        await send('GET', `/keys/${key}/configs`, managementKey),
        await send('DELETE', `/keys/${key}/configs/x`, managementKey),
        await send('GET', '/emails.json?query=a@b.test'),
      ]).toEqual([200, 401, 401, 200, 401, 401]);
      expect((await journal()).map(({ path }) => path.replace(/\/ak_[^/]+/, ''))).toEqual([
        '/v1/places?query=berlin',
        '/v1/keys/configs',
      ]);
    },
  );
});

test('read-only mode allows changes to a sandbox', async () => {
  const { port } = new URL(account.bench.sandbox.url);
  const run = await account.call(
    ['sandbox', 'set', 'lookups=7', account.keys.key, '--port', port, '--json'],
    { env, reveals: [account.keys.key] },
  );
  expect(run.stdout + run.stderr).not.toContain('WAYPOST_READ_ONLY');
});

test.each(named(allCommands))(
  'the help of the command `%s` states whether the command costs lookups or changes data',
  (_, command) => {
    const { bills, changes, deletes } = effectsOf(command);
    const help = commandHelp(command, 4000);
    const [, said = ''] = help.split('\n\n');
    if (command.alsoCalls === 'any')
      return expect(said).toMatch(/Can cost lookups or change the service's data\.$/);
    expect(/costs a lookup/i.test(said)).toBe(bills);
    expect(/Changes the service's data\./.test(said)).toBe(changes || deletes);
  },
);
