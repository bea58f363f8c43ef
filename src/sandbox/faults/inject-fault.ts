// Applies a fault: answers in place of the service, or damages the real answer.
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

const slowAnswerChunks = 10;

/** The faults that damage the real answer; the others answer in place of the service. */
const damagingKinds = ['slow', 'truncate', 'reset', 'drop'] as const satisfies FaultKind[];

type DamagingKind = (typeof damagingKinds)[number];

export function isDamaging(fault: FaultKind): fault is DamagingKind {
  return (damagingKinds as readonly FaultKind[]).includes(fault);
}

async function gone(outgoing: ServerResponse): Promise<void> {
  if (!outgoing.destroyed) await once(outgoing, 'close');
}

/** Resets a connection. A server of Bun, which the executable has, cannot: there it is closed. */
function resetConnection(socket: Socket): void {
  socket.resetAndDestroy();
  socket.destroy();
}

/** What a fault answers in place of the service, without carrying the request out. */
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
      return gone(call.outgoing).then(() => RESPONSE_ALREADY_SENT);
    default:
      return fault satisfies never;
  }
}

/** Sends a real answer with a fault. `slowFor` is the duration of a slow one, in milliseconds. */
export async function injectFault(
  fault: DamagingKind,
  call: Call,
  answer: Response,
  slowFor: number,
): Promise<Response> {
  const { outgoing } = call;
  const { socket } = call.incoming;
  if (fault === 'drop') {
    resetConnection(socket);
    return RESPONSE_ALREADY_SENT;
  }
  const body = Buffer.from(await answer.arrayBuffer());
  outgoing.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    'Content-Length': body.length,
    [faultHeader]: fault,
  });
  if (fault === 'slow') {
    const size = Math.max(1, Math.ceil(body.length / slowAnswerChunks));
    const count = Math.max(1, Math.ceil(body.length / size));
    for (let chunk = 0; chunk < count && !outgoing.destroyed; chunk += 1) {
      outgoing.write(body.subarray(chunk * size, (chunk + 1) * size));
      await wait(slowFor / count);
    }
    outgoing.end();
    return RESPONSE_ALREADY_SENT;
  }
  const half = body.subarray(0, Math.floor(body.length / 2));
  if (half.length === 0) outgoing.flushHeaders();
  else await new Promise((sent) => outgoing.write(half, sent));
  switch (fault) {
    case 'truncate':
      socket.destroySoon();
      return RESPONSE_ALREADY_SENT;
    case 'reset':
      // A reset discards the bytes that the other side has not read yet: leave it a moment to read its half.
      await wait(20);
      resetConnection(socket);
      return RESPONSE_ALREADY_SENT;
    default:
      return fault satisfies never;
  }
}
