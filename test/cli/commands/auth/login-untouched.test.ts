// `auth login` does not write a file until both checks have succeeded. After a failure, an existing file is unchanged, and
// no new file exists. test/client/http tests which responses are errors.
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

/** Faulty responses, and the error that each one causes. */
const faults: Record<string, [reply: Reply, exit: number, code: string, facts?: object]> = {
  'an unknown key': [refuse(404, 4042, 'Key not found'), 4, 'auth_failed', unknown],
  'a permanent 503': [(response) => response.writeHead(503).end(), 3, 'rate_limited'],
  'a reset connection': [(response) => response.socket?.resetAndDestroy(), 3, 'network_error'],
  'a truncated body': [cutOff, 3, 'invalid_response', { status: 200 }],
  'a web page': [(response) => response.end('<p>Hello'), 3, 'invalid_response', { status: 200 }],
  'a redirect to another origin': [away, 3, 'invalid_response', { status: 302 }],
};

// The API key contains the name of the fault, so that one service can simulate all faults.
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

describe.each(Object.entries(faults))(
  '`auth login`, if a request fails because of %s,',
  (name, [, exit, code, facts = {}]) => {
    /** Runs `auth login`, and expects the request for this check to fail. */
    async function failAt(home: Home, check: string): Promise<void> {
      const key = `ak_case_${check}_${Buffer.from(name).toString('hex')}`;
      home.keep(key, otherKey, otherToken, userToken);
      const words = ['auth', 'login', '--api-key', key, '--user-token', userToken, '--json'];
      const clock = skippingClock;
      const run = await home.call([...words, '--base-url', service.url], { clock });
      expect(errorOf(run)).toMatchObject({ exit, code, ...facts });
      expect(run.stderr).toBe('');
    }

    test.each(['availability', 'details'])(
      'does not create a file (failed request: %s)',
      async (check) => {
        const home = new Home();
        await failAt(home, check);
        expect(existsSync(dirname(home.configFile))).toBe(false);
        home.remove();
      },
    );

    test.each(['availability', 'details'])(
      'keeps the stored login (failed request: %s)',
      async (check) => {
        const home = new Home();
        const path = home.configFile;
        const bytes = store(path, {
          api_key: otherKey,
          user_token: otherToken,
          base_url: service.url,
          mine: 1,
        });
        await failAt(home, check);
        expect(readFileSync(path)).toEqual(bytes);
        expect(readdirSync(dirname(path))).toEqual(['credentials.json']);
        home.remove();
      },
    );
  },
);

test('`auth login` does not follow a redirect to a different origin', () => {
  expect(elsewhere.asked).toEqual([]);
});
