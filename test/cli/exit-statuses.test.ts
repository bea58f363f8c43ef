// The help and the schema of each command list every error code and exit code with which the command can end.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CatalogCode } from '../../src/api/catalog';
import { operationCodes } from '../../src/api/operation-codes';
import type { Command, CommandSpec } from '../../src/cli/line/command';
import { errorCodesOf, statusesOf } from '../../src/cli/line/command-errors';
import { allCommands } from '../../src/cli/line/commands';
import { operationsOf } from '../../src/cli/line/effects';
import { sample } from '../support/runs';
import { apiKey, useStandIn } from '../support/stand-in';

const all = allCommands.map((command) => [command.path.join(' '), command] as const);

/** The commands that these tests skip: they wait for the user, keep running, or do not send requests to the service. */
const lasting = /^(?:signup|exec|open|completion install|proxy (?:run|start)|sandbox .*)$/;

let answer: [status: number, body: string];

const at = useStandIn((_, response) => {
  response.writeHead(answer[0], { 'content-type': 'application/json' }).end(answer[1]);
});

interface State {
  state: [status: number, body: string];
  /** The API code of the response. The tests use the response only for commands whose operations can return this code. */
  code?: CatalogCode;
}

const coded = (status: number, code: number) =>
  [status, JSON.stringify({ code, message: 'No' })] satisfies State['state'];

const states: Record<string, State> = {
  'a rejected key': { state: coded(401, 4010), code: 4010 },
  'a rejected request': { state: coded(400, 4000), code: 4000 },
  'a missing place': { state: coded(404, 4040), code: 4040 },
  'a missing licensee': { state: coded(404, 4045), code: 4045 },
  'a missing config': { state: coded(404, 4047), code: 4047 },
  'a missing address': { state: coded(404, 4048), code: 4048 },
  'no lookups remaining': { state: coded(402, 4020), code: 4020 },
  'too many requests': { state: coded(429, 4291), code: 4291 },
  'an error of the service': { state: coded(500, 5000) },
  'a response that is not JSON': { state: [200, '<html>'] },
};

/** Returns true if an operation of the command can return the API code. */
function answers(command: Command, code: CatalogCode): boolean {
  const called = operationsOf(command);
  return called === 'any' || called.some((name) => operationCodes[name]?.includes(code));
}

/** Arguments with which a command sends a request, in addition to the required arguments. */
const needed: Readonly<Record<string, string>> = {
  api: 'get places',
  'addresses autocomplete': 'x',
  'addresses cleanse': 'x',
  'addresses near': '--lon 1 --lat 1',
  'addresses resolve': 'x',
  'addresses verify': 'x',
  'auth login': '--api-key ak_0123456789',
  'auth whoami': '--check',
  'configs create': '--payload x',
  'configs update': '--payload x',
  'emails validate': 'ada@example.com',
  'keys update': '--name x',
  'licensees create': 'x',
  'licensees update': '--name x',
  'phones validate': '+14155552671',
  'places resolve': 'geonames_1',
  'places search': 'x',
};

/** Returns the words of a command line that contains every required argument. */
function wordsOf(name: string, { arguments: taken = [] }: CommandSpec): string[] {
  const given = taken.flatMap(({ required, choices }) => (required ? [choices?.[0] ?? 'x'] : []));
  const more = needed[name]?.split(' ') ?? [];
  return [...name.split(' '), ...(name === 'api' ? [] : given), ...more];
}

describe.each(sample(all))('the command %s', (name, command) => {
  const named = statusesOf(command).map(({ status }) => status);

  test('documents exit code 2, and ends with this exit code if an option is unknown', async () => {
    answer = [500, ''];
    const run = await at.call([...name.split(' '), '--no-such-option']);
    expect(run.status).toBe(2);
    expect(named).toContain(2);
  });

  test.skipIf(lasting.test(name))(
    'documents every exit code and error code that it returns',
    async () => {
      const words = wordsOf(name, command);
      const reveals = name === 'auth token' ? [apiKey] : [];
      const ended: (number | null)[] = [];
      const codes: (string | undefined)[] = [];
      const call = async (more: string[], env: Record<string, string | undefined> = {}) => {
        ended.push((await at.call([...words, ...more], { reveals, env })).status);
        const { stdout } = await at.call([...words, ...more, '--json'], { reveals, env });
        codes.push(/^\{"error":\{"code":"(\w+)"/.exec(stdout)?.[1]);
      };
      for (const { code, state } of Object.values(states)) {
        if (code !== undefined && !answers(command, code)) continue;
        answer = state;
        await call(['--timeout', '600', '--yes']);
        await call(['--timeout', '600']);
      }
      for (const lacking of ['WAYPOST_USER_TOKEN', 'WAYPOST_API_KEY']) {
        await call([], { [lacking]: undefined });
      }
      await call([], { WAYPOST_API_KEY: undefined, WAYPOST_USER_TOKEN: undefined });
      await at.service.close();
      await call([]);
      const file = at.home.configFile;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, '{', { mode: 0o600 });
      await call([], { WAYPOST_API_KEY: undefined, WAYPOST_USER_TOKEN: undefined });
      expect(ended.filter((status) => status === null || !named.includes(status))).toEqual([]);
      const known = new Set<string | undefined>([undefined, ...errorCodesOf(command)]);
      expect(codes.filter((code) => !known.has(code))).toEqual([]);
    },
  );
});
