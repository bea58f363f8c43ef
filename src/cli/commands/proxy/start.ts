// `waypost proxy start`: a proxy for programs that are started separately, until it is interrupted or
// expires.
import { shellWord } from '../../../lib/shell-word';
import type { Context } from '../../context';
import { sanitizeLine } from '../../ui/sanitize';
import { openProxy, type ProxyOptions } from './shared/open';

/** Runs the command. */
export async function run(context: Context, options: ProxyOptions): Promise<void> {
  const { output, world } = context;
  const { proxy, variables, expiresAt, logPath } = await openProxy(context, options);
  const expires = expiresAt === undefined ? null : new Date(expiresAt).toISOString();
  try {
    await output.result(
      { ...variables, port: proxy.port, pid: process.pid, expires_at: expires, log: logPath },
      (colour) =>
        [
          ...Object.entries(variables).map(([name, value]) => `export ${name}=${shellWord(value)}`),
          colour.dim(
            `# ${expires === null ? 'until it is interrupted' : `until ${expires}`}; asked for: ${sanitizeLine(logPath)}`,
          ),
        ].join('\n'),
    );
    // The document on standard output is printed already; a later error goes to standard error.
    output.dataStream();
    await lasting(context, expiresAt);
  } finally {
    await proxy.close();
  }
  world.interrupted.throwIfAborted();
}

/** Resolves when the run is interrupted, or the session expires. */
function lasting({ world }: Context, expiresAt: number | undefined): Promise<void> {
  const { clock, interrupted } = world;
  if (expiresAt !== undefined) {
    return clock.sleep(expiresAt - clock.now(), interrupted).catch(() => {});
  }
  return new Promise((resolve) => {
    if (interrupted.aborted) resolve();
    else interrupted.addEventListener('abort', () => resolve(), { once: true });
  });
}
