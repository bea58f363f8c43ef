// A batch while the service fails: the output contains each row once and in order, and the summary counts requests that the
// service might have billed as in doubt. test/batch tests every failure and every order of failures.
import { describe, expect, onTestFinished, test } from 'vitest';
import { linesOf, placeIds, useBatches } from '../support/batch';
import { address } from '../support/lookups';
import { sample } from '../support/runs';
import { sendJson, standIn } from '../support/service';
import { skippingClock } from '../support/skipping-clock';
import { documentOf, errorOf, expectError, isCalledInside } from '../support/tool';

const batches = useBatches();
const { account } = batches;

const ids = placeIds(200);

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

/** Writes the input file, and returns the output of a batch without faults. */
async function undisturbed(): Promise<string> {
  batches.write('in.csv', ['id', ...ids]);
  if (whole !== '') return whole;
  const typed = words().map((word) => word.replace('out.csv', 'whole.csv'));
  const done = await account.call(typed, { env: batches.otherOwner });
  expect(documentOf(done)).toMatchObject({ succeeded: 200, in_doubt: 0 });
  whole = batches.read('whole.csv');
  return whole;
}

test('a batch of POST requests does not repeat a request whose response was lost, but counts it as in doubt', async () => {
  batches.write('in.csv', ['query', ...Array.from({ length: 5 }, () => `"${address}"`)]);
  await batches.fault({ path: 'verify/addresses', fault: 'drop', times: 1 });
  const typed = ['addresses', 'verify', '--no-dedupe', ...words().slice(2)];
  const done = await account.call(typed, { clock: skippingClock });
  expect(documentOf(done)).toMatchObject({
    rows: 5,
    succeeded: 4,
    failed: 1,
    lookups: 4,
    in_doubt: 1,
  });
  expect(await batches.billed()).toBe(5);
});

describe('a batch of GET requests', () => {
  test.each(sample(['reset', '503', '429', 'truncate', 'html', '5001']))(
    'writes a result or an error for each input row, in order, if the sandbox injects the fault %s into five responses',
    async (fault) => {
      const whole = await undisturbed();
      for (const id of ids.slice(20, 25)) {
        await batches.fault({ path: `places/${id}`, fault, times: 1 });
      }
      const run = await account.call(words(), { clock: skippingClock });
      // The sandbox has injected every fault.
      expect((await account.bench.control('GET', '/faults')).json).toEqual({ faults: [] });
      const { rows, failed = 0, in_doubt = 0 } = documentOf(run) as Record<string, number>;
      expect(rows).toBe(200);
      const lines = linesOf(batches.read('out.csv'));
      expect(lines.map((line) => line.split(',')[0])).toEqual(['id', ...ids]);
      // Each row that differs from the output of a batch without faults contains an error.
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
      // If waypost runs in a separate process, the clock does not skip waits, and more requests are pending when the batch ends.
      ['drop', 'network_error', isCalledInside ? 5 : 10],
      ['503', 'rate_limited', 0],
    ]),
  )(
    'fails if the sandbox injects the fault %s into every response, and --resume completes the batch after you remove the fault',
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
      // The summary also counts requests from the first run that the service might have billed.
      expect(done).toMatchObject({ rows: 200, succeeded: 200, in_doubt });
      expect(batches.read('out.csv')).toBe(whole);
      expect(await batches.billed()).toBeLessThanOrEqual(200 + in_doubt);
    },
  );
});

describe('a request that is repeated after a lost response', () => {
  test('is reported in a may_be_billed_twice event if --json is set', async () => {
    batches.write('in.csv', ['id', ...ids.slice(0, 5)]);
    await batches.fault({ path: 'places/*', fault: 'drop', times: 1 });
    const run = await account.call(words(), { clock: skippingClock });
    expect(documentOf(run)).toMatchObject({ rows: 5, succeeded: 5, in_doubt: 1 });
    expect(JSON.parse(run.stderr)).toEqual({ event: 'may_be_billed_twice', row: 1 });
    expect(await batches.billed()).toBe(6);
  });

  test('is reported in a warning if --json is not set', async () => {
    batches.write('in.csv', ['id', ...ids.slice(0, 5)]);
    await batches.fault({ path: 'places/*', fault: 'drop', times: 1 });
    const run = await account.call(
      words().filter((word) => word !== '--json'),
      { clock: skippingClock },
    );
    expect(run.stderr).toMatch(
      /Warning: waypost looked up 1 row again.*might bill this lookup twice/,
    );
  });
});

test("a batch leaves no files and counts no request as in doubt if no program listens on the base URL's port", async () => {
  batches.write('in.csv', ['id', ...ids]);
  const env = { WAYPOST_BASE_URL: 'http://127.0.0.1:9/v1' };
  expectError(await account.call(words(), { clock: skippingClock, env }), 'network_error', {
    details: { rows: 0, in_doubt: 0 },
  });
  expect(batches.partials()).toEqual([]);
});

test.skipIf(!isCalledInside)(
  'a batch that uses up the request quota waits until the quota resets, and never exceeds it',
  async () => {
    const limit = 25;
    const windows = new Map<number, number>();
    const lengthMs = 300_000;
    const begin = Math.floor(skippingClock.now() / 1000) * 1000;
    const service = await standIn((_, response) => {
      // A quota period begins when the previous period ends. The clock skips the rest of a period if its quota is used up.
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
