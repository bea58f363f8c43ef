// The connection to a service, step by step. TLS and the messages of `doctor` are tested in test/e2e/doctor.test.ts.
import { createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ProbeStep, probe } from '../../../src/client/http/probe';
import { type Clock, systemClock } from '../../../src/lib/runtime';

interface Way {
  env?: Record<string, string>;
  clock?: Clock;
  timeoutMs?: number;
  signal?: AbortSignal;
}

async function probed(
  url: string,
  { env = {}, clock = systemClock, timeoutMs = 600_000, signal }: Way = {},
) {
  const steps: ProbeStep[] = [];
  const options = { env, clock, timeoutMs, signal: signal ?? new AbortController().signal };
  for await (const step of probe(new URL(url), options)) steps.push(step);
  return steps;
}

async function stepsTo(url: string, way?: Way) {
  const steps = await probed(url, way);
  return steps.map(({ name, found, error }) => [name, found ?? error?.message]);
}

/** Starts a server with this greeting and reply, which closes with the test. Returns its port. */
async function server({
  greeting = '',
  reply = '',
  onSocket = (_: Socket) => {},
} = {}): Promise<number> {
  const listening = createServer((socket) => {
    socket.on('error', () => {});
    onSocket(socket);
    if (greeting !== '') socket.end(greeting);
    if (reply !== '') socket.once('data', () => socket.write(reply));
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void listening.close());
  const address = listening.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

test('probe resolves a host name, but not an IP address, before it connects', async () => {
  const port = await server();
  expect(await stepsTo(`http://127.0.0.1:${port}/v1`)).toEqual([
    ['tcp', `127.0.0.1, port ${port}`],
  ]);
  expect(await stepsTo(`http://localhost:${port}/v1`)).toEqual([
    ['dns', expect.stringContaining('127.0.0.1')],
    ['tcp', `127.0.0.1, port ${port}`],
  ]);
});

test.each([
  ['http://service.invalid/v1', 'service.invalid:80'],
  ['https://service.invalid/v1', 'service.invalid:443'],
  ['https://service.invalid:8443/v1', 'service.invalid:8443'],
  ['http://[2001:db8::1]/v1', '[2001:db8::1]:80'],
])('a probe of the URL %s sends CONNECT %s to the proxy', async (url, target) => {
  const asked: string[] = [];
  const port = await server({
    reply: 'HTTP/1.1 403 No\r\ncontent-length: 0\r\n\r\n',
    onSocket: (socket) => socket.once('data', (bytes) => asked.push(String(bytes))),
  });
  await stepsTo(url, { env: { HTTP_PROXY: `http://127.0.0.1:${port}` } });
  expect(asked).toEqual([expect.stringContaining(`CONNECT ${target} HTTP/1.1\r\n`)]);
});

test('probe does not look up an IPv6 address in DNS', async () => {
  // Whether the address is reachable depends on the machine.
  expect((await stepsTo('http://[::1]:1/v1')).map(([name]) => name)).toEqual(['tcp']);
});

test('probe closes the connection after the last step', async () => {
  let closed = () => {};
  const isClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const port = await server({ onSocket: (socket) => socket.resume().once('close', closed) });
  await stepsTo(`http://127.0.0.1:${port}/v1`);
  await isClosed;
});

/** The uncaught errors and rejections during `work` and a few turns of the event loop later. */
async function uncaughtBy(work: () => Promise<unknown>) {
  const found: unknown[] = [];
  const note = (reason: unknown) => void found.push(reason);
  const events = ['unhandledRejection', 'uncaughtException'] as const;
  for (const event of events) process.on(event, note);
  try {
    await work();
    for (let n = 0; n < 10; n += 1) await new Promise((resolve) => setImmediate(resolve));
  } finally {
    for (const event of events) process.off(event, note);
  }
  return found;
}

test('probe stops its timers and does not cause unhandled rejections', async () => {
  const waits: ('set' | 'ended')[] = [];
  const clock: Clock = {
    now: systemClock.now,
    sleep(ms, signal) {
      waits.push('set');
      return systemClock.sleep(ms, signal).finally(() => waits.push('ended'));
    },
  };
  const port = await server();
  expect(await uncaughtBy(() => stepsTo(`http://127.0.0.1:${port}/v1`, { clock }))).toEqual([]);
  expect(waits).toEqual(['set', 'ended']);
});

test('probe reports a connection that breaks between two steps as an error in the second step', async () => {
  let reset = () => {};
  const port = await server({
    onSocket: (socket) => {
      reset = () => socket.resetAndDestroy();
    },
  });
  const { signal } = new AbortController();
  const options = { env: {}, clock: systemClock, timeoutMs: 600_000, signal };
  const steps = probe(new URL(`https://127.0.0.1:${port}/v1`), options);
  expect(
    await uncaughtBy(async () => {
      expect(await steps.next()).toMatchObject({
        value: { name: 'tcp', found: expect.any(String) },
      });
      reset();
    }),
  ).toEqual([]);
  // It does not wait for the timeout.
  expect(await steps.next()).toMatchObject({ value: { name: 'tls', error: expect.any(Error) } });
});

test('probe measures the time of each step', async () => {
  let now = 1000;
  const clock: Clock = {
    now: () => {
      now += 5;
      return now;
    },
    sleep: systemClock.sleep,
  };
  const port = await server({ greeting: 'hello, this is no TLS' });
  const steps = await probed(`https://127.0.0.1:${port}/v1`, { clock });
  expect(steps.map(({ name, ms }) => [name, ms])).toEqual([
    ['tcp', 5],
    ['tls', 5],
  ]);
});

test('probe connects only to the proxy if a proxy is set', async () => {
  const port = await server({ reply: 'HTTP/1.1 200 OK\r\n\r\n' });
  const env = { HTTP_PROXY: `http://127.0.0.1:${port}` };
  expect(await stepsTo('http://service.invalid/v1', { env })).toEqual([
    ['proxy', `http://127.0.0.1:${port}`],
  ]);
});

describe('the last step of a probe', () => {
  test('reports an unknown host name', async () => {
    expect(await stepsTo('https://service.invalid/v1')).toEqual([
      ['dns', expect.stringMatching(/service\.invalid/)],
    ]);
  });

  test('reports a proxy that refuses the tunnel', async () => {
    const port = await server({ reply: 'HTTP/1.1 403 No\r\ncontent-length: 0\r\n\r\n' });
    const env = { HTTPS_PROXY: `http://127.0.0.1:${port}` };
    expect(await stepsTo('https://service.invalid/v1', { env })).toEqual([
      ['proxy', 'the proxy responded with 403'],
    ]);
  });

  test('reports a server that does not use TLS', async () => {
    const port = await server({ greeting: 'hello, this is no TLS' });
    expect(await stepsTo(`https://127.0.0.1:${port}/v1`)).toEqual([
      ['tcp', `127.0.0.1, port ${port}`],
      ['tls', expect.stringMatching(/wrong version|packet|SSL/i)],
    ]);
  });

  test('reports a timeout', async () => {
    const port = await server();
    let waits = 0;
    const clock: Clock = {
      now: systemClock.now,
      async sleep(_, signal) {
        waits += 1;
        if (waits === 1) await systemClock.sleep(600_000, signal);
      },
    };
    expect(await stepsTo(`https://127.0.0.1:${port}/v1`, { clock, timeoutMs: 80 })).toEqual([
      ['tcp', `127.0.0.1, port ${port}`],
      ['tls', 'no response within 0.08 s'],
    ]);
  });
});

test('probe throws the abort reason if it is interrupted during a step', async () => {
  const interruption = new AbortController();
  const reason = new Error('interrupted');
  // The first bytes are a TLS handshake, which the server does not answer.
  const port = await server({
    onSocket: (socket) => socket.once('data', () => interruption.abort(reason)),
  });
  const { signal } = interruption;
  await expect(stepsTo(`https://127.0.0.1:${port}/v1`, { signal })).rejects.toBe(reason);
});

test('probe throws the abort reason if it is interrupted before the first step', async () => {
  const reason = new Error('interrupted');
  const port = await server();
  const stopped = stepsTo(`http://127.0.0.1:${port}/v1`, { signal: AbortSignal.abort(reason) });
  await expect(stopped).rejects.toBe(reason);
});
