// Listens for HTTP requests to the sandbox on one port, by default on the IPv4 and IPv6 loopback addresses.
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

/** The default host. If the host has this value, the sandbox listens on the IPv4 and IPv6 loopback addresses. */
export const loopbackHost = '127.0.0.1';

/** The maximum time that a closing server waits for requests in progress, in milliseconds. */
const graceMs = 2000;

/**
 * The maximum number of free ports to try. One attempt might not be enough, because a port can be free for IPv4 but not
 * for IPv6.
 */
const attempts = 10;

export interface Listening {
  port: number;
  close(): Promise<void>;
}

/** If the socket is still open, responds with API code 4000 to a request that is not valid HTTP. */
function respondToBadRequest(_error: Error, socket: Socket): void {
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
  // If the request's method is HEAD, the HTTP framework creates a new response. The framework would send this response
  // even if a handler already sent one. This function prevents the second response.
  const respondToHead = async (request: Request, env: HttpBindings): Promise<Response> => {
    const response = await app.fetch(request, env);
    const { outgoing } = env;
    return outgoing.headersSent || outgoing.destroyed ? RESPONSE_ALREADY_SENT : response;
  };
  const respond = (request: Request, env: HttpBindings | Http2Bindings) => {
    if (!isHttp1(env)) throw new TypeError('the sandbox supports only HTTP/1.1');
    return request.method === 'HEAD' ? respondToHead(request, env) : app.fetch(request, env);
  };
  const listen = getRequestListener(respond, {
    hostname: loopbackHost,
    // The HTTP framework calls this function only if it cannot parse a URL. The app handles all other errors.
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
      `Another program is listening on ${address}.`,
      `Stop that program, or choose another port: \`waypost sandbox start --port ${port + 1}\`.`,
    );
  }
  if (hasCode(error, 'EACCES')) {
    return failure(
      `You do not have permission to listen on ${address}.`,
      'Choose a port above 1023: `waypost sandbox start --port 8787`.',
    );
  }
  if (hasCode(error, 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN')) {
    return failure(
      `${host} is not an address of this machine.`,
      'Remove --host to listen on the loopback addresses, or use --host 0.0.0.0 to listen on every IPv4 address.',
    );
  }
  const reason = error instanceof Error ? error.message : String(error);
  return failure(`The sandbox cannot listen on ${address}: ${reason}`);
}

/** Returns the addresses on which a sandbox with this host listens. */
const hostsFor = (host: string): string[] =>
  host === loopbackHost || host === 'localhost' ? [loopbackHost, '::1'] : [host];

/** Stops listening, waits at most `graceMs` for requests in progress, then closes all connections. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await Promise.race([closed, wait(graceMs, undefined, { ref: false })]);
  server.closeAllConnections();
  await closed;
}

/**
 * Listens for requests to `app` on a host and port. Port 0 means any free port.
 * @throws WaypostError `invalid_input` if the sandbox cannot listen, for example because the port is in use.
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
        server.on('clientError', respondToBadRequest);
        try {
          bound = await listenOn(server, current, bound);
          server.on('error', report);
          servers.push(server);
        } catch (error) {
          // A machine without IPv6 does not have an IPv6 loopback address. In this case, the IPv4 loopback address is
          // enough.
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
      const canTryAgain = port === 0 && hasCode(error, 'EADDRINUSE') && attempt < attempts;
      if (!canTryAgain) throw explainListening(error, current, bound);
    }
  }
}
