// Long answers, sent in chunks as they are made, so that no answer is held whole. They are written to Node's
// own response: the framework logs to the console when a streamed body fails.
import type { ServerResponse } from 'node:http';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Call } from './call';
import { commonHeaders, type Headers } from './responses';

/** A 200 whose body is made while it is sent. */
export class Download {
  readonly headers: Headers;

  constructor(
    headers: Headers,
    readonly chunks: Iterable<string>,
  ) {
    this.headers = { ...commonHeaders, ...headers };
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

/** Sends a download. Other requests are answered between two chunks. */
export async function sendDownload(
  { method, outgoing }: Call,
  { headers, chunks }: Download,
): Promise<Response> {
  outgoing.writeHead(200, headers);
  if (method !== 'HEAD') {
    try {
      for (const chunk of chunks) {
        if (outgoing.destroyed) break;
        if (chunk !== '' && !outgoing.write(chunk)) await drained(outgoing);
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
export async function wholeDownload({ headers, chunks }: Download): Promise<Response> {
  const held: string[] = [];
  for (const chunk of chunks) {
    held.push(chunk);
    await yieldToEventLoop();
  }
  return new Response(held.join(''), { headers });
}
