// The way to a service, step by step. Encryption and the words of `doctor` are in test/e2e/doctor.test.ts.
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ProbeStep, probe } from '../../../src/client/http/probe';
import { systemClock } from '../../../src/lib/runtime';

interface Way {
  env?: Record<string, string>;
  timeoutMs?: number;
  signal?: AbortSignal;
}

async function stepsTo(url: string, { env = {}, timeoutMs = 10_000, signal }: Way = {}) {
  const steps: ProbeStep[] = [];
  const options = {
    env,
    clock: systemClock,
    timeoutMs,
    signal: signal ?? new AbortController().signal,
  };
  for await (const step of probe(new URL(url), options)) steps.push(step);
  return steps.map(({ name, found, error }) => [name, found ?? error?.message]);
}

/** The port of a server that says this to whoever connects, or speaks; closed with the test. */
async function server({ greeting = '', reply = '' } = {}): Promise<number> {
  const listening = createServer((socket) => {
    socket.on('error', () => {});
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
      ['proxy', 'the proxy answered 403'],
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
    expect(await stepsTo(`https://127.0.0.1:${port}/v1`, { timeoutMs: 80 })).toEqual([
      ['tcp', `127.0.0.1, port ${port}`],
      ['tls', 'no answer within 0.08 s'],
    ]);
  });
});

test('an interruption is thrown', async () => {
  const reason = new Error('interrupted');
  const port = await server();
  const stopped = stepsTo(`http://127.0.0.1:${port}/v1`, { signal: AbortSignal.abort(reason) });
  await expect(stopped).rejects.toBe(reason);
});
