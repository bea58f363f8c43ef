// If the response to a lookup is lost, waypost sends the lookup again, and reports on standard error that the service might
// bill the lookup twice.
import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sendJson, standIn } from '../support/service';
import { skippingClock } from '../support/skipping-clock';
import { documentOf, expectError, Home, type Run } from '../support/tool';

const key = 'ak_standinstandin';

type Reply = (response: ServerResponse) => void;

const right: Reply = (response) =>
  sendJson(response, 200, { result: { id: 'x_1' }, code: 2000, message: 'Success' });

const answered =
  (status: number, code: number): Reply =>
  (response) =>
    sendJson(response, status, { code, message: 'No' });

const lost: Reply = (response) => void response.socket?.resetAndDestroy();

const truncated: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
  response.write('{"result":', () => response.socket?.end());
};

/**
 * Runs waypost with a service that sends these responses, one after the other. `requests` is the number of requests that
 * the service received.
 */
async function run(words: string[], replies: Reply[]): Promise<Run & { requests: number }> {
  const home = new Home();
  home.keep(key);
  let count = 0;
  const service = await standIn((_, response) => {
    const reply = replies[count] ?? right;
    count += 1;
    reply(response);
  });
  onTestFinished(async () => {
    await service.close();
    home.remove();
  });
  const env = { WAYPOST_BASE_URL: service.url, WAYPOST_API_KEY: key };
  const result = await home.call(words, { env, clock: skippingClock });
  return { ...result, requests: service.asked.length };
}

const event = /^\{"event":"may_be_billed_twice","reason":"[^"]+"\}\n$/;

const warning =
  /^Warning: The response to a lookup was lost \(.+\)\. waypost sends the lookup again, and the service might bill this lookup twice\.$/m;

const lookups = [
  ['places', 'resolve', 'x_1'],
  ['emails', 'validate', 'ada@example.org'],
  ['api', 'get', 'places/x_1'],
  ['api', 'GET', 'emails', '-f', 'query=ada@example.org'],
];

describe.each(lookups.map((words) => [words.join(' '), words] as const))(
  'the command `%s`',
  (_name, words) => {
    test.each<[string, Reply[]]>([
      ['the connection was reset', [lost]],
      ['the response was cut off', [truncated]],
      ['a gateway lost the response', [answered(504, 5001)]],
    ])('reports that the lookup might be billed twice if %s', async (_, replies) => {
      const machine = await run([...words, '--json'], replies);
      expect(documentOf(machine)).toMatchObject(
        words[0] === 'api' ? { result: { id: 'x_1' } } : { id: 'x_1' },
      );
      expect(machine.stderr).toMatch(event);
      const person = await run([...words], replies);
      expect(person.status).toBe(0);
      expect(person.stderr).toMatch(warning);
    });

    test('reports that the lookup might be billed twice even if the service rejects the second attempt', async () => {
      const machine = await run([...words, '--json'], [lost, answered(402, 4020)]);
      expectError(machine, 'balance_empty', { api_code: 4020 });
      expect(machine.stderr).toMatch(event);
      const person = await run([...words], [lost, answered(402, 4020)]);
      expect(person.stderr).toMatch(warning);
    });

    test('sends the lookup at most twice, and prints only one warning', async () => {
      const machine = await run([...words, '--json'], [lost, lost, lost]);
      expectError(machine, 'network_error');
      expect(machine.requests).toBe(2);
      expect(machine.stderr).toMatch(event);
    });

    test.each<[string, Reply[]]>([
      ['the first response contains the result', []],
      ['the first response states that the service is unavailable', [answered(503, 5001)]],
    ])('does not report that the lookup might be billed twice if %s', async (_, replies) => {
      expect((await run([...words, '--json'], replies)).stderr).toBe('');
    });
  },
);

test.each([
  'places search Berlin',
  'keys show',
  'api get places -f query=Berlin',
  'api get keys/{key} --as none',
])(
  'waypost does not warn about double billing if the response to the free command `%s` is lost',
  async (line) => {
    expect((await run([...line.split(' '), '--json'], [lost])).stderr).toBe('');
  },
);
