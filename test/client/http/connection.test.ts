// Connections through a proxy: what waypost sends to the proxy, and how it reads the responses. Tests of certificates are
// in test/e2e/proxies*.
import { createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openConnection } from '../../../src/client/http/connection';
import { attemptRequest } from '../../../src/client/http/transport';

/** A proxy that sends `text` to every client, and the requests it received. */
async function proxySaying(text: string, onSocket = (_: Socket): unknown => undefined) {
  const asked: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    onSocket(socket);
    socket.once('data', (bytes) => {
      asked.push(String(bytes));
      socket.write(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: (user = '') => new URL(`http://${user}127.0.0.1:${port}`), asked };
}

/** The outcome of a request to the service through the proxy. */
function requested(proxy: URL, service: string, signal?: AbortSignal): Promise<unknown> {
  const url = new URL(service);
  const timeoutMs = 60_000;
  // waypost uses a proxy for a service on this machine only if the proxy is on this machine too.
  const env = { HTTP_PROXY: proxy.href };
  const connection = openConnection(url, env, { connections: 1, timeoutMs });
  const outgoing = { method: 'GET', url, headers: {} } as const;
  return attemptRequest(connection, outgoing, { timeoutMs, signal }).catch(
    (error: unknown) => error,
  );
}

const service = 'http://service.example:8080/v1';

describe('the CONNECT request to the proxy', () => {
  test.each([
    ['no user', '', undefined],
    ['a user and a password', 'ann:se%3Acret@', 'ann:se:cret'],
    ['a user but no password', 'ann@', 'ann:'],
  ])('contains exactly the credentials of a proxy URL with %s', async (_, user, credentials) => {
    const proxy = await proxySaying('HTTP/1.1 502 No\r\n\r\n');
    await requested(proxy.url(user), service);
    const [first = '', ...headers] = (proxy.asked[0] ?? '').split('\r\n');
    expect(first).toBe('CONNECT service.example:8080 HTTP/1.1');
    expect(headers).toContain('host: service.example:8080');
    const authorization = headers.find((line) => line.startsWith('proxy-authorization'));
    const encoded = credentials && Buffer.from(credentials).toString('base64');
    expect(authorization).toBe(encoded && `proxy-authorization: Basic ${encoded}`);
  });
});

test.each([
  ['does not open the tunnel', 'HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n', 407],
  ['responds with a success status other than 200', 'HTTP/1.1 204 OK\r\n\r\n', 204],
])(
  'a request fails with the kind "unreached" and the proxy\'s status if the proxy %s',
  async (_, text, status) => {
    const { url } = await proxySaying(text);
    expect(await requested(url(), service)).toMatchObject({
      kind: 'unreached',
      message: `the proxy responded with ${status}`,
    });
  },
);

test.each([
  ['http://service.example:8080/v1', 'service.example:8080'],
  ['http://[2001:db8::1]:8080/v1', '[2001:db8::1]:8080'],
  ['http://10.0.0.1/v1', '10.0.0.1:80'],
])('a request to the URL %s sends CONNECT %s to the proxy', async (service, target) => {
  const proxy = await proxySaying('HTTP/1.1 502 No\r\n\r\n');
  const failure = await requested(proxy.url(), service);
  expect(failure).toMatchObject({ kind: 'unreached', message: 'the proxy responded with 502' });
  expect(proxy.asked[0]).toMatch(`CONNECT ${target} HTTP/1.1\r\n`);
});

test('a request uses TLS to connect to an HTTPS proxy', async () => {
  const first = await new Promise<Buffer>((resolve) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', (bytes) => {
        resolve(bytes);
        socket.destroy();
      });
    });
    onTestFinished(() => void server.close());
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : 0;
      void requested(new URL(`https://127.0.0.1:${port}`), service);
    });
  });
  // A TLS handshake record.
  expect(first[0]).toBe(0x16);
});

test('waypost closes the connection to a proxy that refuses the tunnel', async () => {
  let closed = () => {};
  const isClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const { url } = await proxySaying('HTTP/1.1 403 No\r\n\r\n', (socket) =>
    socket.once('close', closed),
  );
  await requested(url(), service);
  await isClosed;
});

test.each([
  ['service.example', true],
  ['10.0.0.1', false],
])(
  'a request uses TLS in the tunnel to https://%s (sends the host name with SNI: %s)',
  async (host, isNamed) => {
    const hello = await new Promise<Buffer>((resolve) => {
      void proxySaying('HTTP/1.1 200 OK\r\n\r\n', (socket) =>
        socket.once('data', () => {
          socket.once('data', (bytes) => {
            resolve(bytes);
            socket.destroy();
          });
        }),
      ).then(({ url }) => requested(url(), `https://${host}/v1`));
    });
    // A TLS handshake record that offers only HTTP/1.1.
    expect(hello[0]).toBe(0x16);
    expect(hello.includes('http/1.1')).toBe(true);
    expect(hello.includes(host)).toBe(isNamed);
    expect(extensionsOf(hello).includes(serverName)).toBe(isNamed);
  },
);

/** The type of the server_name extension (RFC 6066, 3). */
const serverName = 0;

/** The types of the extensions of a ClientHello (RFC 8446, 4.1.2) in its TLS record. */
function extensionsOf(hello: Buffer): number[] {
  let at = 5 + 4 + 2 + 32;
  at += 1 + hello.readUInt8(at);
  at += 2 + hello.readUInt16BE(at);
  at += 1 + hello.readUInt8(at) + 2;
  const types: number[] = [];
  for (; at < hello.length; at += 4 + hello.readUInt16BE(at + 2))
    types.push(hello.readUInt16BE(at));
  return types;
}

test("a request does not look up a proxy's IPv6 address in DNS", async () => {
  // Whether the address is reachable depends on the machine.
  const failure = await requested(new URL('http://[::1]:1'), service);
  expect(failure).toMatchObject({
    kind: 'unreached',
    cause: { syscall: 'connect', address: '::1' },
  });
});

test.each([
  ['sends something other than HTTP', 'SSH-2.0\r\n'],
  ['closes the connection', ''],
])('a request fails with the kind "unreached" if the proxy %s', async (_, text) => {
  const { url } = await proxySaying(text, (socket) => {
    if (text === '') socket.once('data', () => socket.end());
  });
  expect(await requested(url(), service)).toMatchObject({
    kind: 'unreached',
    message: expect.stringMatching(/^Response does not match|closed$/),
  });
});

test('a request ends immediately if it is aborted while it connects', async () => {
  const stopper = new AbortController();
  const reason = new Error('given up');
  const { url } = await proxySaying('', (socket) =>
    socket.once('data', () => stopper.abort(reason)),
  );
  expect(await requested(url(), service, stopper.signal)).toBe(reason);
});
