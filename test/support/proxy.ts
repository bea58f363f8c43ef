// An HTTP proxy that records its requests and connects all tunnels to one address. Therefore, the requested hosts do not have
// to exist.
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';

/** A running proxy. */
export interface Proxy {
  /** The URL of the proxy, such as `http://127.0.0.1:1234`. */
  url: string;
  /** The requested hosts and ports. */
  asked: string[];
  /** The user agent of each client. */
  credentials: (string | undefined)[];
  close(): Promise<void>;
}

/** Starts a proxy that connects all tunnels to the service at `target`. */
export async function proxyTo(target: string): Promise<Proxy> {
  const asked: string[] = [];
  const credentials: (string | undefined)[] = [];
  const { hostname, port } = new URL(target);
  const note = (what: string, request: IncomingMessage) => {
    asked.push(what);
    credentials.push(request.headers['proxy-authorization']);
  };
  const tunnels = new Set<Duplex>();
  const server = createServer((request, response) => {
    note(request.url ?? '', request);
    response.writeHead(405).end();
  });
  server.on('connect', (request, socket, head) => {
    note(request.url ?? '', request);
    tunnels.add(socket);
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    credentials,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        for (const socket of tunnels) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
