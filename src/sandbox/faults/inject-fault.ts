// Applies a fault to a request. The fault replaces, damages or delays the handler's response.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Call } from '../http/call';
import { commonHeaders, emptyResponse, Refusal, refusalResponse } from '../http/responses';
import type { FaultKind } from './fault';
import { faultHeader } from './faults';

const signInPage =
  '<!doctype html><html lang="en"><title>Sign in to the network</title><p>Sign in to use this network.</p></html>\n';

const slowResponseChunks = 10;

/** The faults that damage or delay the handler's response. All other faults replace the handler's response. */
const damagingKinds = ['slow', 'truncate', 'reset', 'drop'] as const satisfies FaultKind[];

export type DamagingKind = (typeof damagingKinds)[number];

export function isDamaging(fault: FaultKind): fault is DamagingKind {
  return (damagingKinds as readonly FaultKind[]).includes(fault);
}

/** Waits until the client closes the connection. */
async function closed(outgoing: ServerResponse): Promise<void> {
  if (!outgoing.destroyed) await once(outgoing, 'close');
}

/**
 * Resets a connection. Bun, which runs the standalone executable, cannot reset connections. Bun closes the connection
 * instead.
 */
function resetConnection(socket: Socket): void {
  socket.resetAndDestroy();
  socket.destroy();
}

/**
 * Returns the response that replaces the handler's response. If the fault is `stall`, sends no response, and waits
 * until the client closes the connection.
 */
export function substitute(
  fault: Exclude<FaultKind, DamagingKind>,
  call: Call,
): Response | Promise<Response> {
  const mark = { [faultHeader]: fault };
  switch (fault) {
    case '503':
      return emptyResponse(503, mark);
    case '429':
      return refusalResponse(new Refusal(4291, { headers: { 'Retry-After': '1' } }), mark);
    case '4290':
    case '5001':
    case '5002':
      return refusalResponse(new Refusal(Number(fault) as 4290 | 5001 | 5002), mark);
    case 'html':
      return new Response(signInPage, {
        headers: { ...commonHeaders, 'Content-Type': 'text/html; charset=utf-8', ...mark },
      });
    case 'stall':
      return closed(call.outgoing).then(() => RESPONSE_ALREADY_SENT);
    default:
      return fault satisfies never;
  }
}

/** Sends a response in up to ten chunks, over `duration` milliseconds. */
async function sendSlowly(outgoing: ServerResponse, body: Buffer, duration: number): Promise<void> {
  const size = Math.max(1, Math.ceil(body.length / slowResponseChunks));
  const count = Math.max(1, Math.ceil(body.length / size));
  for (let chunk = 0; chunk < count && !outgoing.destroyed; chunk += 1) {
    outgoing.write(body.subarray(chunk * size, (chunk + 1) * size));
    await wait(duration / count);
  }
  outgoing.end();
}

async function sendHalf(outgoing: ServerResponse, body: Buffer): Promise<void> {
  const half = body.subarray(0, Math.floor(body.length / 2));
  if (half.length === 0) outgoing.flushHeaders();
  else await new Promise((sent) => outgoing.write(half, sent));
}

/**
 * Applies a fault to a handler's response, and sends the response unless the fault is `drop`.
 * @param slowFor duration of a slow response, in milliseconds
 */
export async function injectFault(
  fault: DamagingKind,
  call: Call,
  response: Response,
  slowFor: number,
): Promise<Response> {
  const { outgoing } = call;
  const { socket } = call.incoming;
  if (fault === 'drop') {
    resetConnection(socket);
    return RESPONSE_ALREADY_SENT;
  }
  const body = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    'Content-Length': body.length,
    [faultHeader]: fault,
  });
  switch (fault) {
    case 'slow':
      await sendSlowly(outgoing, body, slowFor);
      return RESPONSE_ALREADY_SENT;
    case 'truncate':
      await sendHalf(outgoing, body);
      socket.destroySoon();
      return RESPONSE_ALREADY_SENT;
    case 'reset':
      await sendHalf(outgoing, body);
      // A reset discards bytes that the client has not read yet. The delay gives the client time to read these bytes.
      await wait(20);
      resetConnection(socket);
      return RESPONSE_ALREADY_SENT;
    default:
      return fault satisfies never;
  }
}
