// Listening and closing: one app on one port, on IPv4 and IPv6 loopback unless a host is given.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { WaypostError } from '../../lib/errors';
import { hasCode } from '../../lib/system-error';
import { plainAddress } from '../http/call';
import { Refusal, refusalResponse } from '../http/responses';
import { sourceIpHeader } from '../rules/caller';
import type { App } from './app';
import type { Journal } from './journal';

/** Host for the loopback of both families. */
export const loopbackHost = '127.0.0.1';

/** How long running requests may still take when the server closes, in milliseconds. */
const graceMs = 2000;

/** How often another free port is tried if it is taken on the other address family. */
const attempts = 10;

export interface Listening {
  port: number;
  close(): Promise<void>;
}

/** A request that is no HTTP is answered in the catalog's form, if the socket is still open. */
function answerBadRequest(_error: Error, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ code: 4000, message: 'Invalid syntax submitted' });
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\n${sourceIpHeader}: ${plainAddress(socket.remoteAddress)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function isHttp1(env: HttpBindings | Http2Bindings): env is HttpBindings {
  return env.outgoing instanceof ServerResponse;
}

function createListener(app: App, journal: Journal, report: (error: unknown) => void) {
  // The framework makes a new answer to HEAD, and would send it after one that was sent directly.
  const answerHead = async (request: Request, env: HttpBindings): Promise<Response> => {
    const answer = await app.fetch(request, env);
    const { outgoing } = env;
    return outgoing.headersSent || outgoing.destroyed ? RESPONSE_ALREADY_SENT : answer;
  };
  const answer = (request: Request, env: HttpBindings | Http2Bindings) => {
    if (!isHttp1(env)) throw new TypeError('the sandbox speaks HTTP/1.1');
    return request.method === 'HEAD' ? answerHead(request, env) : app.fetch(request, env);
  };
  const listen = getRequestListener(answer, {
    hostname: loopbackHost,
    // Only requests whose URL the framework cannot read come here: others have their own answer.
    errorHandler: (error) => {
      if (!(error instanceof Error) || error.name !== 'RequestError') report(error);
      return refusalResponse(new Refusal(4000));
    },
  });
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    outgoing.setHeader(sourceIpHeader, plainAddress(incoming.socket.remoteAddress));
    journal.start(incoming, outgoing);
    listen(incoming, outgoing).catch(report);
  };
}

async function listenOn(server: Server, host: string, port: number): Promise<number> {
  server.listen({ host, port });
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function explainListening(error: unknown, host: string, port: number): WaypostError {
  const address = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const failure = (message: string, hint?: string): WaypostError =>
    new WaypostError('invalid_input', message, { hint, cause: error });
  if (hasCode(error, 'EADDRINUSE')) {
    return failure(
      `Another program listens on ${address}.`,
      `Stop it, or choose another port: \`waypost sandbox start --port ${port + 1}\`.`,
    );
  }
  if (hasCode(error, 'EACCES')) {
    return failure(
      `This user may not listen on ${address}.`,
      'Choose a port above 1023: `waypost sandbox start --port 8787`.',
    );
  }
  if (hasCode(error, 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN')) {
    return failure(
      `${host} is no address of this machine.`,
      'Omit --host to listen on this machine only, or give 0.0.0.0 for every address.',
    );
  }
  const reason = error instanceof Error ? error.message : String(error);
  return failure(`It is not possible to listen on ${address}: ${reason}`);
}

/** Loopback of both families, unless another host is given. */
const hostsFor = (host: string): string[] =>
  host === loopbackHost || host === 'localhost' ? [loopbackHost, '::1'] : [host];

/** Stops listening, finishes running requests, then closes all connections. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await Promise.race([closed, wait(graceMs, undefined, { ref: false })]);
  server.closeAllConnections();
  await closed;
}

/**
 * Listens for the requests of an app on `port` (0 for any free one) of a host.
 * @throws WaypostError `invalid_input` when the port is taken or the host is none of this machine.
 */
export async function listen(
  app: App,
  journal: Journal,
  host: string,
  port: number,
  report: (error: unknown) => void,
): Promise<Listening> {
  const listener = createListener(app, journal, report);
  for (let attempt = 1; ; attempt += 1) {
    const servers: Server[] = [];
    let bound = port;
    let current = host;
    try {
      for (current of hostsFor(host)) {
        const server = createServer(
          { requireHostHeader: false, keepAliveTimeout: 30_000 },
          listener,
        );
        server.on('clientError', answerBadRequest);
        try {
          bound = await listenOn(server, current, bound);
          server.on('error', report);
          servers.push(server);
        } catch (error) {
          // A machine without IPv6 has no IPv6 loopback.
          const isMissing = hasCode(error, 'EADDRNOTAVAIL', 'EAFNOSUPPORT');
          if (current !== '::1' || host === '::1' || !isMissing) throw error;
        }
      }
      return {
        port: bound,
        close: async () => {
          await Promise.all(servers.map(closeServer));
        },
      };
    } catch (error) {
      await Promise.all(servers.map(closeServer));
      const takenByOther = port === 0 && hasCode(error, 'EADDRINUSE') && attempt < attempts;
      if (!takenByOther) throw explainListening(error, current, bound);
    }
  }
}
