// The time between requests, with a simulated clock. A service can count a request at any moment between its sending and its
// response. It must never count more requests in a second than it allows.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RateLimiter } from '../../src/batch/rate-limiter';
import type { HttpResponse } from '../../src/client/http/exchange';
import { SteppedClock } from '../support/stepped-clock';

/** A request: how long it takes, and when the service counts it. */
interface Trip {
  ms: number;
  /** From 0 (when it is sent) to 1 (when the response arrives). */
  taken: number;
  answer?: HttpResponse | undefined;
}

const answered = (status: number, headers: HttpResponse['headers'] = {}): HttpResponse => ({
  status,
  headers,
  body: Buffer.alloc(0),
});

const ok = answered(200);

/** Sends requests through a rate limiter, with `atOnce` at a time. Returns when each was sent and counted. */
async function send(trips: readonly Trip[], perSecond: number, atOnce: number) {
  const clock = new SteppedClock();
  const pace = new RateLimiter(clock, perSecond);
  const sent: number[] = [];
  const taken: number[] = [];
  const rest = [...trips];
  const work = async () => {
    for (let trip = rest.shift(); trip !== undefined; trip = rest.shift()) {
      const ended = await pace.admit();
      sent.push(clock.now());
      taken.push(clock.now() + trip.ms * trip.taken);
      await clock.sleep(trip.ms);
      ended('answer' in trip ? trip.answer : ok);
    }
  };
  const working = Promise.all(Array.from({ length: atOnce }, work));
  await clock.run();
  await working;
  return { sent, taken: taken.sort((a, b) => a - b) };
}

/** The shortest time in which the service counted one request more than it allows per second. */
function tightest(taken: readonly number[], perSecond: number): number {
  const spans = taken.slice(perSecond).map((time, index) => time - (taken[index] ?? 0));
  return Math.min(Number.POSITIVE_INFINITY, ...spans);
}

const trip = fc.record({
  ms: fc.oneof(fc.nat(50), fc.nat(3000)),
  taken: fc.double({ min: 0, max: 1, noNaN: true }),
});

describe('the rate limit', () => {
  test('is never exceeded, regardless of how long requests take and when the service counts them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(trip, { minLength: 1, maxLength: 120 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 40 }),
        async (trips, perSecond, atOnce) => {
          const { sent, taken } = await send(trips, perSecond, atOnce);
          expect(sent).toHaveLength(trips.length);
          expect(tightest(taken, perSecond)).toBeGreaterThanOrEqual(1000);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('is never exceeded if fast requests follow slow requests', async () => {
    const late = Array.from({ length: 30 }, () => ({ ms: 900, taken: 1 }));
    const early = Array.from({ length: 90 }, () => ({ ms: 0, taken: 0 }));
    const { taken } = await send([...late, ...early], 30, 40);
    expect(tightest(taken, 30)).toBeGreaterThanOrEqual(1000);
  });

  test('also applies to requests that do not get a response', async () => {
    const trips = Array.from({ length: 90 }, () => ({ ms: 5, taken: 1, answer: undefined }));
    const { taken } = await send(trips, 30, 32);
    expect(tightest(taken, 30)).toBeGreaterThanOrEqual(1000);
  });
});

describe('requests', () => {
  test.each([1, 7, 30])(
    'are never closer together than a rate limit of %d requests per second allows',
    async (perSecond) => {
      const trips = Array.from({ length: perSecond * 3 }, () => ({ ms: 0, taken: 0 }));
      const { sent } = await send(trips, perSecond, 32);
      const gaps = sent.slice(1).map((time, index) => time - (sent[index] ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThan(1000 / perSecond - 1);
    },
  );

  test('are sent at almost the allowed rate', async () => {
    const trips = Array.from({ length: 300 }, () => ({ ms: 20, taken: 0.5 }));
    const { sent } = await send(trips, 30, 32);
    expect((sent.at(-1) ?? 0) - (sent[0] ?? 0)).toBeLessThan(10_500);
  });

  test('are sent at the same time if there is no rate limit', async () => {
    const trips = Array.from({ length: 500 }, () => ({ ms: 0, taken: 0 }));
    const { sent } = await send(trips, Number.POSITIVE_INFINITY, 32);
    expect(new Set(sent).size).toBe(1);
  });

  test("are sent without a call of the clock's sleep function if there is no rate limit", async () => {
    const waits: number[] = [];
    const clock = {
      now: () => 0,
      elapsed: () => 0,
      sleep: async (ms: number) => void waits.push(ms),
    };
    const pace = new RateLimiter(clock, Number.POSITIVE_INFINITY);
    for (const _ of [1, 2]) (await pace.admit())(ok);
    expect(waits).toEqual([]);
  });
});

/** A rate limiter, and the times at which it admitted requests; each gets its response immediately. */
function admissions(perSecond: number, answer: (index: number) => HttpResponse | undefined) {
  const clock = new SteppedClock();
  const pace = new RateLimiter(clock, perSecond);
  const start = clock.now();
  const times: number[] = [];
  const ask = async (count: number) => {
    const asked = Array.from({ length: count }, async () => {
      const ended = await pace.admit();
      times.push(clock.now() - start);
      ended(answer(times.length - 1));
    });
    const all = Promise.allSettled(asked);
    await clock.run();
    return all;
  };
  return { clock, pace, start, times, ask };
}

describe('requests after hold()', () => {
  test('wait until the hold ends, and are then sent at the usual interval', async () => {
    const { pace, times, ask } = admissions(10, () => ok);
    pace.hold(5000);
    expect(pace.heldMs).toBe(5000);
    await ask(3);
    expect(times).toEqual([5000, 5100, 5200]);
    expect(pace.heldMs).toBe(0);
  });

  test('wait until the longest hold ends', async () => {
    const { pace, times, ask } = admissions(10, () => ok);
    pace.hold(5000);
    pace.hold(10);
    await ask(1);
    expect(times).toEqual([5000]);
  });
});

describe('requests after a response', () => {
  test.each<[what: string, answer: HttpResponse, wait: number]>([
    ['503 without headers', answered(503), 1010],
    ['429 without headers', answered(429), 1010],
    ['Retry-After: 7', answered(429, { 'retry-after': '7' }), 7000],
    ['Retry-After: 0', answered(503, { 'retry-after': '0' }), 1010],
    ['Retry-After: 600', answered(429, { 'retry-after': '600' }), 600_000],
    [
      'Retry-After with a date',
      answered(503, { 'retry-after': new Date(1_900_000_020_000).toUTCString() }),
      20_000,
    ],
    ['X-RateLimit-Reset', answered(429, { 'x-ratelimit-reset': '1900000009' }), 9000],
    ['a normal response', ok, 100],
  ])('wait as long as the response requires (response: %s)', async (_, answer, wait) => {
    const { pace, times, ask } = admissions(10, (index) => (index === 0 ? answer : ok));
    await ask(2);
    expect(times).toEqual([0, wait]);
    expect(pace.refused).toBe(false);
  });

  test('do not wait if the response requires a wait of two days, which the rate limiter reports as `refused`', async () => {
    const { pace, times, ask } = admissions(10, () => answered(429, { 'retry-after': '172800' }));
    await ask(2);
    expect(pace.refused).toBe(true);
    expect(times).toEqual([0, 100]);
  });
});

/** The headers of a quota window that ends this many seconds after the start. */
const window = (left: number, endsAfter: number): HttpResponse =>
  answered(200, {
    'x-ratelimit-remaining': String(left),
    'x-ratelimit-reset': String(1_900_000_000 + endsAfter),
  });

describe("the service's request quota", () => {
  test('stops requests while it is used up', async () => {
    const left = [2, 1, 0, 9, 0];
    const { pace, times, ask } = admissions(10, (index) =>
      window(left[index] ?? 0, index < 3 ? 60 : 360),
    );
    await ask(6);
    expect(times).toEqual([0, 100, 200, 61_010, 61_110, 361_010]);
    expect(pace.heldMs).toBe(0);
  });

  test.each<[known: string, least: number]>([
    ['is known from the start', 1],
    // Before the first response, the window is unknown: thirty requests may have been sent by then.
    ['is unknown until the first response', 31],
  ])(
    'is not exceeded, regardless of the order of the responses, if it %s',
    async (known, least) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.nat(2000), { minLength: 60, maxLength: 60 }),
          fc.integer({ min: least, max: 59 }),
          async (travel, limit) => {
            const clock = new SteppedClock();
            const pace = new RateLimiter(clock, 30);
            const endsAt = clock.now() + 300_000;
            let used = 0;
            let inTime = 0;
            let isKnown = false;
            const ask = async (ms: number) => {
              const ended = await pace.admit();
              await clock.sleep(ms / 2);
              used += 1;
              const left = limit - used;
              if (clock.now() < endsAt) inTime += 1;
              await clock.sleep(ms / 2);
              ended(window(Math.max(0, left), 300));
              isKnown = true;
            };
            const first = known === 'is known from the start' ? [ask(0)] : [];
            await clock.run(() => isKnown);
            const all = Promise.all([...first, ...travel.map(ask)]);
            await clock.run();
            await all;
            expect(used).toBe(60 + first.length);
            expect(inTime).toBeLessThanOrEqual(limit);
          },
        ),
        { numRuns: 60 },
      );
    },
  );

  test('stops requests if the second response reports that no requests remain', async () => {
    const { times, ask } = admissions(10, (index) => window(index === 0 ? 5 : 0, 60));
    await ask(3);
    expect(times).toEqual([0, 100, 61_010]);
  });

  test('is not updated by a response that does not contain the number of remaining requests', async () => {
    const uncounted = answered(200, { 'x-ratelimit-reset': '1900000060' });
    const { times, ask } = admissions(10, (index) => (index === 0 ? uncounted : window(0, 60)));
    await ask(3);
    expect(times).toEqual([0, 100, 61_010]);
  });

  test('is reduced by the number of pending requests, because a response might not include these requests in its count', async () => {
    const clock = new SteppedClock();
    const pace = new RateLimiter(clock, 10);
    const asked = [pace.admit(), pace.admit()];
    await clock.run();
    (await asked[0])?.(window(1, 60));
    expect(pace.heldMs).toBe(61_010 - 100);
    // A response that another one overtook.
    (await asked[1])?.(window(2, 60));
    expect(pace.heldMs).toBe(61_010 - 100);
  });

  test('delays requests if it is used up and resets within ten minutes', async () => {
    const { pace, times, ask } = admissions(100, () => window(0, 599));
    await ask(2);
    // The second request comes 10 ms later, and the window ends 1,010 ms after its second.
    expect(times).toEqual([0, 600_010]);
    expect(pace.refused).toBe(false);
  });

  test("is not changed by a response that was sent before the quota's last reset", async () => {
    const clock = new SteppedClock();
    const pace = new RateLimiter(clock, 10);
    const slow = pace.admit();
    const quick = pace.admit();
    await clock.run();
    (await quick)(window(0, 60));
    (await slow)(window(7, -60));
    expect(pace.heldMs).toBe(61_010 - 100);
  });

  test.each<[string, HttpResponse]>([
    ['no headers', ok],
    ['only one of the headers', answered(200, { 'x-ratelimit-remaining': '0' })],
    [
      'values that are not numbers',
      answered(200, { 'x-ratelimit-remaining': 'none', 'x-ratelimit-reset': 'soon' }),
    ],
    ['blank values', answered(200, { 'x-ratelimit-remaining': ' ', 'x-ratelimit-reset': ' ' })],
    [
      'a blank value and a number',
      answered(200, { 'x-ratelimit-remaining': ' ', 'x-ratelimit-reset': '1900000060' }),
    ],
    [
      'an infinite reset time',
      answered(200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'Infinity' }),
    ],
    ['a reset time in the past', window(0, -60)],
  ])('does not delay requests if a response has %s', async (_, answer) => {
    const { times, ask } = admissions(10, () => answer);
    await ask(2);
    expect(times).toEqual([0, 100]);
  });

  test.each<[what: string, reset: string]>([
    ['in an hour', String(1_900_000_000 + 3600)],
    ['in an hour (header in milliseconds)', String(1_900_000_000_000 + 3600_000)],
  ])(
    'causes the error rate_limited instead of a wait if it is used up and resets %s',
    async (_, reset) => {
      const answer = answered(200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset });
      const { pace, ask, times } = admissions(10, () => answer);
      const [first, second] = await ask(2);
      expect(first?.status).toBe('fulfilled');
      expect(second).toMatchObject({ status: 'rejected', reason: { code: 'rate_limited' } });
      expect(times).toEqual([0]);
      expect(pace.refused).toBe(true);
    },
  );
});

test.each<[seconds: number, text: string]>([
  [601, '11 minutes'],
  [119 * 60 - 1, '119 minutes'],
  [119 * 60, '2 hours'],
  [47 * 3600 - 1, '47 hours'],
  [47 * 3600, '2 days'],
  [48 * 3600, '3 days'],
])(
  'if the request quota resets in a little over %d s, the rate limiter reports a wait of %s',
  async (seconds, text) => {
    const { ask } = admissions(10, () => window(0, seconds));
    const [, second] = await ask(2);
    expect(second).toMatchObject({
      status: 'rejected',
      reason: {
        message: `The request quota is used up, and the service does not accept more requests for ${text} (X-RateLimit-Reset header).`,
      },
    });
  },
);

describe('stop()', () => {
  test.each<[what: string, held: number, sentBefore: number]>([
    ['during a hold', 60_000, 0],
    ['while the next request waits', 0, 1],
    ['while the limit is reached', 0, 2],
  ])(
    'rejects waiting and later requests with the given reason if it is called %s',
    async (_, held, sentBefore) => {
      const clock = new SteppedClock();
      const pace = new RateLimiter(clock, 2);
      pace.hold(held);
      const outcomes: unknown[] = [];
      const ask = () =>
        pace.admit().then(
          () => outcomes.push('sent'),
          (error: unknown) => outcomes.push(error),
        );
      const asked = Array.from({ length: 5 }, ask);
      await clock.run(() => outcomes.length === sentBefore);
      const reason = new Error('stopped');
      pace.stop(reason);
      await Promise.all(asked);
      await ask();
      expect(outcomes).toEqual(
        Array.from({ length: 6 }, (_, index) => (index < sentBefore ? 'sent' : reason)),
      );
    },
  );
});

test('stop() rejects requests even if there is no rate limit', async () => {
  const pace = new RateLimiter(new SteppedClock(), Number.POSITIVE_INFINITY);
  const reason = new Error('stopped');
  pace.stop(reason);
  await expect(pace.admit()).rejects.toBe(reason);
});

describe.each([
  ['back', -3_600_000],
  ['forward', 3_600_000],
])('moving the system clock %s by an hour', (_, ms) => {
  test('does not change a wait that the service required', () => {
    const clock = new SteppedClock();
    const pace = new RateLimiter(clock, 10);
    pace.hold(5000);
    clock.set(ms);
    expect(pace.heldMs).toBe(5000);
  });

  test('does not change the interval between requests', async () => {
    const clock = new SteppedClock();
    const pace = new RateLimiter(clock, 10);
    await pace.admit();
    clock.set(ms);
    const before = clock.now();
    const next = pace.admit();
    await clock.run();
    await next;
    expect(clock.now() - before).toBe(100);
  });

  test('does not change the time at which a used-up request quota resets', async () => {
    const clock = new SteppedClock();
    const pace = new RateLimiter(clock, Number.POSITIVE_INFINITY);
    const used = answered(200, {
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(clock.now() / 1000 + 60),
    });
    const [first, second] = [await pace.admit(), await pace.admit()];
    first(used);
    clock.set(ms);
    second(used);
    expect(pace.heldMs).toBe(61_010);
  });
});
