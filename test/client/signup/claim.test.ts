import { getEventListeners } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Service } from '../../../src/client/http/service';
import { claimOnce, waitForClaim } from '../../../src/client/signup/claim';
import { ClaimFile } from '../../../src/client/signup/claim-file';
import { type Clock, systemClock } from '../../../src/lib/runtime';
import { scratchDirectory } from '../../support/scratch';
import {
  claimed,
  cut,
  envelope,
  gone,
  having,
  keys,
  pending,
  type Reply,
  refusal,
  reset,
  signUpService,
  silence,
  status,
  token,
} from '../../support/sign-up';

const directory = scratchDirectory();

interface Waiting {
  cliToken?: string;
  interval?: number;
  deadline?: number;
  inDoubt?: boolean;
  /** Used instead of a service with these responses. */
  url?: string;
  interrupt?: AbortController;
  /** The pending file; the claim file is next to it. */
  file?: string;
  /** Resolves when the time limit of a pending poll has passed; never by default. */
  limit?: (seconds: number, claimFile: ClaimFile) => Promise<void>;
}

/** A response that is cut off after its headers. */
function cutOff(code: number, retryAfter: string): Reply {
  return (response) => {
    response.writeHead(code, { 'retry-after': retryAfter, 'content-length': '9' }).flushHeaders();
    setImmediate(() => response.socket?.resetAndDestroy());
  };
}

let count = 0;

/** Waits at a service that sends these responses, and then repeats the last one. Times are in seconds. */
async function wait(poll: Reply[], waiting: Waiting = {}) {
  const { interval = 1.5, deadline = 900, inDoubt = false, cliToken = token } = waiting;
  const { url, steps } = await signUpService({ poll });
  const interrupted = (waiting.interrupt ?? new AbortController()).signal;
  const waits: number[] = [];
  const limits: number[] = [];
  count += 1;
  const claimFile = new ClaimFile(waiting.file ?? join(directory, `${count}.json`), token);
  onTestFinished(() => claimFile.close());
  let now = Date.UTC(2026, 0, 1);
  // Between polls, time passes immediately. The time limit of a pending poll never passes by default.
  const clock: Clock = {
    now: () => now,
    async sleep(ms, signal) {
      if (signal !== interrupted) {
        limits.push(ms / 1000);
        if (waiting.limit === undefined) return systemClock.sleep(60_000, signal);
        await waiting.limit(ms / 1000, claimFile);
      } else {
        signal.throwIfAborted();
        waits.push(ms / 1000);
      }
      now += ms;
    },
  };
  let doubts = 0;
  const outcome = await waitForClaim({
    service: new Service({
      baseUrl: new URL(waiting.url ?? url),
      env: {},
      clock,
      timeoutMs: 600_000,
    }),
    cliToken,
    clock,
    intervalMs: interval * 1000,
    deadlineMs: deadline * 1000,
    interrupted,
    claimFile,
    inDoubt,
    onDoubt: () => {
      doubts += 1;
    },
  }).catch((error: unknown) => error);
  expect(getEventListeners(interrupted, 'abort')).toEqual([]);
  const written = readdirSync(directory)
    .filter((name) => name.startsWith(`${count}.json.`))
    .map((name) => readFileSync(join(directory, name), 'utf8'));
  return { outcome, waits, limits, doubts, written, polls: steps.length };
}

describe('the wait before a poll', () => {
  test.each<[what: string, poll: Reply[], interval: number, waits: number[]]>([
    ['does not occur before the first poll', [claimed], 1.5, []],
    ['is one interval while the sign-up is pending', [pending, pending, claimed], 1.5, [1.5, 1.5]],
    [
      'doubles with each failure, up to 10 seconds',
      [status(503), status(500), status(502), status(504), status(408), claimed],
      1,
      [1, 2, 4, 8, 10],
    ],
    ['is at least one interval', [status(503), claimed], 12, [12]],
    [
      'is one interval again after a usable response',
      [status(500), status(500), pending, status(500), claimed],
      1,
      [1, 2, 1, 1],
    ],
    [
      'is as long as Retry-After after a 429',
      [status(429, { 'retry-after': '7' }), claimed],
      1.5,
      [7],
    ],
    [
      'is as long as Retry-After after a 503',
      [status(503, { 'retry-after': '11' }), claimed],
      1.5,
      [11],
    ],
    ['is as long as Retry-After after a truncated 500', [cutOff(500, '7'), claimed], 1.5, [7]],
    [
      'is one interval after a 503 with Retry-After: 0',
      [status(503, { 'retry-after': '0' }), claimed],
      1.5,
      [1.5],
    ],
  ])('depends on the earlier polls (rule: the wait %s)', async (_, poll, interval, waits) => {
    expect(await wait(poll, { interval })).toMatchObject({ outcome: keys, waits });
  });
});

describe('a poll without a usable response', () => {
  test.each<[what: string, trouble: Reply, doubts: number]>([
    ['429', status(429), 0],
    ['503', status(503), 0],
    ['504 from a proxy', status(504), 0],
    ['a response that is not HTTP', (response) => void response.socket?.end('hello\r\n\r\n'), 1],
    ['500 from the service', refusal(500, 5001), 0],
    ['202 without JSON', status(202), 0],
    ['truncated 202', cut('{"result":', 202), 0],
    ['truncated 503', cut('', 503), 0],
    ['truncated 401', cut('{"code":', 401), 0],
    ['a reset', reset, 1],
    [
      'a connection that closes within the status line',
      (response) => void response.socket?.end('HTTP/1.1 20'),
      1,
    ],
  ])(
    'is retried, and is marked as in doubt only if the poll might have claimed the keys (response: %s)',
    async (_, trouble, doubts) => {
      const found = await wait([trouble, claimed]);
      expect(found).toMatchObject({ outcome: keys, doubts, polls: 2 });
    },
  );

  test('is retried if the service cannot be reached', async () => {
    const found = await wait([], { url: 'http://127.0.0.1:1/v1', deadline: 1 });
    expect(found).toMatchObject({ outcome: { code: 'signup_timeout' }, doubts: 0, waits: [1] });
  });
});

test('waitForClaim writes only the response with the keys to the claim file', async () => {
  const { written } = await wait([status(503), refusal(500, 5001), pending, claimed]);
  expect(written).toEqual([envelope(keys)]);
});

test('waitForClaim returns the keys even if the claim file cannot be written', async () => {
  const file = join(directory, 'missing/default.json');
  expect(await wait([claimed], { file })).toMatchObject({ outcome: keys });
});

const whole = envelope(keys);
const noKeys: Reply = (response) => response.end('{"result":{"user_token":null},"code":2000}');

describe('waitForClaim', () => {
  const expired = { status: 410, apiCode: 4100 };
  test.each<[what: string, poll: Reply[], code: string, polls: number, facts: object]>([
    ['a 410', [pending, gone], 'signup_expired', 2, expired],
    ['a truncated 410', [cut('{"code":', 410)], 'signup_expired', 1, expired],
    ['a 503, which claimed nothing, and a 410', [status(503), gone], 'signup_expired', 2, expired],
    ['a reset connection and a 410', [reset, gone], 'signup_lost', 2, expired],
    [
      'a 200 that is cut off within the keys',
      [cut(whole.slice(0, 40))],
      'signup_lost',
      1,
      { status: 200 },
    ],
    ['a 200 that is cut off before the body', [cut('')], 'signup_lost', 1, { status: 200 }],
    ['a 200 without JSON', [status(200)], 'signup_lost', 1, { status: 200 }],
    ['a 200 with an empty body', [(response) => response.end()], 'signup_lost', 1, { status: 200 }],
    ['a 200 with null instead of keys', [noKeys], 'signup_lost', 1, { status: 200 }],
    ['a 401', [refusal(401, 4010)], 'auth_failed', 1, { status: 401, apiCode: 4010 }],
    ['a reset connection and a 401', [reset, refusal(401, 4010)], 'auth_failed', 2, {}],
    ['a 404', [refusal(404, 404)], 'api_error', 1, { status: 404 }],
    ['a 403 with a web page', [status(403)], 'invalid_response', 1, { status: 403 }],
    ['a redirect', [status(302, { location: 'https://x.example/' })], 'invalid_response', 1, {}],
  ])(
    'fails and does not poll again after the responses: %s',
    async (_, poll, code, polls, facts) => {
      const found = await wait([...poll, claimed]);
      const message = expect.stringMatching(/^[A-Z]/);
      expect(found).toMatchObject({ outcome: { code, message, ...facts }, polls });
    },
  );

  test.each<[what: string, text: string]>([
    ['after the second key', whole.slice(0, whole.indexOf(',"user_id"'))],
    ['within the user ID', whole.slice(0, whole.indexOf('user_42') + 3)],
  ])('returns both keys from a 200 response that is cut off %s', async (_, text) => {
    const { outcome, polls } = await wait([cut(text), gone]);
    const { user_token, test_api_key } = keys;
    expect(outcome).toMatchObject({ user_token, test_api_key });
    expect(polls).toBe(1);
  });

  test('throws signup_lost after a 410 if a poll of an earlier run is in doubt', async () => {
    expect(await wait([gone], { inDoubt: true })).toMatchObject({
      outcome: { code: 'signup_lost' },
    });
  });
});

test('waitForClaim rejects, without polling, a token that is invalid in a URL path', async () => {
  const { outcome, polls } = await wait([pending], { cliToken: '..' });
  expect(outcome).toMatchObject({ code: 'invalid_input' });
  expect(polls).toBe(0);
});

describe('the deadline', () => {
  test.each<[what: string, poll: Reply, deadline: number, waits: number[], message: RegExp]>([
    ['after one poll if the deadline is 0 seconds', pending, 0, [], /within 0 seconds\.$/],
    ['after a shorter last wait', pending, 4, [1.5, 1.5, 1], /within 4 seconds\.$/],
    [
      "with the last poll's status in the message if this poll failed",
      status(503),
      1,
      [1],
      /within 1 second\. .*status 503/,
    ],
    [
      "with the last poll's connection error in the message if this poll failed",
      reset,
      1,
      [1],
      /within 1 second\. The last poll failed: \w.*\.$/,
    ],
  ])('causes signup_timeout %s', async (_, reply, deadline, waits, message) => {
    const found = await wait([reply], { deadline });
    const { doubts } = found;
    expect(found).toMatchObject({ outcome: { code: 'signup_timeout' }, waits });
    expect(doubts).toBe(reply === reset ? 1 : 0);
    expect(found.outcome).toHaveProperty('message', expect.stringMatching(message));
  });

  test('does not mention a failed poll in the signup_timeout message if a later poll succeeded', async () => {
    const { outcome } = await wait([status(503), pending], { deadline: 2 });
    expect(outcome).toHaveProperty('message', expect.stringMatching(/within 2 seconds\.$/));
  });

  test('ends a pending poll after 2 more seconds, and marks this poll as in doubt', async () => {
    const found = await wait([silence], { deadline: 4, limit: async () => {} });
    expect(found).toMatchObject({ outcome: { code: 'signup_timeout' }, limits: [6], doubts: 1 });
    expect(found.outcome).toHaveProperty('message', expect.stringContaining('before the deadline'));
  });

  test('does not end a poll whose response has started', async () => {
    let finish = () => {};
    const slow: Reply = (response) => {
      response.writeHead(200).write(whole.slice(0, 40));
      finish = () => response.end(whole.slice(40));
    };
    const limit: Waiting['limit'] = async (_, claimFile) => {
      await vi.waitFor(() => expect(claimFile.started).toBe(true));
      setImmediate(finish);
    };
    expect(await wait([slow], { deadline: 4, limit })).toMatchObject({ outcome: keys });
  });
});

describe('an interrupt', () => {
  /** Interrupts when a poll arrives, before the response. */
  const interrupting = (interrupt: AbortController, reply: Reply) =>
    having(() => interrupt.abort('interrupted'), reply);

  test('prevents the first poll if it comes before this poll', async () => {
    const interrupt = new AbortController();
    interrupt.abort('interrupted');
    expect(await wait([claimed], { interrupt })).toMatchObject({
      outcome: 'interrupted',
      polls: 0,
    });
  });

  test.each<[what: string, reply: Reply, outcome: unknown, waiting: Waiting]>([
    ['the keys if the poll returns the keys', claimed, keys, {}],
    ["the interrupt's reason if the poll does not return the keys", pending, 'interrupted', {}],
    [
      "the interrupt's reason even if the deadline has passed",
      pending,
      'interrupted',
      { deadline: 0 },
    ],
    [
      "the interrupt's reason, after 2 seconds, if the poll has no response",
      silence,
      'interrupted',
      { limit: async (seconds) => (seconds === 2 ? undefined : new Promise(() => {})) },
    ],
  ])('during a poll ends waitForClaim with %s', async (_, reply, outcome, waiting) => {
    const interrupt = new AbortController();
    const found = await wait([interrupting(interrupt, reply)], { ...waiting, interrupt });
    expect(found).toMatchObject({
      outcome,
      polls: 1,
      limits: [(waiting.deadline ?? 900) + 2, 2],
      doubts: reply === silence ? 1 : 0,
    });
  });
});

describe('claimOnce', () => {
  /** Polls once at a service with this response. */
  async function once(poll: Reply, inDoubt = false, url?: string) {
    const service = await signUpService({ poll: [poll] });
    count += 1;
    const claimFile = new ClaimFile(join(directory, `${count}.json`), token);
    onTestFinished(() => claimFile.close());
    const clock: Clock = {
      ...systemClock,
      sleep: (_, signal) => systemClock.sleep(60_000, signal),
    };
    let doubts = 0;
    const options = {
      service: new Service({
        baseUrl: new URL(url ?? service.url),
        env: {},
        clock,
        timeoutMs: 600_000,
      }),
      cliToken: token,
      clock,
      interrupted: new AbortController().signal,
      claimFile,
      inDoubt,
      onDoubt: () => {
        doubts += 1;
      },
    };
    const outcome = await claimOnce(options, {}).catch((error: unknown) => error);
    return { outcome, doubts, polls: service.steps.length };
  }

  test('returns the keys', async () => {
    expect(await once(claimed)).toEqual({
      outcome: expect.objectContaining(keys),
      doubts: 0,
      polls: 1,
    });
  });

  test('returns undefined while the sign-up is pending', async () => {
    expect(await once(pending)).toEqual({ outcome: undefined, doubts: 0, polls: 1 });
  });

  test.each<[what: string, poll: Reply, error: object]>([
    ['signup_expired after a 410', gone, { code: 'signup_expired', status: 410 }],
    ['signup_lost after a 200 without keys', status(200), { code: 'signup_lost' }],
    ['service_unavailable after a 500', refusal(500, 5001), { code: 'service_unavailable' }],
    ['rate_limited after a 503', refusal(503, 5030), { code: 'rate_limited' }],
    ['auth_failed after a 401', refusal(401, 4010), { code: 'auth_failed' }],
  ])('fails with %s', async (_, poll, error) => {
    expect(await once(poll)).toEqual({
      outcome: expect.objectContaining(error),
      doubts: 0,
      polls: 1,
    });
  });

  test('reports the poll as in doubt after a reset connection, unless an earlier poll is in doubt', async () => {
    const outcome = { code: 'network_error' };
    expect(await once(reset)).toMatchObject({ outcome, doubts: 1, polls: 1 });
    expect(await once(reset, true)).toMatchObject({ outcome, doubts: 0, polls: 1 });
  });

  test('does not report the poll as in doubt if the service cannot be reached', async () => {
    const found = await once(claimed, false, 'http://127.0.0.1:1/v1');
    expect(found).toMatchObject({ outcome: { code: 'network_error' }, doubts: 0 });
  });

  test('fails with signup_lost after a 410 if an earlier poll is in doubt', async () => {
    expect(await once(gone, true)).toMatchObject({ outcome: { code: 'signup_lost' } });
  });
});
