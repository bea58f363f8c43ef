// Long answers, sent piece by piece as they are made, so that none is ever held whole. Written to Node's
// own response: the framework tells the console when a body it streams fails.
import type { ServerResponse } from 'node:http';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { commonHeaders, type Headers } from './answers';
import type { Call } from './call';

/** A 200 whose body is made while it is sent. */
export class Download {
  readonly headers: Headers;
  readonly pieces: Iterable<string>;

  constructor(headers: Headers, pieces: Iterable<string>) {
    this.headers = { ...commonHeaders, ...headers };
    this.pieces = pieces;
  }
}

/** Waits until the other side took what it was sent, or is gone. */
function taken(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.off('drain', done);
      outgoing.off('close', done);
      resolve();
    };
    outgoing.on('drain', done);
    outgoing.on('close', done);
  });
}

/** Sends a download. Between two pieces other requests get their turn. */
export async function send(
  { method, outgoing }: Call,
  { headers, pieces }: Download,
): Promise<Response> {
  outgoing.writeHead(200, headers);
  if (method !== 'HEAD') {
    try {
      for (const piece of pieces) {
        if (outgoing.destroyed) break;
        if (piece !== '' && !outgoing.write(piece)) await taken(outgoing);
        await yieldToEventLoop();
      }
    } catch (error) {
      // What was sent is not the whole answer, and a closed connection is the one way left to say so.
      outgoing.destroy();
      throw error;
    }
  }
  outgoing.end();
  return RESPONSE_ALREADY_SENT;
}

/** A download as an answer that is held whole, for the faults that damage it. */
export async function hold({ headers, pieces }: Download): Promise<Response> {
  const held: string[] = [];
  for (const piece of pieces) {
    held.push(piece);
    await yieldToEventLoop();
  }
  return new Response(held.join(''), { headers });
}
