// Sends requests to a sandbox exactly as a test specifies them. Other HTTP clients would change or reject some requests.
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

/** A response. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed body, or null if the body is not JSON. */
  json: unknown;
}

/** The parts of a request other than the method and the URL. */
export interface Sent {
  headers?: Record<string, string>;
  /** The body: a string is sent unchanged, and any other value is sent as JSON with a `Content-Type` header. */
  body?: unknown;
  /** Aborts the request. */
  signal?: AbortSignal;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Sends one request. Rejects if the connection breaks. */
export function send(
  method: string,
  url: string,
  { headers, body, signal }: Sent = {},
): Promise<Answer> {
  const isText = typeof body === 'string';
  const payload = body === undefined || isText ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        agent: false,
        ...(signal ? { signal } : {}),
        headers: {
          ...(payload === undefined || isText ? {} : { 'Content-Type': 'application/json' }),
          ...(payload === undefined ? {} : { 'Content-Length': Buffer.byteLength(payload) }),
          ...headers,
        },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (piece: string) => {
          text += piece;
        });
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text,
            json: parse(text),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(payload);
  });
}

/**
 * Writes bytes to a port. Returns everything that arrives until the other side closes the connection. If `end` is set,
 * closes the sending side after the bytes, so that the other side also closes a connection that it would keep alive.
 */
export function sendRaw(port: number, bytes: string | Buffer, end = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      if (end) socket.end(bytes);
      else socket.write(bytes);
    });
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (piece: string) => {
      text += piece;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}
