// Long responses, which the sandbox creates and sends in chunks, so that a response does not have to fit into memory.
// The sandbox writes the chunks to the Node.js response object, because the HTTP framework logs to the console if a
// streamed body fails.
import type { ServerResponse } from 'node:http';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Call } from './call';
import { commonHeaders, type Headers } from './responses';

/** A response with status 200 whose body the sandbox creates while sending it. */
export class Download {
  readonly headers: Headers;

  constructor(
    headers: Headers,
    readonly chunks: Iterable<string>,
  ) {
    this.headers = { ...commonHeaders, ...headers };
  }
}

/** Waits until the write buffer is empty, or the connection is closed. */
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

/** Sends a download. The sandbox handles other requests between two chunks. */
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
      // Closing the connection is the only way to report that the response is incomplete.
      outgoing.destroy();
      throw error;
    }
  }
  outgoing.end();
  return RESPONSE_ALREADY_SENT;
}

/** Returns a response with a download's complete content, so that a fault can damage the response. */
export async function completeDownload({ headers, chunks }: Download): Promise<Response> {
  const body: string[] = [];
  for (const chunk of chunks) {
    body.push(chunk);
    await yieldToEventLoop();
  }
  return new Response(body.join(''), { headers });
}
