// Finds out which program has the wanted port, and which other port is free.
import { createServer } from 'node:net';
import { WaypostError } from '../../lib/errors';
import { hasCode } from '../../lib/system-error';
import { healthAt } from './find';

/** The error of a start on a taken port, with the sandbox that has it; any other error unchanged. */
export async function namePortHolder(
  error: unknown,
  origin: string,
  port: number,
): Promise<unknown> {
  if (!(error instanceof WaypostError) || !hasCode(error.cause, 'EADDRINUSE')) return error;
  const holder = await healthAt(origin);
  const { host } = new URL(origin);
  const kept = holder?.data ? `with its data in ${holder.data}` : 'with everything in memory';
  return new WaypostError(
    'invalid_input',
    holder
      ? `A sandbox already listens on ${host} (process ${holder.pid}), ${kept}.`
      : error.message,
    {
      hint: error.hint,
      cause: error.cause,
      details: {
        conflict: 'port',
        port,
        data: holder?.data ?? null,
        pid: holder?.pid ?? null,
        url: holder?.url ?? null,
      },
    },
  );
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve(true)));
  });
}

/** The next free port above one; 0, for any port, if the next twenty are taken. */
export async function freePortAbove(port: number): Promise<number> {
  for (let next = port + 1; next <= Math.min(port + 20, 65_535); next += 1) {
    if (await isFree(next)) return next;
  }
  return 0;
}
