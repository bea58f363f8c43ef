// Nothing is written before both checks pass: whatever goes wrong in either, the file that was there is
// there byte for byte, and where there was none there is none. Which answers are errors: test/client/http.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  answerKeys,
  checkOf,
  otherKey,
  otherToken,
  type Reply,
  refuse,
  store,
  userToken,
} from '../../../support/keys';
import { type StandIn, standIn } from '../../../support/service';
import { skippingClock } from '../../../support/skipping-clock';
import { errorOf, Home } from '../../../support/tool';

let elsewhere: StandIn;
const unknown = { status: 404, api_code: 4042, message: 'Key not found' };

const away: Reply = (response, { path }) =>
  response.writeHead(302, { location: `${new URL(elsewhere.url).origin}${path}` }).end();

const cutOff: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"result":{"available":true},"code":2000}', () => response.socket?.end());
};

/** What goes wrong, and the error it must end in. */
const faults: Record<string, [reply: Reply, exit: number, code: string, facts?: object]> = {
  'a key that is not known': [refuse(404, 4042, 'Key not found'), 4, 'auth_failed', unknown],
  '503 to the end': [(response) => response.writeHead(503).end(), 3, 'rate_limited'],
  'a reset': [(response) => response.socket?.resetAndDestroy(), 3, 'network_error'],
  'a body without its end': [cutOff, 3, 'invalid_response', { status: 200 }],
  'a web page': [(response) => response.end('<p>Hello'), 3, 'invalid_response', { status: 200 }],
  'a redirect to another origin': [away, 3, 'invalid_response', { status: 302 }],
};

// The API key names the case, so that one service plays them all.
let service: StandIn;
beforeAll(async () => {
  elsewhere = await standIn((asked, response) => answerKeys({}, asked, response));
  service = await standIn((asked, response) => {
    const [, check = '', hex = ''] = /ak_case_([a-z]+)_([0-9a-f]+)/.exec(asked.path) ?? [];
    const [reply] = faults[Buffer.from(hex, 'hex').toString()] ?? [];
    if (reply !== undefined && checkOf(asked) === check) reply(response, asked);
    else answerKeys({}, asked, response);
  });
});
afterAll(async () => {
  await service.close();
  await elsewhere.close();
});

describe.each(Object.entries(faults))('%s', (name, [, exit, code, facts = {}]) => {
  test.each([
    ['availability', 'no file before'],
    ['availability', 'a login before'],
    ['details', 'no file before'],
    ['details', 'a login before'],
  ] as const)('in the check of %s, %s', async (check, before) => {
    const home = new Home();
    const path = home.configFile;
    const bytes =
      before === 'a login before'
        ? store(path, { api_key: otherKey, user_token: otherToken, base_url: service.url, mine: 1 })
        : undefined;
    const key = `ak_case_${check}_${Buffer.from(name).toString('hex')}`;
    home.keep(key, otherKey, otherToken, userToken);
    const words = ['auth', 'login', '--api-key', key, '--user-token', userToken, '--json'];
    const clock = skippingClock;
    const run = await home.call([...words, '--base-url', service.url], { clock });
    expect(errorOf(run)).toMatchObject({ exit, code, ...facts });
    expect(run.stderr).toBe('');
    if (bytes === undefined) expect(existsSync(dirname(path))).toBe(false);
    else {
      expect(readFileSync(path)).toEqual(bytes);
      expect(readdirSync(dirname(path))).toEqual(['credentials.json']);
    }
    home.remove();
  });
});

test('a redirect to another origin takes no key there', () => {
  expect(elsewhere.asked).toEqual([]);
});
