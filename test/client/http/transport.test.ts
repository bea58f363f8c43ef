// How one attempt ends: how far a failed attempt got decides whether it can be retried.
import { getEventListeners } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bodyLimit } from '../../../src/client/http/body';
import { openConnection } from '../../../src/client/http/connection';
import { type HttpResponse, TransportFailure } from '../../../src/client/http/exchange';
import { attemptRequest, transportFailure } from '../../../src/client/http/transport';
import { heldTimers } from '../../support/held-timers';

const error = (message: string, facts: object = {}) => Object.assign(new Error(message), facts);
const begun = { status: 200, headers: {}, body: Buffer.from('{') };

const cutOff = 'the connection was closed before the end of the response';

describe('transportFailure', () => {
  test.each<[unknown, partial: boolean, kind: string, message: string]>([
    [error('closing', { code: 'EPROTOTYPE', syscall: 'write' }), false, 'reset', 'closing'],
    [error('no HTTP', { name: 'HTTPParserError' }), false, 'malformed', 'no HTTP'],
    [error('(Invalid EOF state)', { name: 'HTTPParserError' }), true, 'truncated', cutOff],
    [error('short', { code: 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' }), true, 'truncated', cutOff],
    [error('large', { code: 'UND_ERR_HEADERS_OVERFLOW' }), false, 'malformed', 'large'],
    [error('no gzip', { code: 'Z_DATA_ERROR' }), true, 'malformed', 'no gzip'],
    [error('no brotli', { code: 'ERR__ERROR_FORMAT_PADDING_1' }), true, 'malformed', 'no brotli'],
    [error('no brotli', { code: 'ERR_BROTLI_INVALID' }), true, 'malformed', 'no brotli'],
    [error('other side closed', { code: 'UND_ERR_SOCKET' }), true, 'truncated', cutOff],
    [
      error('other side closed', { code: 'UND_ERR_SOCKET' }),
      false,
      'reset',
      'the connection was closed',
    ],
    [error('broken', { code: 'ECONNABORTED', syscall: 'read' }), true, 'reset', 'broken'],
    [error('pipe', { code: 'EPIPE', syscall: 'write' }), true, 'reset', 'pipe'],
    [error('', { code: 'ETIMEDOUT' }), false, 'reset', 'ETIMEDOUT'],
    [error('nothing known'), true, 'reset', 'nothing known'],
    [error(''), true, 'reset', ''],
    ['no error at all', false, 'reset', 'no error at all'],
    [new AggregateError([error('first'), error('second')]), false, 'reset', 'first'],
    [new AggregateError([], 'of nothing'), false, 'reset', 'of nothing'],
  ])(
    'maps the error "%s" (response started: %s) to the kind %s',
    (cause, hasBegun, kind, message) => {
      const partial = hasBegun ? begun : undefined;
      const failure = transportFailure(cause, partial);
      expect(failure).toMatchObject({ name: 'TransportFailure', kind, message, cause });
      expect(failure.partial).toBe(partial);
    },
  );

  test('returns a TransportFailure unchanged', () => {
    const failure = new TransportFailure('timeout', 'late');
    expect(transportFailure(failure, begun)).toBe(failure);
  });
});

/** One attempt at a server that calls `say`. */
async function attempted(
  say: (socket: Socket) => void,
  options: Partial<Parameters<typeof attemptRequest>[2]> = {},
  headers: Record<string, string> = {},
) {
  const url = await serverSaying(say);
  const connection = await openConnection(url, {}, { connections: 1, timeoutMs: 600_000 });
  return attemptRequest(
    connection,
    { method: 'GET', url, headers },
    { timeoutMs: 600_000, ...options },
  ).catch((reason: unknown) => reason);
}

/** The URL of a server that calls `say` for each connection after the first bytes arrive. */
async function serverSaying(say: (socket: Socket, bytes: Buffer) => void, scheme = 'http') {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (bytes) => say(socket, bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return new URL(`${scheme}://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`);
}

const answer =
  (body: string, length = body.length) =>
  (socket: Socket) =>
    socket.write(`HTTP/1.1 200 Fine\r\ncontent-length: ${length}\r\n\r\n${body}`);

test('attemptRequest returns the status, reason phrase, headers and body', async () => {
  expect(await attempted(answer('text'))).toEqual({
    status: 200,
    reason: 'Fine',
    headers: { 'content-length': '4' },
    body: Buffer.from('text'),
  });
});

test('attemptRequest calls onChunk for each chunk of the body', async () => {
  const told: string[] = [];
  const onChunk = ({ status, chunk }: { status: number; chunk: Buffer }) =>
    void told.push(`${status} ${chunk}`);
  await attempted(answer('text'), { onChunk });
  expect(told).toEqual(['200 text']);
});

test('attemptRequest throws the abort reason if the signal is already aborted', async () => {
  const reason = new Error('stopped before');
  expect(await attempted(answer('text'), { signal: AbortSignal.abort(reason) })).toBe(reason);
});

test('attemptRequest throws the abort reason if the signal is aborted during the attempt', async () => {
  const stopper = new AbortController();
  const reason = new Error('stopped meanwhile');
  const say = () => stopper.abort(reason);
  expect(await attempted(say, { signal: stopper.signal })).toBe(reason);
});

test('attemptRequest removes its abort listener before it ends', async () => {
  const { signal } = new AbortController();
  await attempted(answer('text'), { signal });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

describe('attemptRequest', () => {
  /** Sends `length` bytes of `announced`; the last byte differs. */
  const sending = (length: number, announced: number) => (socket: Socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${announced}\r\n\r\n`);
    socket.write(Buffer.alloc(length - 1));
    socket.write('!');
  };
  const more = bodyLimit + 300_000;

  test.each<[what: string, sent: number, announced: number, drainBytes: number | undefined]>([
    ['only up to the limit by default', bodyLimit + 1, 2 * bodyLimit, undefined],
    ['up to drainBytes', more, 2 * bodyLimit, more - 1],
    ['to its end if drainBytes is at least the length of the body', more, more, more],
  ])('reads a body over 10 MiB %s', async (_, sent, announced, drainBytes) => {
    let last: Buffer = Buffer.alloc(0);
    const onChunk = ({ chunk }: { chunk: Buffer }) => {
      last = chunk;
    };
    const failure = await attempted(sending(sent, announced), { drainBytes, onChunk });
    expect(failure).toMatchObject({
      kind: 'too_large',
      message: 'too large',
      partial: { status: 200 },
    });
    if (drainBytes !== undefined) expect(last.subarray(-1).toString()).toBe('!');
  });

  test('accepts a body of exactly 10 MiB', async () => {
    const whole = await attempted((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${bodyLimit}\r\n\r\n`);
      socket.write(Buffer.alloc(bodyLimit, 'x'));
    });
    expect((whole as HttpResponse).body).toHaveLength(bodyLimit);
  });
});

test('attemptRequest receives large bodies of concurrent requests one after the other', async () => {
  // More than one read from a socket returns.
  const size = 6 * 1024 * 1024;
  const url = await serverSaying((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\nconnection: close\r\n\r\n`);
    socket.end(Buffer.alloc(size));
  });
  const connection = await openConnection(url, {}, { connections: 3, timeoutMs: 600_000 });
  const order: number[] = [];
  const all = [0, 1, 2].map(async (index) => {
    let arrived = 0;
    const onChunk = ({ chunk }: { chunk: Buffer }) => {
      arrived += chunk.length;
      // Near the end, only the body whose turn it is gets data.
      if (arrived > size / 2 + 128 * 1024) order.push(index);
    };
    const options = { timeoutMs: 600_000, onChunk };
    const { body } = await attemptRequest(connection, { method: 'GET', url, headers: {} }, options);
    return body.length;
  });
  expect(await Promise.all(all)).toEqual([size, size, size]);
  const turns = order.filter((index, at) => index !== order[at - 1]);
  expect(turns).toHaveLength(3);
});

test('attemptRequest uses TLS to connect to an HTTPS service', async () => {
  const first = await new Promise<Buffer>((resolve) => {
    void serverSaying((socket, bytes) => {
      resolve(bytes);
      socket.destroy();
    }, 'https').then(async (url) => {
      const connection = await openConnection(url, {}, { connections: 1, timeoutMs: 600_000 });
      const outgoing = { method: 'GET', url, headers: {} } as const;
      await attemptRequest(connection, outgoing, { timeoutMs: 600_000 }).catch(() => {});
    });
  });
  // A TLS handshake record.
  expect(first[0]).toBe(0x16);
});

test('attemptRequest does not change an error about an invalid argument', async () => {
  const fault = await attempted(answer('text'), {}, { name: 'no\nheader' });
  expect(fault).toMatchObject({ name: 'InvalidArgumentError' });
});

test.each([
  ['does not respond', undefined],
  ['sends only part of the body', 'te'],
])('attemptRequest times out if the service %s', async (_, partial) => {
  const timers = heldTimers(60_000);
  const pass = () => {
    for (const end of timers.values()) end();
  };
  const failure = await attempted(partial === undefined ? pass : answer(partial, 4), {
    timeoutMs: 60_000,
    onChunk: () => void setImmediate(pass),
  });
  expect(failure).toMatchObject({ kind: 'timeout', message: 'no complete response within 60 s' });
  expect((failure as TransportFailure).partial?.body.toString()).toBe(partial);
});

test('attemptRequest rejects a response that switches to a different protocol', async () => {
  let closed = () => {};
  const isClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const say = (socket: Socket) => {
    socket.resume().once('close', closed);
    socket.write('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n');
  };
  expect(await attempted(say)).toMatchObject({
    kind: 'malformed',
    message: 'it switches to another protocol',
  });
  await isClosed;
});

describe('attemptRequest', () => {
  const framings = {
    'content-length: 9': 'text',
    'transfer-encoding: chunked': '9\r\ntext',
    'x-until: the connection ends': 'text',
  };
  const ends: Record<string, (socket: Socket) => unknown> = {
    FIN: (socket) => socket.end(),
    RST: (socket) => socket.resetAndDestroy(),
  };
  const rows = ['1.0', '1.1'].flatMap((version) =>
    ['close', 'keep-alive'].flatMap((kept) =>
      Object.entries(framings).flatMap(([framing, body]) =>
        Object.keys(ends).map((end) => ({ version, kept, framing, body, end })),
      ),
    ),
  );
  test.each(rows)(
    'detects whether a body is complete (HTTP/$version, connection: $kept, $framing, closed by $end)',
    async (row) => {
      const { version, kept, framing, body, end } = row;
      // Ends the connection after its first bytes have arrived, so that a reset does not overtake them.
      let socket: Socket | undefined;
      const received = await attempted(
        (one) => {
          socket = one;
          one.write(`HTTP/${version} 200 OK\r\nconnection: ${kept}\r\n${framing}\r\n\r\n${body}`);
        },
        { onChunk: () => void (socket && ends[end]?.(socket)) },
      );
      const isWhole = framing.startsWith('x-until') && end === 'FIN';
      const kind = end === 'RST' ? 'reset' : 'truncated';
      if (isWhole) expect(received).toMatchObject({ status: 200, body: Buffer.from('text') });
      else expect(received).toMatchObject({ kind, partial: { body: Buffer.from('text') } });
    },
  );
});
