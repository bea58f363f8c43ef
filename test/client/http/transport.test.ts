// What one attempt ends with: how far a failed one got decides whether it may be repeated.
import { createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openConnection } from '../../../src/client/http/connection';
import { TransportFailure } from '../../../src/client/http/failure';
import { attempt, failureOf } from '../../../src/client/http/transport';

const error = (message: string, facts: object = {}) => Object.assign(new Error(message), facts);
const begun = { status: 200, headers: {}, body: Buffer.from('{') };

describe('what an error of the connection means', () => {
  test.each<[unknown, partial: boolean, kind: string, message: string]>([
    [error('refused', { code: 'ECONNREFUSED', syscall: 'connect' }), false, 'unreached', 'refused'],
    [
      error('no host', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }),
      false,
      'unreached',
      'no host',
    ],
    [error('old', { code: 'CERT_HAS_EXPIRED' }), false, 'unreached', 'old'],
    [error('own', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), false, 'unreached', 'own'],
    [error('own', { code: 'SELF_SIGNED_CERT_IN_CHAIN' }), false, 'unreached', 'own'],
    [error('who', { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }), false, 'unreached', 'who'],
    [error('name', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }), false, 'unreached', 'name'],
    [error('old', { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }), false, 'unreached', 'old'],
    [error('field', { code: 'ERROR_IN_CERT_NOT_BEFORE_FIELD' }), false, 'unreached', 'field'],
    [error('tls', { code: 'EPROTO' }), false, 'unreached', 'tls'],
    [error('closing', { code: 'EPROTOTYPE', syscall: 'write' }), false, 'reset', 'closing'],
    [error('no HTTP', { code: 'HPE_INVALID_CONSTANT' }), false, 'malformed', 'no HTTP'],
    [error('no gzip', { code: 'Z_DATA_ERROR' }), true, 'malformed', 'no gzip'],
    [error('no brotli', { code: 'ERR__ERROR_FORMAT_PADDING_1' }), true, 'malformed', 'no brotli'],
    [error('no brotli', { code: 'ERR_BROTLI_INVALID' }), true, 'malformed', 'no brotli'],
    [error('closed', { code: 'ECONNRESET' }), true, 'truncated', 'closed'],
    [error('closed', { code: 'ECONNRESET' }), false, 'reset', 'closed'],
    [error('broken', { code: 'ECONNRESET', syscall: 'read' }), true, 'reset', 'broken'],
    [error('pipe', { code: 'EPIPE', syscall: 'write' }), true, 'reset', 'pipe'],
    [error('', { code: 'ETIMEDOUT' }), false, 'reset', 'ETIMEDOUT'],
    [error('nothing known'), true, 'reset', 'nothing known'],
    [error(''), true, 'reset', ''],
    ['no error at all', false, 'reset', 'no error at all'],
    [
      new AggregateError([
        error('first', { code: 'ECONNREFUSED', syscall: 'connect' }),
        error('second'),
      ]),
      false,
      'unreached',
      'first',
    ],
    [new AggregateError([], 'of nothing'), false, 'reset', 'of nothing'],
  ])('%s, answer begun: %s: %s', (cause, hasBegun, kind, message) => {
    const partial = hasBegun ? begun : undefined;
    const failure = failureOf(cause, partial);
    expect(failure).toMatchObject({ name: 'TransportFailure', kind, message, cause });
    expect(failure.partial).toBe(partial);
  });

  test('one that is understood already stays what it is', () => {
    const failure = new TransportFailure('timeout', 'late');
    expect(failureOf(failure, begun)).toBe(failure);
  });
});

/** One attempt at a server that says this. */
async function attempted(
  say: (socket: Socket) => void,
  options: Partial<Parameters<typeof attempt>[2]> = {},
  headers: Record<string, string> = {},
) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => say(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const url = new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`);
  const connection = await openConnection(url, {}, 1);
  return attempt(
    connection,
    { method: 'GET', url, headers },
    { timeoutMs: 10_000, ...options },
  ).catch((reason: unknown) => reason);
}

const answer =
  (body: string, length = body.length) =>
  (socket: Socket) =>
    socket.write(`HTTP/1.1 200 Fine\r\ncontent-length: ${length}\r\n\r\n${body}`);

test('a whole answer: its status, words, headers and body', async () => {
  expect(await attempted(answer('text'))).toEqual({
    status: 200,
    reason: 'Fine',
    headers: { 'content-length': '4' },
    body: Buffer.from('text'),
  });
});

test('each piece of a body is told as it arrives', async () => {
  const told: string[] = [];
  const onChunk = ({ status, chunk }: { status: number; chunk: Buffer }) =>
    void told.push(`${status} ${chunk}`);
  await attempted(answer('text'), { onChunk });
  expect(told).toEqual(['200 text']);
});

test('a signal that is aborted already is what is thrown', async () => {
  const reason = new Error('stopped before');
  expect(await attempted(answer('text'), { signal: AbortSignal.abort(reason) })).toBe(reason);
});

test('a fault of the tool’s own is no failure of the network', async () => {
  const fault = await attempted(answer('text'), {}, { name: 'no\nheader' });
  expect(fault).toBeInstanceOf(TypeError);
});

test.each([
  ['no byte', () => {}, undefined],
  ['a part of the body', answer('te', 4), 'te'],
] as const)('no whole answer in time, after %s', async (_, say, partial) => {
  const failure = await attempted(say, { timeoutMs: 60 });
  expect(failure).toMatchObject({ kind: 'timeout', message: 'no whole answer within 0.06 s' });
  expect((failure as TransportFailure).partial?.body.toString()).toBe(partial);
});

test('a switch to another protocol is no answer', async () => {
  const say = (socket: Socket) =>
    socket.write('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n');
  expect(await attempted(say)).toMatchObject({
    kind: 'malformed',
    message: 'status 101 switches to another protocol',
  });
});
