// A server between the command and a service. The server forwards each request to the service, and returns the service's
// response. A fault can change the response.
import { createServer as createServerOf } from 'node:net';
import { ask } from './sandbox.mjs';

/** Returns the bytes of an HTTP response. */
export function httpText({ status, body, type }, { version = '1.1', headers = [] } = {}) {
  const head = [
    `HTTP/${version} ${status} Answer`,
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
    ...headers,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
}

/**
 * Starts a server that forwards requests to the service at `target`. If `isSpoilt` returns true for the number of a
 * request (starting with 0), calls `fault` with the socket and the response. `requests()` returns the number of
 * requests.
 */
export async function startWire(target, { fault, isSpoilt, createServer = createServerOf }) {
  const sockets = new Set();
  let requests = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let received = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const request = wholeRequest(received);
      if (request === undefined) return;
      received = received.subarray(request.length);
      const number = requests;
      requests += 1;
      void pass(target, request).then((response) => {
        if (socket.destroyed) return;
        if (isSpoilt(number)) fault(socket, response);
        else socket.write(httpText(response));
      });
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: server.address().port,
    requests: () => requests,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Returns the first request in the received bytes, or undefined if the request is incomplete. */
function wholeRequest(received) {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = received.subarray(0, end).toString('latin1');
  const [first, ...lines] = head.split('\r\n');
  const [method, path] = first.split(' ');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const length = end + 4 + Number(headers['content-length'] ?? 0);
  if (received.length < length) return undefined;
  return { method, path, headers, body: received.subarray(end + 4, length).toString(), length };
}

async function pass(target, { method, path, headers, body }) {
  const { pathname } = new URL(target);
  const response = await ask(target, method, path.replace(pathname, ''), {
    token: headers.authorization?.replace('Bearer ', ''),
    body: body === '' ? undefined : JSON.parse(body),
  });
  const type = response.json === undefined ? 'text/csv' : 'application/json';
  return { status: response.status, body: Buffer.from(response.text), type };
}
