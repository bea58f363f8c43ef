// A service in trouble in the middle of a batch: every row is answered once and in its place, what was
// provably not looked up is asked for again, and what may have been billed is counted as in doubt.
import { describe, expect, onTestFinished, test } from 'vitest';
import { linesOf, placeIds, useBatches } from '../support/batch';
import { heldTimers } from '../support/held-timers';
import { address } from '../support/lookups';
import { isThorough, sample, systemTest } from '../support/runs';
import { sendJson, standIn } from '../support/service';
import { faster } from '../support/sign-up';
import { skippingClock } from '../support/skipping-clock';
import { documentOf, errorOf, expectError, isCalledInside, type Run } from '../support/tool';

const batches = useBatches();
const { account } = batches;

const ids = placeIds(200);
/** The row that meets the trouble. */
const hit = ids[19] ?? '';

const words = (...more: string[]) => [
  'places',
  'resolve',
  '--file',
  batches.at('in.csv'),
  '--rate',
  'none',
  '-o',
  batches.at('out.csv'),
  '--json',
  ...more,
];

let whole = '';

/** What an undisturbed run makes of the places: the same every time. */
async function undisturbed(): Promise<string> {
  batches.write('in.csv', ['id', ...ids]);
  if (whole !== '') return whole;
  const typed = words().map((word) => word.replace('out.csv', 'whole.csv'));
  const done = await account.call(typed, { env: batches.otherOwner });
  expect(documentOf(done)).toMatchObject({ succeeded: 200, in_doubt: 0 });
  whole = batches.read('whole.csv');
  return whole;
}

describe('at one row, for a while', () => {
  test.each<[fault: string, times: number, inDoubt: number, billedTwice: number]>(
    sample([
      // Not carried out: asked for again as often as it takes.
      ['503', 3, 0, 0],
      // Carried out, the answer spoiled: a GET is asked for again, and billed again.
      ['reset', 1, 1, 1],
      // Carried out and answered, only slowly.
      ['slow', 5, 0, 0],
    ]),
  )('%s, %i times: the output is undisturbed', async (fault, times, inDoubt, billedTwice) => {
    const whole = await undisturbed();
    await batches.fault({ path: `places/${hit}`, fault, times });
    const done = await account.call(words(), { clock: skippingClock });
    expect(documentOf(done)).toMatchObject({
      rows: 200,
      succeeded: 200,
      failed: 0,
      lookups: 200,
      in_doubt: inDoubt,
    });
    expect(batches.read('out.csv')).toBe(whole);
    expect(await batches.billed()).toBe(200 + billedTwice);
  });

  systemTest('html: not asked for again; the row has its error, may be billed', async () => {
    const whole = await undisturbed();
    await batches.fault({ path: `places/${hit}`, fault: 'html', times: 1 });
    const done = await account.call(words(), { clock: skippingClock });
    expectOneFailed(done, whole, 'invalid_response');
  });

  test.skipIf(!isCalledInside)(
    'stall: not asked for again, the row has its error (timeout), and may have been billed',
    async () => {
      const whole = await undisturbed();
      await batches.fault({ path: `places/${hit}`, fault: 'stall', times: 1 });
      const seconds = 3000;
      const limits = heldTimers(seconds * 1000);
      const running = account.call(words('--timeout', String(seconds)));
      // Every other row is answered.
      await expect.poll(async () => [await batches.billed(), limits.size]).toEqual([199, 1]);
      for (const pass of limits.values()) pass();
      expectOneFailed(await running, whole, 'timeout');
    },
  );

  /** The output is that of an undisturbed run but for the row that met the trouble, which has this error. */
  function expectOneFailed(done: Run, whole: string, code: string): void {
    expect(documentOf(done)).toMatchObject({ rows: 200, succeeded: 199, failed: 1, in_doubt: 1 });
    const expected = linesOf(whole);
    const lines = linesOf(batches.read('out.csv'));
    expect(lines[20]).toMatch(new RegExp(`^${hit},${code},.+,,,,$`));
    expect(lines.with(20, expected[20] ?? '')).toEqual(expected);
  }

  systemTest('for good: the row has its error, and the others are answered', async () => {
    const whole = await undisturbed();
    // Of an answer that is reset in its middle, a busy client sees the end and not the reset.
    await batches.fault({ path: `places/${hit}`, fault: 'drop' });
    const done = await account.call(words(), { clock: skippingClock });
    expect(documentOf(done)).toMatchObject({ rows: 200, succeeded: 199, failed: 1, in_doubt: 2 });
    const lines = linesOf(batches.read('out.csv'));
    expect(lines[20]).toMatch(new RegExp(`^${hit},network_error,`));
    expect(lines.with(20, linesOf(whole)[20] ?? '')).toEqual(linesOf(whole));
    expect(await batches.billed()).toBe(199 + 2);
  });
});

test('a POST whose answer is lost is billed once and never sent again', async () => {
  batches.write('in.csv', ['query', ...Array.from({ length: 5 }, () => `"${address}"`)]);
  await batches.fault({ path: 'verify/addresses', fault: 'drop', times: 1 });
  const typed = ['addresses', 'verify', '--no-dedupe', ...words().slice(2)];
  const done = await account.run(typed);
  expect(documentOf(done)).toMatchObject({
    rows: 5,
    succeeded: 4,
    failed: 1,
    lookups: 4,
    in_doubt: 1,
  });
  expect(await batches.billed()).toBe(5);
});

describe('for all rows, in the middle', () => {
  const inTheMiddle = ['503', 'reset', '429', 'truncate', 'html', '5001'];
  test.each(isThorough ? inTheMiddle : inTheMiddle.slice(0, 2))(
    '%s: it passes, the batch goes on, and no row is lost or doubled',
    async (fault) => {
      const whole = await undisturbed();
      for (const id of ids.slice(20, 25)) {
        await batches.fault({ path: `places/${id}`, fault, times: 1 });
      }
      const run = await account.call(words(), { clock: skippingClock });
      // All of them struck.
      expect((await account.bench.control('GET', '/faults')).json).toEqual({ faults: [] });
      const { rows, failed = 0, in_doubt = 0 } = documentOf(run) as Record<string, number>;
      expect(rows).toBe(200);
      const lines = linesOf(batches.read('out.csv'));
      expect(lines.map((line) => line.split(',')[0])).toEqual(['id', ...ids]);
      // What differs from an undisturbed run has an error.
      const differing = lines.filter((line) => !linesOf(whole).includes(line));
      expect(differing).toHaveLength(failed);
      for (const line of differing) expect(line).toMatch(/^geonames_\d+,\w+,/);
      const billed = await batches.billed();
      expect(billed).toBeLessThanOrEqual(200 + in_doubt);
      expect(billed).toBeGreaterThanOrEqual(200 - failed);
    },
  );

  test.each<[fault: string, code: string, mostInDoubt: number]>(
    sample([
      ['503', 'rate_limited', 0],
      // In real time, more are under way when the batch ends.
      ['drop', 'network_error', isCalledInside ? 5 : 10],
    ]),
  )(
    '%s from the start: it ends soon, and --resume finishes it once the service is back',
    async (fault, code, mostInDoubt) => {
      const whole = await undisturbed();
      await batches.fault({ path: 'places/*', fault });
      const error = errorOf(await account.call(words('--timeout', '60'), { clock: skippingClock }));
      expect(error).toMatchObject({ exit: 3, code });
      const { rows, in_doubt } = error.details as { rows: number; in_doubt: number };
      expect(rows).toBe(0);
      expect(in_doubt).toBeLessThanOrEqual(mostInDoubt);
      await account.bench.control('DELETE', '/faults');
      const done = documentOf(await account.call(words('--resume')));
      // What may have been paid for then is not forgotten.
      expect(done).toMatchObject({ rows: 200, succeeded: 200, in_doubt });
      expect(batches.read('out.csv')).toBe(whole);
      expect(await batches.billed()).toBeLessThanOrEqual(200 + in_doubt);
    },
  );
});

test('nothing listens: nothing is billed, nothing is in doubt, nothing is left', async () => {
  batches.write('in.csv', ['id', ...ids]);
  const env = { WAYPOST_BASE_URL: 'http://127.0.0.1:9/v1' };
  expectError(
    await account.run(words(), { ...faster, env: { ...faster.env, ...env } }),
    'network_error',
    { details: { rows: 0, in_doubt: 0 } },
  );
  expect(batches.partials()).toEqual([]);
});

test.skipIf(!isCalledInside)(
  'a window of requests: never one too many, though rows are left when it is used up',
  async () => {
    const limit = 25;
    const windows = new Map<number, number>();
    const lengthMs = 300_000;
    const begin = Math.floor(skippingClock.now() / 1000) * 1000;
    const service = await standIn((_, response) => {
      // One behind the other; what is left of each is skipped.
      const ended = Math.floor((skippingClock.now() - begin) / lengthMs);
      const reset = (begin + (ended + 1) * lengthMs) / 1000;
      const used = (windows.get(reset) ?? 0) + 1;
      windows.set(reset, used);
      response.setHeader('X-RateLimit-Remaining', Math.max(0, limit - used));
      response.setHeader('X-RateLimit-Reset', reset);
      if (used > limit) sendJson(response, 429, { code: 4291, message: 'Too many requests' });
      else sendJson(response, 200, { result: { hits: [] }, code: 2000, message: 'Success' });
    });
    onTestFinished(() => service.close());
    batches.write('in.csv', ['query', ...ids.slice(0, 60)]);
    const done = await account.call(
      ['places', 'search', '--file', batches.at('in.csv'), '-o', batches.at('out.csv'), '--json'],
      { env: { WAYPOST_BASE_URL: service.url }, clock: skippingClock },
    );
    expect(documentOf(done)).toMatchObject({ rows: 60, succeeded: 60, lookups: 0, in_doubt: 0 });
    expect(service.asked).toHaveLength(60);
    expect(Math.max(...windows.values())).toBeLessThanOrEqual(limit);
    expect(windows.size).toBeGreaterThan(1);
  },
);
