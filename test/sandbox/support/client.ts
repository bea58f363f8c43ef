// Talks to a sandbox over a socket, byte for byte as a test wants it: no client that corrects things.
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

/** An answer. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body as JSON; null when it is none. */
  json: unknown;
}

/** What is sent beside method and URL. */
export interface Sent {
  headers?: Record<string, string>;
  /** A string is sent as it is, anything else as JSON with its content type. */
  body?: unknown;
  /** Gives up the request. */
  signal?: AbortSignal;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Sends one request; rejects when the connection breaks. */
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
 * Writes raw bytes to a port and answers everything that came back until the other side closed. With
 * `end`, nothing follows the bytes, so that a request that is kept alive or cut off ends too.
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
