// The faults in responses. A fault is { name, kind, spoil(random) }. `spoil` returns a function that receives the
// socket and the correct response, and writes the faulty response. There are three kinds: an `intact` response keeps
// its content, a client cannot read the content of a `broken` response, and an `other` response has different content,
// valid or not.
import { once } from 'node:events';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { httpText } from './wire.mjs';

const json = (text) => ({ status: 200, type: 'application/json', body: Buffer.from(text) });
const envelope = (result) => `{"result":${result},"code":2000,"message":"Success"}`;

/** Sends bytes, and then ends the connection or leaves it open. */
const sends =
  (bytes, end = true) =>
  (socket) => {
    socket.write(bytes);
    if (end) socket.end();
  };

const head = (lines) => `${lines.join('\r\n')}\r\n\r\n`;
const ok = 'HTTP/1.1 200 OK';
const type = 'Content-Type: application/json';
const upTo = (random, limit) => Math.floor(random() * limit);
const pick = (random, list) => list[upTo(random, list.length)];

/** Sends a different body in a valid HTTP response. */
const body = (name, make, kind = 'other') => ({
  name,
  kind,
  spoil: (random) => (socket, response) =>
    socket.write(httpText({ ...json(''), ...make(random, response) })),
});

/** Sends the correct body after different headers. */
const framed = (name, kind, lines) => ({
  name,
  kind,
  spoil: (random) => (socket, response) => {
    socket.write(
      head([
        `HTTP/1.1 ${response.status} OK`,
        `Content-Type: ${response.type}`,
        ...lines(random, response),
      ]),
    );
    socket.write(response.body);
    socket.end();
  },
});

/** A size in bytes that exceeds the maximum memory of a command. */
const large = 256 * 1024 * 1024;
const compressions = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync };
let bombs;

/**
 * Returns compressed spaces that take too much memory when a client decompresses them. Creates the compressed data only
 * once.
 */
function bomb(coding) {
  if (bombs === undefined) {
    const blanks = Buffer.alloc(large, 0x20);
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
    const gzip = gzipSync(blanks, { level: 1 });
    bombs = {
      gzip,
      deflate: deflateSync(blanks, { level: 1 }),
      br: brotliCompressSync(blanks, quality),
      'gzip, gzip': gzipSync(gzip),
    };
  }
  return bombs[coding];
}

/** Sends the correct response with an encoded body. `coding` is the value of Content-Encoding. */
const encoded = (name, kind, coding, encode) => ({
  name,
  kind,
  spoil: (random) => (socket, response) => {
    const headers = [`Content-Encoding: ${coding}`];
    socket.write(httpText({ ...response, body: encode(response.body, random) }, { headers }));
  },
});

/**
 * Sends `head`, then sends `piece` again and again until the command closes the connection or has received more than
 * its maximum memory.
 */
const endless = (name, head, piece) => ({
  name,
  kind: 'broken',
  timeout: '3',
  spoil: () => async (socket, response) => {
    socket.write(typeof head === 'string' ? head : head(response));
    const block = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    for (let sent = 0; sent < large && !socket.destroyed; sent += block.length) {
      if (!socket.write(block)) await Promise.race([once(socket, 'drain').catch(() => {}), closed]);
      await new Promise(setImmediate);
    }
    socket.destroy();
  },
});

const mebibyte = 1024 * 1024;

/** Returns a JSON document of 1 to 12 MiB that consists of one string, in an error or in a result. */
function hugeText(random) {
  const part = pick(random, [
    'x',
    '\x7f',
    '\u202e',
    'я',
    '🙂',
    '\\ud800',
    '\\u0001',
    'ak_0123456789 ',
  ]);
  const text = part.repeat(((1 + upTo(random, 12)) * mebibyte) / Buffer.byteLength(part));
  return Buffer.from(
    pick(random, [
      envelope(`"${text}"`),
      envelope(`{"id":"${text}"}`),
      `{"code":4006,"message":"${text}"}`,
    ]),
  );
}

export const responseFaults = [
  {
    name: 'reset after n bytes',
    kind: 'broken',
    spoil: (random) => (socket, response) => {
      const whole = httpText(response);
      socket.write(whole.subarray(0, upTo(random, whole.length)), () => socket.resetAndDestroy?.());
    },
  },
  {
    name: 'end after n bytes',
    kind: 'broken',
    spoil: (random) => (socket, response) => {
      const whole = httpText(response);
      socket.end(whole.subarray(0, upTo(random, whole.length)));
    },
  },
  {
    name: 'stall after n bytes',
    kind: 'broken',
    timeout: '0.5',
    spoil: (random) => (socket, response) => {
      const whole = httpText(response);
      socket.write(whole.subarray(0, upTo(random, whole.length)));
    },
  },
  {
    name: 'one byte at a time',
    kind: 'intact',
    spoil: () => async (socket, response) => {
      socket.setNoDelay?.(true);
      for (const [at, byte] of httpText(response).entries()) {
        if (socket.destroyed) return;
        socket.write(Buffer.of(byte));
        if (at % 8 === 0) await new Promise(setImmediate);
      }
    },
  },
  framed('Content-Length too large', 'broken', (random, { body: { length } }) => [
    `Content-Length: ${length + 1 + upTo(random, 100)}`,
  ]),
  framed('Content-Length too small', 'broken', (random, { body: { length } }) => [
    `Content-Length: ${upTo(random, length)}`,
  ]),
  framed('invalid Content-Length', 'broken', (random) => [
    `Content-Length: ${pick(random, ['-1', 'x', '0x10', '1e3', '99999999999999999999', '+5', '5 5', ''])}`,
  ]),
  framed('two Content-Length headers', 'broken', (random, { body: { length } }) => [
    `Content-Length: ${length}`,
    `Content-Length: ${length - 1 - upTo(random, 5)}`,
  ]),
  framed('Content-Length and chunks', 'broken', (_, { body: { length } }) => [
    `Content-Length: ${length}`,
    'Transfer-Encoding: chunked',
  ]),
  framed('no Content-Length, closed connection', 'intact', () => ['Connection: close']),
  {
    name: 'invalid chunks',
    kind: 'broken',
    spoil: (random) => (socket, response) => {
      const size = pick(random, ['zz', '-1', 'ffffffffffffffff', ' 5', '5;x=\0', '', '0x5', '1\n']);
      socket.write(head([ok, type, 'Transfer-Encoding: chunked']));
      socket.write(`${size}\r\n`);
      socket.write(response.body);
      socket.end('\r\n0\r\n\r\n');
    },
  },
  {
    name: 'chunks without a last chunk',
    kind: 'broken',
    spoil: () => (socket, response) => {
      socket.write(head([ok, `Content-Type: ${response.type}`, 'Transfer-Encoding: chunked']));
      socket.write(`${response.body.length.toString(16)}\r\n`);
      socket.write(response.body);
      socket.end('\r\n');
    },
  },
  {
    name: 'chunks with trailers',
    kind: 'intact',
    spoil: () => (socket, response) => {
      socket.write(
        head([
          `HTTP/1.1 ${response.status} OK`,
          `Content-Type: ${response.type}`,
          'Transfer-Encoding: chunked',
        ]),
      );
      for (let at = 0; at < response.body.length; at += 7) {
        const piece = response.body.subarray(at, at + 7);
        socket.write(`${piece.length.toString(16)};name=value\r\n`);
        socket.write(piece);
        socket.write('\r\n');
      }
      socket.write('0\r\nX-Trailer: yes\r\n\r\n');
    },
  },
  ...Object.entries(compressions).flatMap(([coding, compress]) => [
    encoded(`compressed as ${coding}`, 'intact', coding, compress),
    encoded(`cut off in ${coding}`, 'broken', coding, (body, random) => {
      const whole = compress(body);
      return whole.subarray(0, upTo(random, whole.length));
    }),
  ]),
  encoded('compressed as raw deflate', 'broken', 'deflate', (body) => deflateRawSync(body)),
  encoded('compressed twice', 'broken', 'gzip, br', (body) => brotliCompressSync(gzipSync(body))),
  ...['gzip', 'br', 'deflate', 'gzip, gzip'].map((coding) =>
    encoded(`decompression bomb in ${coding}`, 'broken', coding, () => bomb(coding)),
  ),
  framed('uncompressed, but declared as compressed', 'broken', (random, { body: { length } }) => [
    `Content-Length: ${length}`,
    `Content-Encoding: ${pick(random, ['gzip', 'br', 'deflate', 'zstd', 'compress', 'gzip, gzip', 'x', 'aws-chunked'])}`,
  ]),
  body('deep JSON', (random) => {
    const depth = 1000 + upTo(random, 200_000);
    return { body: Buffer.from(envelope('['.repeat(depth) + ']'.repeat(depth))) };
  }),
  body('huge JSON', (random) => ({
    body: hugeText(random),
  })),
  body('many values', (random) => ({
    body: Buffer.from(envelope(`[${'0,'.repeat(100_000 * (1 + upTo(random, 30)))}0]`)),
  })),
  {
    name: 'duplicate headers',
    kind: 'intact',
    spoil: () => (socket, response) =>
      socket.write(
        httpText(response, {
          headers: [
            `Content-Type: ${response.type}`,
            'Date: x',
            'Date: y',
            'X-RateLimit-Reset: 1',
            'X-RateLimit-Reset: -1',
            'Set-Cookie: a=b',
            'Set-Cookie: a=c',
          ],
        }),
      ),
  },
  {
    name: 'invalid headers',
    kind: 'broken',
    spoil: (random) => (socket, response) =>
      socket.end(
        httpText(response, {
          headers: [
            pick(random, [
              'no colon',
              ': no name',
              'A B: c',
              'X: \u0000',
              'X: \u0007',
              '\u00e9: x',
              ' folded: x',
            ]),
          ],
        }),
      ),
  },
  endless('endless header', `${ok}\r\nX-Header: `, 'v'),
  endless('endless headers', `${ok}\r\n`, 'X-Header: value\r\n'),
  endless('endless interim responses', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
  endless(
    'endless body',
    ({ type: said }) => `${ok}\r\nContent-Type: ${said}\r\n\r\n{"result":"`,
    'x',
  ),
  endless('endless chunks', head([ok, type, 'Transfer-Encoding: chunked']), '1\r\n \r\n'),
  endless('endless chunk extension', `${head([ok, type, 'Transfer-Encoding: chunked'])}1;`, 'x'),
  endless(
    'endless trailers',
    `${head([ok, type, 'Transfer-Encoding: chunked'])}0\r\n`,
    'X-Trailer: value\r\n',
  ),
  {
    name: 'redirect',
    kind: 'broken',
    spoil:
      (random, { elsewhere }) =>
      (socket) => {
        const status = pick(random, [300, 301, 302, 303, 305, 307, 308]);
        const to = pick(random, [
          `${elsewhere}/v1/keys`,
          '/v1/other',
          '.',
          '//[::1',
          '',
          'javascript:alert(1)',
          'file:///etc/passwd',
          'http://',
          `https://user:pw@${elsewhere.slice(7)}/`,
          '?',
          'gopher://x',
        ]);
        socket.write(`HTTP/1.1 ${status} Moved\r\nLocation: ${to}\r\nContent-Length: 0\r\n\r\n`);
      },
  },
  {
    name: 'interim responses',
    kind: 'intact',
    spoil: (random) => (socket, response) => {
      for (let count = upTo(random, 50); count >= 0; count -= 1) {
        socket.write(
          pick(random, [
            'HTTP/1.1 102 Processing\r\n\r\n',
            'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n',
          ]),
        );
      }
      socket.write(httpText(response));
    },
  },
  // undici rejects a 100 response to a request without an Expect header.
  {
    name: 'unexpected 100 response',
    kind: 'broken',
    spoil: () => sends('HTTP/1.1 100 Continue\r\n\r\n'),
  },
  {
    name: 'another protocol',
    kind: 'broken',
    spoil: () =>
      sends(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhello',
      ),
  },
  {
    name: 'HTTP/1.0',
    kind: 'intact',
    spoil: () => (socket, response) => socket.end(httpText(response, { version: '1.0' })),
  },
  { name: 'headers without a body', kind: 'broken', spoil: () => sends(head([ok])) },
  {
    name: 'not HTTP',
    kind: 'broken',
    spoil: (random) =>
      sends(
        pick(random, [
          'ICY 200 OK\r\n\r\n',
          'SSH-2.0-OpenSSH_9.2\r\n',
          'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
          'HTTP/1.1 2000 OK\r\n\r\n',
          'HTTP/1.1  200 OK\r\n\r\n{}',
          '\u0016\u0003\u0001',
          '{"code":2000}',
          'HTTP/1.1 -1 x\r\n\r\n',
        ]),
      ),
  },
  {
    // If a client reuses the connection, it reads the second response as the response to its next request.
    name: 'two responses to one request',
    kind: 'other',
    spoil: () => (socket, response) => {
      socket.write(httpText(response));
      socket.end(httpText(json(envelope('{"available":false}'))));
    },
  },
];
