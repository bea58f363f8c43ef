// The way to a service, step by step. Encryption and the words of `doctor` are in test/e2e/doctor.test.ts.
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

/** The port of a server that says this to whoever connects, or speaks; closed with the test. */
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

test('an address is connected to; a name is looked up before', async () => {
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
])('for %s a proxy is asked for %s', async (url, target) => {
  const asked: string[] = [];
  const port = await server({
    reply: 'HTTP/1.1 403 No\r\ncontent-length: 0\r\n\r\n',
    onSocket: (socket) => socket.once('data', (bytes) => asked.push(String(bytes))),
  });
  await stepsTo(url, { env: { HTTP_PROXY: `http://127.0.0.1:${port}` } });
  expect(asked).toEqual([expect.stringContaining(`CONNECT ${target} HTTP/1.1\r\n`)]);
});

test('an IPv6 address is not looked up as a name', async () => {
  // Whether anything can be reached there depends on the machine.
  expect((await stepsTo('http://[::1]:1/v1')).map(([name]) => name)).toEqual(['tcp']);
});

test('the connection is closed in the end', async () => {
  let closed = () => {};
  const isClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const port = await server({ onSocket: (socket) => socket.resume().once('close', closed) });
  await stepsTo(`http://127.0.0.1:${port}/v1`);
  await isClosed;
});

/** What no code caught while this ran, and a few turns later. */
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

test('nothing is left: no timer, and no rejection that nobody handles', async () => {
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

test('a connection that breaks between two steps is no error of the first', async () => {
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
  // At once: nothing would come of waiting for the limit.
  expect(await steps.next()).toMatchObject({ value: { name: 'tls', error: expect.any(Error) } });
});

test('how long each step took', async () => {
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

test('through a proxy, which is all that is connected to', async () => {
  const port = await server({ reply: 'HTTP/1.1 200 OK\r\n\r\n' });
  const env = { HTTP_PROXY: `http://127.0.0.1:${port}` };
  expect(await stepsTo('http://service.invalid/v1', { env })).toEqual([
    ['proxy', `http://127.0.0.1:${port}`],
  ]);
});

describe('the step that fails is the last', () => {
  test('a name that nobody has', async () => {
    expect(await stepsTo('https://service.invalid/v1')).toEqual([
      ['dns', expect.stringMatching(/service\.invalid/)],
    ]);
  });

  test('a proxy that refuses', async () => {
    const port = await server({ reply: 'HTTP/1.1 403 No\r\ncontent-length: 0\r\n\r\n' });
    const env = { HTTPS_PROXY: `http://127.0.0.1:${port}` };
    expect(await stepsTo('https://service.invalid/v1', { env })).toEqual([
      ['proxy', 'the proxy responded with 403'],
    ]);
  });

  test('encryption where there is none', async () => {
    const port = await server({ greeting: 'hello, this is no TLS' });
    expect(await stepsTo(`https://127.0.0.1:${port}/v1`)).toEqual([
      ['tcp', `127.0.0.1, port ${port}`],
      ['tls', expect.stringMatching(/wrong version|packet|SSL/i)],
    ]);
  });

  test('an answer that does not come in time', async () => {
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

test('an interruption while a step waits is thrown', async () => {
  const interruption = new AbortController();
  const reason = new Error('interrupted');
  // The first bytes are those of TLS, which gets no answer.
  const port = await server({
    onSocket: (socket) => socket.once('data', () => interruption.abort(reason)),
  });
  const { signal } = interruption;
  await expect(stepsTo(`https://127.0.0.1:${port}/v1`, { signal })).rejects.toBe(reason);
});

test('an interruption is thrown', async () => {
  const reason = new Error('interrupted');
  const port = await server();
  const stopped = stepsTo(`http://127.0.0.1:${port}/v1`, { signal: AbortSignal.abort(reason) });
  await expect(stopped).rejects.toBe(reason);
});
