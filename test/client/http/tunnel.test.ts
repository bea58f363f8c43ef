// Connections through a proxy: what it is asked, and what its answers mean. Certificates are in test/e2e/proxies*.
import { request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTunnel, tunnelAgent } from '../../../src/client/http/tunnel';

/** A proxy that says this to whoever asks; what it was asked. */
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

const opened = (tunnel: Promise<Socket>) =>
  tunnel.then(
    (socket) => {
      socket.destroy();
      return 'open';
    },
    (error: unknown) => error,
  );

describe('what the proxy is asked', () => {
  test.each([
    ['nobody', '', undefined],
    ['a user with a password', 'ann:se%3Acret@', 'ann:se:cret'],
    ['a user without', 'ann@', 'ann:'],
  ])('for %s', async (_, user, credentials) => {
    const proxy = await proxySaying('HTTP/1.1 200 OK\r\n\r\n');
    expect(await opened(openTunnel(proxy.url(user), 'service.example:443'))).toBe('open');
    const [first = '', ...headers] = (proxy.asked[0] ?? '').split('\r\n');
    expect(first).toBe('CONNECT service.example:443 HTTP/1.1');
    expect(headers).toContain('host: service.example:443');
    const authorization = headers.find((line) => line.startsWith('proxy-authorization'));
    const encoded = credentials && Buffer.from(credentials).toString('base64');
    expect(authorization).toBe(encoded && `proxy-authorization: Basic ${encoded}`);
  });
});

test.each([
  ['a tunnel it does not open', 'HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n', 407],
  ['another success', 'HTTP/1.1 204 OK\r\n\r\n', 204],
])('%s is told by its status, and the service was not reached', async (_, text, status) => {
  const { url } = await proxySaying(text);
  expect(await opened(openTunnel(url(), 'service.example:443'))).toMatchObject({
    kind: 'unreached',
    message: `the proxy answered ${status}`,
  });
});

test.each([
  ['http://service.example:8080/v1', 'service.example:8080'],
  ['http://[::1]:8080/v1', '[::1]:8080'],
  ['http://10.0.0.1/v1', '10.0.0.1:80'],
])('a request to %s asks for a tunnel to %s', async (service, target) => {
  const proxy = await proxySaying('HTTP/1.1 502 No\r\n\r\n');
  const agent = tunnelAgent(proxy.url(), false, {});
  const failure = await new Promise((resolve) => {
    request(service, { agent }).once('error', resolve).end();
  });
  expect(failure).toMatchObject({ kind: 'unreached', message: 'the proxy answered 502' });
  expect(proxy.asked[0]).toMatch(`CONNECT ${target} HTTP/1.1\r\n`);
});

test('a proxy that speaks https is spoken to in TLS', async () => {
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
      void opened(openTunnel(new URL(`https://127.0.0.1:${port}`), 'service.example:443'));
    });
  });
  // The record of a handshake.
  expect(first[0]).toBe(0x16);
});

test('a proxy that refuses a tunnel is left', async () => {
  let closed = () => {};
  const isClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const { url } = await proxySaying('HTTP/1.1 403 No\r\n\r\n', (socket) =>
    socket.once('close', closed),
  );
  await opened(openTunnel(url(), 'service.example:443'));
  await isClosed;
});

test.each([
  ['service.example', true],
  ['10.0.0.1', false],
])('a service %s that speaks https is spoken to in TLS, by its name: %s', async (host, isNamed) => {
  const hello = await new Promise<Buffer>((resolve) => {
    void proxySaying('HTTP/1.1 200 OK\r\n\r\n', (socket) =>
      socket.once('data', () => {
        socket.once('data', (bytes) => {
          resolve(bytes);
          socket.destroy();
        });
      }),
    ).then(({ url }) => {
      const agent = tunnelAgent(url(), true, {});
      secureRequest(`https://${host}/v1`, { agent })
        .once('error', () => {})
        .end();
    });
  });
  // The record of a handshake, which offers HTTP/1.1 alone.
  expect(hello[0]).toBe(0x16);
  expect(hello.includes('http/1.1')).toBe(true);
  expect(hello.includes(host)).toBe(isNamed);
  expect(extensionsOf(hello).includes(serverName)).toBe(isNamed);
});

/** RFC 6066, 3. */
const serverName = 0;

/** The types of the extensions of a ClientHello (RFC 8446, 4.1.2), in its record. */
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

test('a proxy at an IPv6 address is not looked up as a name', async () => {
  // Whether anything can be reached there depends on the machine.
  const failure = await opened(openTunnel(new URL('http://[::1]:1'), 'service.example:443'));
  expect(failure).toMatchObject({ syscall: 'connect', address: '::1' });
});

test('what is no HTTP is the error of the connection', async () => {
  const { url } = await proxySaying('SSH-2.0\r\n');
  expect(await opened(openTunnel(url(), 'service.example:443'))).toMatchObject({
    code: expect.stringMatching(/^HPE_/),
  });
});
