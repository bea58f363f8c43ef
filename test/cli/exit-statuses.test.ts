// Which exit statuses a command names: whatever it ends with, in any of these states, is among them.
import { describe, expect, test } from 'vitest';
import type { CommandSpec } from '../../src/cli/line/command';
import { allCommands } from '../../src/cli/line/commands';
import { statusesOf } from '../../src/cli/line/help-text';
import { sample } from '../support/runs';
import { apiKey, useStandIn } from '../support/stand-in';

const all = allCommands.map((command) => [command.path.join(' '), command] as const);

/** Commands that wait for a person, keep running, or are about another machine's service. */
const lasting = /^(?:signup|exec|open|completion install|proxy (?:run|start)|sandbox .*)$/;

let answer: [status: number, body: string];
const at = useStandIn((_, response) => {
  response.writeHead(answer[0], { 'content-type': 'application/json' }).end(answer[1]);
});

const body = (code: number) => JSON.stringify({ code, message: 'No' });
const states: Record<string, [status: number, body: string]> = {
  'a refused key': [401, body(4010)],
  'a refused request': [400, body(4000)],
  'what is not there': [404, body(4045)],
  'no lookups left': [402, body(4020)],
  'a service that fails': [500, body(5000)],
  'an answer that is none': [200, '<html>'],
};

/** The words of a run with every argument that is required. */
function wordsOf(name: string, { arguments: taken = [] }: CommandSpec): string[] {
  const given = taken.flatMap(({ required, choices }) => (required ? [choices?.[0] ?? 'x'] : []));
  return [...name.split(' '), ...given];
}

describe.each(sample(all))('%s', (name, command) => {
  const named = statusesOf(command).map(({ status }) => status);

  test('names the status of an option that it does not have', async () => {
    answer = [500, ''];
    const run = await at.call([...name.split(' '), '--no-such-option']);
    expect(run.status).toBe(2);
    expect(named).toContain(2);
  });

  test.skipIf(lasting.test(name))('names whatever it ends with', async () => {
    const words = wordsOf(name, command);
    const reveals = name === 'auth token' ? [apiKey] : [];
    const ended: (number | null)[] = [];
    for (const state of Object.values(states)) {
      answer = state;
      ended.push((await at.call([...words, '--timeout', '600', '--yes'], { reveals })).status);
      ended.push((await at.call([...words, '--timeout', '600'], { reveals })).status);
    }
    await at.service.close();
    ended.push((await at.call(words, { reveals })).status);
    const none = { WAYPOST_API_KEY: undefined, WAYPOST_USER_TOKEN: undefined };
    ended.push((await at.call(words, { env: none as unknown as Record<string, string> })).status);
    expect(ended.filter((status) => status === null || !named.includes(status))).toEqual([]);
  });
});
