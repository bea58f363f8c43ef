// Long answers, sent in pieces as they are made, so that no answer is held whole. They are written to Node's
// own response: the framework logs to the console when a streamed body fails.
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

/** Waits until the client has taken the bytes, or is gone. */
function drained(outgoing: ServerResponse): Promise<void> {
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

/** Sends a download. Other requests are answered between two pieces. */
export async function sendDownload(
  { method, outgoing }: Call,
  { headers, pieces }: Download,
): Promise<Response> {
  outgoing.writeHead(200, headers);
  if (method !== 'HEAD') {
    try {
      for (const piece of pieces) {
        if (outgoing.destroyed) break;
        if (piece !== '' && !outgoing.write(piece)) await drained(outgoing);
        await yieldToEventLoop();
      }
    } catch (error) {
      // The answer is incomplete, and closing the connection is the only way left to say so.
      outgoing.destroy();
      throw error;
    }
  }
  outgoing.end();
  return RESPONSE_ALREADY_SENT;
}

/** A download as a whole answer, for the faults that damage it. */
export async function wholeDownload({ headers, pieces }: Download): Promise<Response> {
  const held: string[] = [];
  for (const piece of pieces) {
    held.push(piece);
    await yieldToEventLoop();
  }
  return new Response(held.join(''), { headers });
}
