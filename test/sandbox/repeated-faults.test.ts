// Faults that repeat in every run with the same seed, and faults with a latency distribution, in the built sandbox.
import { describe, expect, test } from 'vitest';
import { latencyAt, readLatency } from '../../src/sandbox/faults/fault';
import type { RunningSandbox } from '../support/sandbox';
import { send } from './support/client';
import { sandboxes } from './support/start';

const start = sandboxes();

const paths = Array.from({ length: 40 }, (_, at) => `/keys/ak_test?n=${at % 20}`);

/** Returns the status and the fault of each request, by path and number of the request. */
async function struck({ url }: RunningSandbox, asked = paths): Promise<string[]> {
  const counts = new Map<string, number>();
  const found: string[] = [];
  for (const path of asked) {
    const count = counts.get(path) ?? 0;
    counts.set(path, count + 1);
    const { headers, status } = await send('GET', url + path);
    found.push(`${path} ${count}: ${status} ${headers['x-sandbox-fault'] ?? ''}`);
  }
  return found.sort();
}

const half = { kind: '503', rate: 0.5 } as const;

describe('a fault with a seed', () => {
  test('applies to the same requests in every run and in any order', async () => {
    const first = await struck(await start({ fault: half, faultSeed: 42 }));
    const count = first.filter((line) => line.includes('503')).length;
    expect(count).toBeGreaterThan(8);
    expect(count).toBeLessThan(32);
    expect(await struck(await start({ fault: half, faultSeed: 42 }))).toEqual(first);
    const reversed = await start({ fault: half, faultSeed: 42 });
    expect(await struck(reversed, [...paths].reverse())).toEqual(first);
    expect(await struck(await start({ fault: half, faultSeed: 43 }))).not.toEqual(first);
  });

  test('applies to some, but not all, repetitions of the same request', async () => {
    const sandbox = await start({ fault: half, faultSeed: 42 });
    const statuses = new Set<number>();
    for (let round = 0; round < 20; round += 1) {
      statuses.add((await send('GET', `${sandbox.url}/keys/ak_test`)).status);
    }
    expect(statuses).toEqual(new Set([200, 503]));
  });

  test('applies to the same requests again after a reset', async () => {
    const sandbox = await start({ fault: half, faultSeed: 42 });
    const first = await struck(sandbox);
    expect(await struck(sandbox)).not.toEqual(first);
    await send('POST', `${sandbox.origin}/_sandbox/reset`);
    expect(await struck(sandbox)).toEqual(first);
  });

  test('applies to the same requests regardless of the key in the path', async () => {
    const runs: string[][] = [];
    for (let run = 0; run < 2; run += 1) {
      const sandbox = await start({ fault: half, faultSeed: 5 });
      const { json } = await send('POST', `${sandbox.origin}/_sandbox/keys`, { body: {} });
      const key = String(Object(json).key);
      const lines = await struck(sandbox, Array(20).fill(`/keys/${key}`));
      runs.push(lines.map((line) => line.replace(key, '')));
    }
    expect(runs[1]).toEqual(runs[0]);
  });
});

test('a fault seed in a control API request applies to the fault in the same request', async () => {
  const runs: string[][] = [];
  for (const seed of [7, 7, 8]) {
    const sandbox = await start();
    const body = { path: '/v1/keys/*', fault: '503:0.5', seed };
    const { json } = await send('POST', `${sandbox.origin}/_sandbox/faults`, { body });
    expect(json).toEqual({ faults: [body] });
    runs.push(await struck(sandbox));
  }
  expect(runs[1]).toEqual(runs[0]);
  expect(runs[2]).not.toEqual(runs[0]);
});

describe("a fault's latency", () => {
  test('is accepted only if its percentiles are valid', () => {
    expect(readLatency('p50=50, p99=800')).toEqual([
      { percentile: 50, milliseconds: 50 },
      { percentile: 99, milliseconds: 800 },
    ]);
    for (const text of ['', 'p50', 'p50=', 'p101=5', 'p99=800,p50=50', 'p50=80,p99=50', 'x=5']) {
      expect(readLatency(text), text).toBeUndefined();
    }
  });

  test('is interpolated between the given percentiles', () => {
    const latency = readLatency('p50=50,p90=90,p99=800') ?? [];
    const at = (percentile: number): number => latencyAt(latency, percentile / 100);
    expect([0, 25, 50, 70, 90, 99, 99.9].map(at)).toEqual([0, 25, 50, 70, 90, 800, 800]);
    expect(latencyAt(readLatency('p0=5,p100=15') ?? [], 0.5)).toBe(10);
  });

  test('replaces the default duration of a slow response', async () => {
    // The usual time is longer than the limit of a test.
    const sandbox = await start({ slowFor: 3_600_000, latency: 'p0=1,p100=2' });
    const headers = { 'X-Sandbox-Fault': 'slow' };
    const { status } = await send('GET', `${sandbox.url}/keys/ak_test`, { headers });
    expect(status).toBe(200);
    const other = await start({ slowFor: 3_600_000 });
    const body = { path: '/v1/*', fault: 'slow', latency: 'p50=1' };
    await send('POST', `${other.origin}/_sandbox/faults`, { body });
    expect((await send('GET', `${other.url}/keys/ak_test`)).status).toBe(200);
  });

  test('is rejected by the control API if it is invalid', async () => {
    const sandbox = await start();
    const body = { path: '/v1/*', fault: 'slow', latency: 'p99=5,p50=9' };
    const { status, json } = await send('POST', `${sandbox.origin}/_sandbox/faults`, { body });
    expect([status, Object(json).errors]).toEqual([
      400,
      [{ path: 'latency', message: expect.stringContaining('percentiles') as unknown }],
    ]);
  });
});
