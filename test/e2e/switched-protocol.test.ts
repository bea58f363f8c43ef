// The service responds with HTTP status 101, although waypost did not request an upgrade. Node hands over the connection, and
// if no code uses the connection, the process ends without a result.
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, test } from 'vitest';
import { expectError, Home } from '../support/tool';

const home = new Home();
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nhello',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => {
  server.close();
  home.remove();
});

test.each([[['keys', 'details']], [['lookups', 'export', '-o', 'log.csv']]])(
  'waypost fails with invalid_response if the service switches to another protocol (arguments: %j)',
  async (args) => {
    const env = {
      WAYPOST_API_KEY: 'ak_switched',
      WAYPOST_USER_TOKEN: 'uk_switched',
      WAYPOST_BASE_URL: url,
    };
    const run = await home.run([...args, '--json'], { env, cwd: home.path });
    expectError(run, 'invalid_response', { message: /another protocol/ });
  },
);
