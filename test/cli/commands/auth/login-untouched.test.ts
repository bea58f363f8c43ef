// Nothing is written before both checks pass: whatever goes wrong in either, the file that was there is
// there byte for byte, and where there was none there is none.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { heldTimers, onRead, passOnce, passOnceRead } from '../../../support/held-timers';
import {
  answerKeys,
  apiKey,
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

const success = JSON.stringify({
  result: { available: true },
  code: 2000,
  message: 'Success',
});
const json = { 'content-type': 'application/json' };
const elevenMiB = Buffer.alloc(11 * 1024 * 1024, ' ');
let elsewhere: StandIn;
/** Those of `--timeout`: they pass when an answer does not come. */
let limits: ReadonlyMap<unknown, () => void> = new Map();

/** What goes wrong, and the error it must end in; `args` are added to the login. */
const faults: Record<
  string,
  { reply: Reply; exit: number; code: string; facts?: Record<string, unknown>; args?: string[] }
> = {
  '401, code 4010': {
    reply: refuse(401, 4010, 'Invalid Key'),
    exit: 4,
    code: 'auth_failed',
    facts: { status: 401, api_code: 4010, message: 'Invalid Key' },
  },
  '401, code 4012': {
    reply: refuse(401, 4012, 'Forbidden'),
    exit: 4,
    code: 'auth_failed',
    facts: { status: 401, api_code: 4012, message: 'Forbidden' },
  },
  '401 with a web page': {
    reply: (response) => response.writeHead(401).end('<html>no</html>'),
    exit: 4,
    code: 'auth_failed',
    facts: { status: 401 },
  },
  '404, code 4041': {
    reply: refuse(404, 4041, 'User not found'),
    exit: 4,
    code: 'auth_failed',
    facts: { status: 404, api_code: 4041, message: 'User not found' },
  },
  '404, code 4042': {
    reply: refuse(404, 4042, 'Key not found'),
    exit: 4,
    code: 'auth_failed',
    facts: { status: 404, api_code: 4042, message: 'Key not found' },
  },
  '404, another code': {
    reply: refuse(404, 404, '404 Page not found'),
    exit: 1,
    code: 'api_error',
    facts: { status: 404, api_code: 404 },
  },
  '402, code 4020': {
    reply: refuse(402, 4020, 'Key balance depleted'),
    exit: 1,
    code: 'balance_empty',
    facts: { status: 402, api_code: 4020 },
  },
  '429 to the end': {
    reply: (response) => response.writeHead(429, { 'retry-after': '0' }).end(),
    exit: 3,
    code: 'rate_limited',
    facts: { status: 429 },
  },
  '503 without a body, to the end': {
    reply: (response) => response.writeHead(503).end(),
    exit: 3,
    code: 'rate_limited',
    facts: { status: 503 },
  },
  '500, code 5001': {
    reply: refuse(500, 5001, 'Uncatalogued Error'),
    exit: 3,
    code: 'service_unavailable',
    facts: { status: 500, api_code: 5001 },
  },
  'a reset before the answer': {
    reply: (response) => response.socket?.resetAndDestroy(),
    exit: 3,
    code: 'network_error',
  },
  'a connection closed before the answer': {
    reply: (response) => response.socket?.end(),
    exit: 3,
    code: 'network_error',
  },
  'a reset in the middle of the body': {
    reply: (response, { path }) => {
      response.writeHead(200, { ...json, 'content-length': success.length });
      // A reset that comes right behind the bytes reaches the other side as a plain end.
      const stop = onRead(path, () => {
        stop();
        response.socket?.resetAndDestroy();
      });
      response.write(success.slice(0, 20));
    },
    exit: 3,
    code: 'network_error',
    facts: { status: 200 },
  },
  'a body shorter than announced': {
    reply: (response) => {
      response.writeHead(200, { ...json, 'content-length': success.length });
      response.write(success.slice(0, -5), () => response.socket?.end());
    },
    exit: 3,
    code: 'invalid_response',
    facts: { status: 200 },
  },
  'a chunked body without its end': {
    reply: (response) => {
      response.writeHead(200, json);
      response.write(success, () => response.socket?.end());
    },
    exit: 3,
    code: 'invalid_response',
    facts: { status: 200 },
  },
  'JSON cut off, the answer whole': {
    reply: (response) => response.writeHead(200, json).end(success.slice(0, -5)),
    exit: 3,
    code: 'invalid_response',
    facts: { status: 200 },
  },
  'no answer in time': {
    reply: () => passOnce(limits),
    exit: 3,
    code: 'timeout',
    args: ['--timeout', '5000'],
  },
  'half an answer in time': {
    reply: (response) => {
      passOnceRead(limits);
      response.writeHead(200, json);
      response.write(success.slice(0, -5));
    },
    exit: 3,
    code: 'timeout',
    args: ['--timeout', '5000'],
  },
  'a web page': {
    reply: (response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hello'),
    exit: 3,
    code: 'invalid_response',
    facts: { status: 200 },
  },
  'an empty body': {
    reply: (response) => response.writeHead(200, json).end(),
    exit: 3,
    code: 'invalid_response',
    facts: { status: 200 },
  },
  'JSON that is no envelope': {
    reply: (response) => response.writeHead(200, json).end('{"available":true}'),
    exit: 3,
    code: 'invalid_response',
    facts: { status: 200 },
  },
  'an envelope without a result': {
    reply: refuse(200, 2000, 'Success'),
    exit: 3,
    code: 'invalid_response',
    facts: { status: 200 },
  },
  'an error code under status 200': {
    reply: refuse(200, 4042, 'Key not found'),
    exit: 1,
    code: 'api_error',
    facts: { status: 200, api_code: 4042 },
  },
  'a redirect to another origin': {
    reply: (response, { path }) =>
      response.writeHead(302, { location: `${new URL(elsewhere.url).origin}${path}` }).end(),
    exit: 3,
    code: 'invalid_response',
    facts: { status: 302, message: expect.stringContaining('redirects to http://127.0.0.1:') },
  },
  'a body of more than 10 MiB': {
    reply: (response) => response.writeHead(200, json).end(elevenMiB),
    exit: 3,
    code: 'invalid_response',
    facts: { message: expect.stringContaining('10 MiB') },
  },
};

// The API key names the case, so that one service plays them all.
let service: StandIn;
beforeAll(async () => {
  elsewhere = await standIn((asked, response) => answerKeys({}, asked, response));
  service = await standIn((asked, response) => {
    const [, check = '', hex = ''] = /ak_case_([a-z]+)_([0-9a-f]+)/.exec(asked.path) ?? [];
    const fault = faults[Buffer.from(hex, 'hex').toString()];
    if (fault !== undefined && checkOf(asked) === check) fault.reply(response, asked);
    else answerKeys({}, asked, response);
  });
});
afterAll(async () => {
  await service.close();
  await elsewhere.close();
});

describe.each(Object.keys(faults))('%s', (name) => {
  test.each([
    ['availability', 'no file before'],
    ['availability', 'a login before'],
    ['details', 'no file before'],
    ['details', 'a login before'],
  ] as const)('in the check of %s, %s', async (check, before) => {
    const { exit, code, facts = {}, args = [] } = faults[name] ?? expect.unreachable();
    if (args.length > 0) limits = heldTimers(5_000_000);
    const home = new Home();
    const path = home.configFile;
    const bytes =
      before === 'a login before'
        ? store(path, { api_key: otherKey, user_token: otherToken, base_url: service.url, mine: 1 })
        : undefined;
    const key = `ak_case_${check}_${Buffer.from(name).toString('hex')}`;
    home.keep(key, otherKey, otherToken, userToken);
    const words = ['auth', 'login', '--api-key', key, '--user-token', userToken];
    const run = await home.call([...words, '--base-url', service.url, '--json', ...args], {
      clock: skippingClock,
    });
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

test('an availability record of another shape is no success', async () => {
  const odd = await standIn((asked, response) =>
    refuse(200, 2000, 'Success', { result: { available: 'yes' } })(response, asked),
  );
  const home = new Home();
  const run = await home.call([
    'auth',
    'login',
    '--api-key',
    apiKey,
    '--base-url',
    odd.url,
    '--json',
  ]);
  expect(errorOf(run)).toMatchObject({ exit: 3, code: 'invalid_response', status: 200 });
  expect(existsSync(home.configFile)).toBe(false);
  home.remove();
  await odd.close();
});

test('a service that is not there is network_error', async () => {
  const gone = await standIn(() => {});
  await gone.close();
  const home = new Home();
  const bytes = store(home.configFile, { api_key: otherKey, base_url: gone.url });
  const run = await home.call(['auth', 'login', '--api-key', apiKey, '--json']);
  expect(errorOf(run)).toMatchObject({ exit: 3, code: 'network_error' });
  expect(readFileSync(home.configFile)).toEqual(bytes);
  home.remove();
});
