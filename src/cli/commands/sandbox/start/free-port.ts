// Finds a free port on this machine, just above a port that is in use.
import { createServer } from 'node:net';

/**
 * Returns the lowest free port above `port`. Returns 0 if the next 20 ports are in use. If a program listens on port 0,
 * the operating system chooses a free port.
 */
export async function freePortAbove(port: number): Promise<number> {
  for (let next = port + 1; next <= Math.min(port + 20, 65_535); next += 1) {
    if (await isFree(next)) return next;
  }
  return 0;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve(true)));
  });
}
