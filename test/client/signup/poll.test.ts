import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Service } from '../../../src/client/http/service';
import { AnswerSpool } from '../../../src/client/signup/claim-file';
import { waitForClaim } from '../../../src/client/signup/poll';
import { type Clock, systemClock } from '../../../src/lib/runtime';
import { scratchFolder } from '../../support/scratch';
import {
  claimed,
  cut,
  envelope,
  gone,
  keys,
  pending,
  type Reply,
  refusal,
  reset,
  signUpService,
  status,
  token,
} from '../../support/sign-up';

const folder = scratchFolder();

interface Waiting {
  cliToken?: string;
  interval?: number;
  deadline?: number;
  inDoubt?: boolean;
}

let count = 0;

/** Waits at a service that gives these answers; the last one stays. Times in seconds. */
async function wait(
  poll: Reply[],
  { interval = 1.5, deadline = 900, inDoubt = false, cliToken = token }: Waiting = {},
) {
  const { url, steps } = await signUpService({ poll });
  const interrupted = new AbortController().signal;
  const waits: number[] = [];
  let now = Date.UTC(2026, 0, 1);
  // Between polls, time passes at once; what limits a poll under way has all the time there is.
  const clock: Clock = {
    now: () => now,
    async sleep(ms, signal) {
      if (signal !== interrupted) return systemClock.sleep(60_000, signal);
      waits.push(ms / 1000);
      now += ms;
    },
  };
  count += 1;
  const spool = new AnswerSpool(join(folder, `${count}.json`), token);
  onTestFinished(() => spool.close());
  let doubts = 0;
  const outcome = await waitForClaim({
    service: new Service({ baseUrl: new URL(url), env: {}, clock, timeoutMs: 30_000 }),
    cliToken,
    clock,
    intervalMs: interval * 1000,
    deadlineMs: deadline * 1000,
    interrupted,
    spool,
    inDoubt,
    onDoubt: () => {
      doubts += 1;
    },
  }).catch((error: unknown) => error);
  return { outcome, waits, doubts, polls: steps.length };
}

describe('the wait between two polls', () => {
  test.each<[what: string, poll: Reply[], interval: number, waits: number[]]>([
    ['none before the first', [claimed], 1.5, []],
    ['the interval while it is pending', [pending, pending, claimed], 1.5, [1.5, 1.5]],
    [
      'twice as long with each trouble, to 10 seconds at most',
      [status(503), status(500), status(502), status(504), status(408), claimed],
      1,
      [1, 2, 4, 8, 10],
    ],
    ['never shorter than the interval', [status(503), claimed], 12, [12]],
    [
      'the interval again behind an answer',
      [status(500), status(500), pending, claimed],
      1,
      [1, 2, 1],
    ],
    ['Retry-After of 429', [status(429, { 'retry-after': '7' }), claimed], 1.5, [7]],
    ['Retry-After of 503', [status(503, { 'retry-after': '11' }), claimed], 1.5, [11]],
    ['Retry-After: 0 does not hurry', [status(503, { 'retry-after': '0' }), claimed], 1.5, [1.5]],
  ])('%s', async (_, poll, interval, waits) => {
    expect(await wait(poll, { interval })).toMatchObject({ outcome: keys, waits });
  });
});

describe('a poll that fails without an answer is repeated; whether it may have claimed the keys is noted', () => {
  test.each<[what: string, trouble: Reply, doubts: number]>([
    ['429', status(429), 0],
    ['503', status(503), 0],
    ['500 of the service', refusal(500, 5001), 0],
    ['202 that is no JSON', status(202), 0],
    ['202 that is cut off', cut('{"result":', 202), 0],
    ['503 that is cut off', cut('', 503), 0],
    ['a reset', reset, 1],
    ['an end in the status line', (response) => void response.socket?.end('HTTP/1.1 20'), 1],
  ])('%s', async (_, trouble, doubts) => {
    const found = await wait([trouble, claimed]);
    expect(found).toMatchObject({ outcome: keys, doubts, polls: 2 });
  });
});

describe('the end', () => {
  const whole = envelope(keys);
  test.each<[what: string, poll: Reply[], code: string, polls: number]>([
    ['410', [pending, gone], 'signup_expired', 2],
    ['410 behind a 503, which claimed nothing', [status(503), gone], 'signup_expired', 2],
    ['410 behind a poll that was cut off', [reset, gone], 'signup_lost', 2],
    ['200 that is cut off in the keys', [cut(whole.slice(0, 40))], 'signup_lost', 1],
    ['200 without keys', [status(200)], 'signup_lost', 1],
    ['401', [refusal(401, 4010)], 'auth_failed', 1],
    ['404', [refusal(404, 404)], 'api_error', 1],
    ['403 with a web page', [status(403)], 'invalid_response', 1],
    ['a redirect', [status(302, { location: 'https://x.example/' })], 'invalid_response', 1],
  ])('%s', async (_, poll, code, polls) => {
    expect(await wait([...poll, claimed])).toMatchObject({ outcome: { code }, polls });
  });

  test.each<[what: string, text: string]>([
    ['behind the second key', whole.slice(0, whole.indexOf(',"user_id"'))],
    ['in the user id', whole.slice(0, whole.indexOf('user_42') + 3)],
  ])('200 that is cut off %s: both keys are there', async (_, text) => {
    const { outcome, polls } = await wait([cut(text), gone]);
    const { user_token, test_api_key } = keys;
    expect(outcome).toMatchObject({ user_token, test_api_key });
    expect(polls).toBe(1);
  });

  test('410 after the doubt of an earlier run is signup_lost', async () => {
    expect(await wait([gone], { inDoubt: true })).toMatchObject({
      outcome: { code: 'signup_lost' },
    });
  });
});

test('a token that cannot stand in a path is no trouble that passes', async () => {
  const { outcome, polls } = await wait([pending], { cliToken: '..' });
  expect(outcome).toMatchObject({ code: 'invalid_input' });
  expect(polls).toBe(0);
});

describe('the deadline', () => {
  test.each<[what: string, poll: Reply, deadline: number, waits: number[], message: RegExp]>([
    ['0 asks once', pending, 0, [], /within 0 seconds\.$/],
    ['cuts the last wait short', pending, 4, [1.5, 1.5, 1], /within 4 seconds\.$/],
    ['tells the last trouble', status(503), 1, [1], /within 1 second\. .*status 503/],
  ])('%s', async (_, reply, deadline, waits, message) => {
    const found = await wait([reply], { deadline });
    expect(found).toMatchObject({ outcome: { code: 'signup_timeout' }, waits });
    expect(found.outcome).toHaveProperty('message', expect.stringMatching(message));
  });
});
