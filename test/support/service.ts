// A stand-in service whose responses the test chooses, for responses that the sandbox never sends.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to a stand-in service. */
export interface Asked {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A running stand-in service. */
export interface StandIn {
  /** The base URL of the service. */
  url: string;
  /** All requests so far. */
  asked: Asked[];
  close(): Promise<void>;
}

/** Starts a service on a free port. The service calls `answer` for each request. */
export async function standIn(
  answer: (asked: Asked, response: ServerResponse) => void,
): Promise<StandIn> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const entry = { method, path, headers, body };
      asked.push(entry);
      answer(entry, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Responds with JSON. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

/** Sends a body one byte at a time. */
export function sendByByte(response: ServerResponse, bytes: Buffer): void {
  const [first, ...rest] = bytes;
  if (first === undefined) response.end();
  else
    response.write(Buffer.of(first), () => setImmediate(sendByByte, response, Buffer.from(rest)));
}
