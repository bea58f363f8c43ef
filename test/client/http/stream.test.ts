// A lookup log from the socket to its consumer: no byte is lost or moved, however the log is split and however long the
// consumer holds each piece.
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { endpoints } from '../../../src/api/endpoints';
import { bodyLimit } from '../../../src/client/http/body';
import { openConnection } from '../../../src/client/http/connection';
import { Service } from '../../../src/client/http/service';
import { attemptStream, IdleTimeout } from '../../../src/client/http/stream';
import { heldTimers, onRead, passOnce } from '../../support/held-timers';

const log = Buffer.from(
  Array.from({ length: 60_000 }, (_, n) => `2026-01-01T00:00:00Z,row ${n}\n`).join(''),
);

/** A client of a service that calls `say` for each connection. */
async function serviceSaying(
  say: (socket: Socket, asked: string) => Promise<void>,
  {
    timeoutMs = 10_000,
    isProxy = false,
    trace,
  }: { timeoutMs?: number; isProxy?: boolean; trace?: (line: string) => void } = {},
) {
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.once('data', (asked) => {
      const text = String(asked);
      if (!text.startsWith('CONNECT')) return void say(socket, text);
      // A proxy gets a CONNECT request first; the service then answers through the tunnel.
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.once('data', (more) => void say(socket, String(more)));
    });
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  let time = 0;
  return new Service({
    baseUrl: new URL(isProxy ? 'http://service.invalid/v1' : `http://127.0.0.1:${port}/v1`),
    env: isProxy ? { HTTP_PROXY: `http://127.0.0.1:${port}` } : {},
    clock: {
      now: () => {
        time += 3;
        return time;
      },
      sleep: async () => {},
    },
    timeoutMs,
    trace,
  });
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Sends the bytes in pieces of this size, one at a time. */
async function sendIn(socket: Socket, bytes: Buffer, size: number): Promise<void> {
  for (let from = 0; from < bytes.length; from += size) {
    const piece = bytes.subarray(from, from + size);
    await new Promise<void>((resolve) => socket.write(piece, () => resolve()));
    await turn();
  }
}

/** Reads the log; the consumer holds each piece for `hold` turns of the event loop before it copies the piece. */
async function taken(service: Service, hold: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let isHolding = false;
  const keep = async (bytes: Buffer) => {
    expect(isHolding, 'given more while it holds a piece').toBe(false);
    isHolding = true;
    for (let n = 0; n < hold; n += 1) await turn();
    isHolding = false;
    pieces.push(Buffer.from(bytes));
  };
  await service.stream(
    endpoints.lookupLog,
    { parameters: { key: 'k' } },
    {
      begin: () => undefined,
      chunk: (bytes) => {
        if (hold > 0) return keep(bytes);
        pieces.push(Buffer.from(bytes));
        return undefined;
      },
    },
  );
  return Buffer.concat(pieces);
}

const framings: Record<string, (socket: Socket, size: number) => Promise<void>> = {
  async 'content-length'(socket, size) {
    const head = `HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\ncontent-length: ${log.length}\r\n\r\n`;
    await sendIn(socket, Buffer.concat([Buffer.from(head), log]), size);
  },
  async 'chunked transfer encoding'(socket, size) {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\ntransfer-encoding: chunked\r\n\r\n');
    const parts: Buffer[] = [];
    for (let from = 0, length = 1; from < log.length; from += length) {
      length = (length * 7919 + 13) % 50_021;
      const part = log.subarray(from, from + length);
      if (part.length === 0) continue;
      parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
    }
    await sendIn(socket, Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]), size);
  },
  async 'the end of the connection'(socket, size) {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\nconnection: close\r\n\r\n');
    await sendIn(socket, log, size);
    socket.end();
  },
};

describe.each(Object.entries(framings))('a lookup log whose length is given by %s', (_, say) => {
  test.each([
    ['in one piece to a fast consumer', log.length * 2, 0],
    ['in one piece to a slow consumer', log.length * 2, 3],
    ['in small pieces to a fast consumer', 1_400, 0],
    ['in small pieces to a slow consumer', 1_400, 2],
    ['in large pieces to a slow consumer', 200_000, 5],
  ])('reaches the consumer unchanged (sent: %s)', async (_name, size, hold) => {
    const service = await serviceSaying((socket) => say(socket, size));
    expect((await taken(service, hold)).equals(log)).toBe(true);
  });
});

test.each([
  ['a fast consumer', 0],
  ['a slow consumer', 2],
])('a lookup log that arrives through a proxy reaches %s unchanged', async (_, hold) => {
  const framed = framings['content-length'];
  const service = await serviceSaying((socket) => framed?.(socket, 30_000) ?? turn(), {
    isProxy: true,
  });
  expect((await taken(service, hold)).equals(log)).toBe(true);
});

test('a lookup log request accepts the log as CSV and errors as JSON', async () => {
  let asked = '';
  const service = await serviceSaying(async (socket, text) => {
    asked = text;
    socket.write(head(0));
  });
  await taken(service, 0);
  expect(asked).toMatch(/^GET \/v1\/keys\/k\/lookups\S* HTTP\/1.1\r\n/);
  expect(asked).toContain('\r\naccept: text/csv, application/json\r\n');
});

test('a stream parses headers that arrive byte by byte', async () => {
  const service = await serviceSaying(async (socket) => {
    const head = `HTTP/1.1 200 OK\r\nx-filler: ${'y'.repeat(40)}\r\ncontent-type: text/csv\r\ncontent-length: 6\r\n\r\n`;
    await sendIn(socket, Buffer.from(head), 1);
    socket.write('row,1\n');
  });
  expect(String(await taken(service, 0))).toBe('row,1\n');
});

test('a stream combines chunks of one byte that arrive together', async () => {
  const said = '2026-01-01T00:00:00Z,row\n'.repeat(400);
  const service = await serviceSaying(async (socket) => {
    const chunks = Array.from(said, (byte) => `1\r\n${byte}\r\n`).join('');
    const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\ntransfer-encoding: chunked\r\n\r\n';
    socket.write(`${head}${chunks}0\r\n\r\n`);
  });
  const pieces: string[] = [];
  const chunk = (bytes: Uint8Array) => void pieces.push(String(Buffer.from(bytes)));
  const consumer = { begin: () => undefined, chunk };
  await service.stream(endpoints.lookupLog, { parameters: { key: 'k' } }, consumer);
  expect(pieces.join('')).toBe(said);
  expect(pieces.length).toBeLessThan(said.length / 100);
});

test('a stream reports the error in a response that arrives in many chunks', async () => {
  const message = 'behind a long member';
  const words = Array.from({ length: 5_000 }, (_, n) => `word${n}`).join(' ');
  const body = Buffer.from(JSON.stringify({ words, code: 4008, message }));
  const service = await serviceSaying(async (socket) => {
    socket.write(
      `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    await sendIn(socket, body, 1_000);
  });
  await expect(taken(service, 0)).rejects.toMatchObject({ code: 'api_error', message });
});

test("a stream fails with the consumer's error, whether the consumer throws the error or rejects with it", async () => {
  for (const later of [false, true]) {
    const service = await serviceSaying((socket) =>
      sendIn(socket, Buffer.concat([Buffer.from(head(log.length)), log]), 10_000),
    );
    const failing = service.stream(
      endpoints.lookupLog,
      { parameters: { key: 'k' } },
      {
        begin: () => undefined,
        chunk: () => {
          if (!later) throw new RangeError('full');
          return turn().then(() => Promise.reject(new RangeError('full')));
        },
      },
    );
    await expect(failing).rejects.toThrow('full');
  }
});

/** Streams a log of three rows. Calls `during` while the consumer holds a row, and `between` before the next row is sent. */
async function rowByRow({ during = () => {}, between = () => {} }) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let client: Socket | undefined;
  const service = await serviceSaying(
    async (socket) => {
      client = socket;
      socket.write(`${head(12)}a,b\n`);
    },
    { timeoutMs: 1000 },
  );
  const pieces: string[] = [];
  await service.stream(
    endpoints.lookupLog,
    { parameters: { key: 'k' } },
    {
      begin: () => undefined,
      chunk: async (bytes) => {
        pieces.push(String(bytes));
        during();
        if (pieces.length === 3) return;
        setImmediate(() => {
          between();
          client?.write('a,b\n');
        });
      },
    },
  );
  return pieces;
}

test.each([
  ['a slow consumer', { during: pass(5000) }],
  ['several short pauses between bytes', { between: pass(900) }],
  ['a slow consumer and short pauses between bytes', { during: pass(900), between: pass(900) }],
])('a stream does not time out because of %s', async (_, when) => {
  expect(await rowByRow(when)).toEqual(['a,b\n', 'a,b\n', 'a,b\n']);
});

test('a stream times out after a long pause between bytes', async () => {
  await expect(rowByRow({ between: pass(1000) })).rejects.toMatchObject({ code: 'timeout' });
});

function pass(ms: number): () => void {
  return () => void vi.advanceTimersByTime(ms);
}

test('a stream stops its timers before it ends', async () => {
  const timeoutMs = 1_234_567;
  const timers = heldTimers(timeoutMs);
  let during = 0;
  const service = await serviceSaying(
    async (socket) => {
      during = timers.size;
      socket.write(`${head(4)}a,b\n`);
    },
    { timeoutMs },
  );
  await taken(service, 0);
  expect([during, timers.size]).toEqual([1, 0]);
});

/** What the consumer receives if the service sends these responses in turn. */
async function toldBy(answers: readonly ((socket: Socket) => void)[]) {
  let count = 0;
  const lines: string[] = [];
  const service = await serviceSaying(
    async (socket) => {
      answers[count]?.(socket);
      count += 1;
    },
    { trace: (line) => lines.push(line.replace(/ http:.*/, '')) },
  );
  const told: string[] = [];
  const consumer = {
    begin: () => void told.push('begin'),
    chunk: (bytes: Buffer) => void told.push(String(bytes)),
  };
  const outcome = await service
    .stream(endpoints.lookupLog, { parameters: { key: 'k' } }, consumer as never)
    .catch((error: unknown) => error);
  return { told, lines, outcome };
}

describe('a stream', () => {
  const saying = (text: string) => (socket: Socket) => void socket.end(text);
  const csv = 'HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\n';
  test.each<[what: string, answer: string, told: string[]]>([
    ['a log', `${head(4)}a,b\n`, ['begin', 'a,b\n']],
    ['a log without rows', head(0), ['begin']],
    [
      'a log with a content length whose last row has no line feed',
      `${head(3)}a,b`,
      ['begin', 'a,b'],
    ],
    [
      'a chunked log whose last row has no line feed',
      `${csv}transfer-encoding: chunked\r\n\r\n3\r\na,b\r\n0\r\n\r\n`,
      ['begin', 'a,b'],
    ],
  ])('passes %s to the consumer', async (_, answer, expected) => {
    const { told, outcome } = await toldBy([saying(answer)]);
    expect([told, outcome]).toEqual([expected, undefined]);
  });

  test('calls begin() a second time if the first attempt is interrupted', async () => {
    const { told, lines, outcome } = await toldBy([
      saying(`${head(9)}a,b\n`),
      saying(`${head(4)}c,d\n`),
    ]);
    expect([told, outcome]).toEqual([['begin', 'a,b\n', 'begin', 'c,d\n'], undefined]);
    expect(lines).toEqual([
      '> GET',
      '< truncated: the connection was closed before the end of the response',
      expect.stringMatching(
        /^\* the connection was closed before the end of the response; retry in \d+ ms$/,
      ),
      '> GET',
      '< 200, 3 ms',
    ]);
  });

  test.each([
    ['a JSON array', 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n[]\n'],
    ['JSON sent as CSV', `${csv}content-length: 13\r\n\r\n{"code":2000}`],
    ['a web page sent as CSV', `${csv}content-length: 4\r\n\r\n<p>\n`],
    ['a log with another status', 'HTTP/1.1 404 No\r\ncontent-type: text/csv\r\n\r\na,b\n'],
  ])('does not pass data from %s to the consumer', async (_, answer) => {
    const { told, outcome } = await toldBy([saying(answer)]);
    expect(told).toEqual([]);
    expect(outcome).toMatchObject({ code: 'invalid_response', reason: 'not_the_service' });
  });

  test.each([
    ['before the response', '', { reason: 'connection_broke', status: undefined }],
    ['in the middle of the log', `${head(9)}a,b\n`, { reason: 'answer_cut_off', status: 200 }],
  ])('fails if every connection ends %s', async (_, answer, error) => {
    const { outcome } = await toldBy(Array(4).fill(saying(answer)));
    expect(outcome).toMatchObject(error);
  });

  test('does not pass data to the consumer if the response is empty and has no content length', async () => {
    const nothing = saying(`${csv}connection: close\r\n\r\n`);
    const { told, outcome } = await toldBy([nothing, nothing, nothing, nothing]);
    expect(told).toEqual([]);
    expect(outcome).toMatchObject({ reason: 'answer_cut_off' });
  });
});

test('a stream fails with the error from begin() if begin() rejects', async () => {
  for (const answer of [`${head(4)}a,b\n`, head(0)]) {
    const lines: string[] = [];
    const service = await serviceSaying(async (socket) => void socket.write(answer), {
      trace: (line) => lines.push(line),
    });
    const failing = service.stream(
      endpoints.lookupLog,
      { parameters: { key: 'k' } },
      { begin: () => Promise.reject(new RangeError('full')), chunk: () => undefined },
    );
    await expect(failing).rejects.toThrow(new RangeError('full'));
    expect(lines).toEqual([expect.stringMatching(/^> GET /)]);
  }
});

test('a stream accepts a complete log even if the connection breaks before the consumer has processed all data', async () => {
  let broken = () => {};
  const isBroken = new Promise<void>((resolve) => {
    broken = resolve;
  });
  let client: Socket | undefined;
  const service = await serviceSaying(async (socket) => {
    client = socket.once('close', broken);
    socket.write(`${head(4)}a,b\n`);
  });
  let taken = '';
  await service.stream(
    endpoints.lookupLog,
    { parameters: { key: 'k' } },
    {
      begin: () => undefined,
      chunk: async (bytes) => {
        taken += String(bytes);
        client?.resetAndDestroy();
        await isBroken;
        for (let n = 0; n < 20; n += 1) await turn();
      },
    },
  );
  expect(taken).toBe('a,b\n');
});

test.each([true, false])(
  "a stream's timeout restarts after the headers and after each byte (the response is a log: %s)",
  async (isLog) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let client: Socket | undefined;
    const server = createServer((socket) => {
      client = socket.on('error', () => {});
      pass(900)();
      socket.write(head(3));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const url = new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
    const byte = isLog ? 'x' : '{';
    let left = 3;
    const next = () => {
      if (left === 0) return;
      left -= 1;
      setImmediate(() => {
        pass(900)();
        client?.write(byte);
      });
    };
    // The first bytes are the headers.
    vi.spyOn(IdleTimeout.prototype, 'received').mockImplementationOnce(function (
      this: IdleTimeout,
    ) {
      this.received();
      next();
    });
    onTestFinished(onRead('', next));
    onTestFinished(() => void vi.restoreAllMocks());
    const told: string[] = [];
    const answer = await attemptStream(
      await openConnection(url, {}, { connections: 1, timeoutMs: 600_000 }),
      { method: 'GET', url, headers: {} },
      {
        begin: () => undefined,
        chunk: async (bytes) => {
          told.push(String(bytes));
        },
      },
      { timeoutMs: 1000 },
    );
    expect(answer.taken).toBe(isLog);
    expect(isLog ? told.join('') : String(answer.body)).toBe(byte.repeat(3));
  },
);

test('a stream reports a broken connection only after the consumer has processed the chunk that it already received', async () => {
  let broken = () => {};
  const isBroken = new Promise<void>((resolve) => {
    broken = resolve;
  });
  const service = await serviceSaying(async (socket) => {
    socket.once('close', broken);
    socket.write(`${head(100)}a,b\n`, () => setImmediate(() => socket.resetAndDestroy()));
  });
  let isWorking = false;
  const reading = service.stream(
    endpoints.lookupLog,
    { parameters: { key: 'k' } },
    {
      begin: () => undefined,
      chunk: async () => {
        isWorking = true;
        await isBroken;
        for (let n = 0; n < 20; n += 1) await turn();
        isWorking = false;
      },
    },
  );
  await expect(reading).rejects.toMatchObject({ code: expect.stringMatching(/network|invalid/) });
  expect(isWorking).toBe(false);
});

test('a stream throws the abort reason if it is interrupted before or during the log', async () => {
  const reason = new Error('interrupted');
  for (const moment of ['before', 'in the middle']) {
    const interruption = new AbortController();
    const service = await serviceSaying(async (socket) => {
      socket.write(`${head(100)}a,b\n`);
    });
    if (moment === 'before') setImmediate(() => interruption.abort(reason));
    const reading = service.stream(
      endpoints.lookupLog,
      { parameters: { key: 'k' }, signal: interruption.signal },
      {
        begin: () => undefined,
        chunk: () => {
          interruption.abort(reason);
          return undefined;
        },
      },
    );
    await expect(reading).rejects.toBe(reason);
  }
});

function head(length: number): string {
  return `HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\ncontent-length: ${length}\r\n\r\n`;
}

test('a stream decompresses a log even if the request does not accept compression', async () => {
  const packed = gzipSync(log);
  const service = await serviceSaying(async (socket) => {
    socket.write(
      `HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`,
    );
    await sendIn(socket, packed, 5_000);
  });
  expect((await taken(service, 1)).equals(log)).toBe(true);
});

test.each([
  ['before the response', ''],
  ['in the middle of the log', `${head(100)}a,b\n`],
])('a stream times out if no byte arrives %s', async (_, text) => {
  const timeoutMs = 1_234_567;
  const timers = heldTimers(timeoutMs);
  const service = await serviceSaying(
    async (socket) => void socket.write(text, () => passOnce(timers)),
    { timeoutMs },
  );
  await expect(taken(service, 0)).rejects.toMatchObject({
    code: 'timeout',
    message: expect.stringContaining('no data for 1234.567 s'),
  });
});

test.each(['identity', 'gzip', 'unknown'])(
  'a request and a stream throw an error if a body with the content coding %s is cut off',
  async (coding) => {
    const service = await serviceSaying(async (socket) => {
      const head = `HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\nContent-Encoding: ${coding}\r\n`;
      socket.end(`${head}Content-Length: 9\r\nConnection: close\r\n\r\n2026`);
    });
    const call = { parameters: { key: 'ak_test' } };
    const consumer = { begin: () => undefined, chunk: () => undefined };
    await expect(service.stream(endpoints.lookupLog, call, consumer)).rejects.toMatchObject({
      code: 'invalid_response',
    });
    await expect(service.call(endpoints.keyDetails, call)).rejects.toMatchObject({
      code: 'invalid_response',
    });
  },
);

describe('a lookup log response', () => {
  const saying = (text: string) =>
    serviceSaying(async (socket) => {
      socket.end(text);
    });

  test.each<[what: string, answer: string, error: object]>([
    [
      'it is cut off in the middle of a row',
      'HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\nconnection: close\r\n\r\na,b\nc',
      {
        code: 'invalid_response',
        reason: 'answer_cut_off',
        message: expect.stringContaining('the connection was closed in the middle of a row'),
      },
    ],
    [
      'it is JSON',
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n{"code":2000,"result":{}}',
      {
        code: 'invalid_response',
        reason: 'not_the_service',
        status: 200,
        message: 'The response is JSON instead of the lookup log.',
      },
    ],
    [
      'it is JSON with another success status',
      'HTTP/1.1 201 OK\r\ncontent-type: text/csv\r\nconnection: close\r\n\r\n{"code":2000,"result":{}}',
      { code: 'invalid_response', reason: 'not_the_service', status: 201 },
    ],
    [
      'it is a web page sent as CSV',
      'HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\nconnection: close\r\n\r\n<html>',
      { code: 'invalid_response', reason: 'not_the_service' },
    ],
  ])('is rejected if %s', async (_, answer, error) => {
    const service = await saying(answer);
    await expect(taken(service, 0)).rejects.toMatchObject(error);
  });

  test('is rejected if it is an error whose body exceeds 10 MiB', async () => {
    const service = await serviceSaying(async (socket) => {
      socket.write(
        'HTTP/1.1 400 No\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n',
      );
      socket.end(Buffer.alloc(bodyLimit + 1, ' '));
    });
    await expect(taken(service, 0)).rejects.toMatchObject({
      code: 'invalid_response',
      message: expect.stringMatching(/^The response from .* is larger than 10 MiB\.$/),
      cause: expect.objectContaining({ message: 'too large' }),
    });
  });

  test('is accepted without a content type if its text looks like a lookup log', async () => {
    const service = await saying('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\na,b\n');
    expect(String(await taken(service, 0))).toBe('a,b\n');
  });

  test('is accepted if it has no entries', async () => {
    const service = await saying(
      'HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\ncontent-length: 0\r\n\r\n',
    );
    expect(String(await taken(service, 0))).toBe('');
  });
});
