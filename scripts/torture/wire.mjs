// The way between the command and a service, on which any answer is spoilt: a server that passes requests
// on and sends back whatever a fault makes of the answer, byte by byte.
import { createServer as createServerOf } from 'node:net';
import { ask } from './sandbox.mjs';

/** The answer as HTTP, in one piece. */
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
 * Starts the wire to the service at `target`. `fault` is called as (socket, answer) for each answer that is
 * spoilt, which `isSpoilt` decides by the number of the request, from 0. `reached` counts what was asked.
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
      void pass(target, request).then((answer) => {
        if (socket.destroyed) return;
        if (isSpoilt(number)) fault(socket, answer);
        else socket.write(httpText(answer));
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

/** The first request in what was received; undefined until it is whole. */
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
  const answer = await ask(target, method, path.replace(pathname, ''), {
    token: headers.authorization?.replace('Bearer ', ''),
    body: body === '' ? undefined : JSON.parse(body),
  });
  const type = answer.json === undefined ? 'text/csv' : 'application/json';
  return { status: answer.status, body: Buffer.from(answer.text), type };
}
