// Connections through a proxy: the proxy opens a tunnel to the service (CONNECT), so that it cannot read an
// encrypted connection.
import { Agent, type AgentOptions, request } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { TransportFailure } from './failure';

/** An agent whose connections lead through the proxy; `isSecure` says that the service speaks TLS. */
export function tunnelAgent(proxy: URL, isSecure: boolean, options: AgentOptions): Agent {
  const Base: typeof Agent = isSecure ? SecureAgent : Agent;
  class TunnelAgent extends Base {
    /** Node's documented way to provide connections: through the callback. */
    override createConnection(
      ...[{ host, port }, connected]: Parameters<Agent['createConnection']>
    ) {
      const name = host ?? '';
      openTunnel(proxy, `${isIP(name) === 6 ? `[${name}]` : name}:${port}`).then(
        (socket) => connected?.(null, isSecure ? encrypted(socket, name) : socket),
        // Node's types require a socket beside an error.
        (error: Error) => connected?.(error, undefined as never),
      );
      return undefined;
    }
  }
  return new TunnelAgent(options);
}

/** The connection to the proxy, once it is connected to `target`. Rejects with the reason for a failure. */
export function openTunnel(proxy: URL, target: string): Promise<Socket> {
  const { username, password, protocol, hostname, port } = proxy;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  const send = protocol === 'https:' ? secureRequest : request;
  return new Promise((resolve, reject) => {
    const asking = send({
      method: 'CONNECT',
      host: hostname.replace(/^\[|\]$/g, ''),
      port,
      path: target,
      agent: false,
      headers: {
        host: target,
        ...(username === '' ? {} : { 'proxy-authorization': authorization }),
      },
    });
    asking.once('error', reject);
    asking.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(new TransportFailure('unreached', `the proxy answered ${statusCode}`));
    });
    asking.end();
  });
}

/** TLS with the service inside the tunnel. An IP address has no name to ask a certificate for. */
export function encrypted(socket: Socket, host: string): TLSSocket {
  const servername = isIP(host) === 0 ? host : '';
  return connectTls({ socket, host, servername, ALPNProtocols: ['http/1.1'] });
}
