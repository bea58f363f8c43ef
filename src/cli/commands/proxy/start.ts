// `waypost proxy start`: a proxy for programs that are started separately, until it is interrupted or
// expires.
import { shellWord } from '../../../lib/shell-word';
import { requestLine } from '../../output/request-line';
import type { Session } from '../../proxy/session';
import type { Context } from '../../run/context';
import { openProxy, type ProxyOptions } from './shared/open';

interface Options extends ProxyOptions {
  quiet?: boolean;
}

/** Runs the command. */
export async function run(context: Context, options: Options): Promise<void> {
  const { output, world } = context;
  const colour = await output.stderrColours();
  const { proxy, variables, expiresAt, session, logPath } = await openProxy(
    context,
    options,
    options.quiet
      ? undefined
      : (request) => {
          const time = new Date(world.clock.now()).toISOString();
          context.trace(requestLine({ time, ...request }, colour));
        },
  );
  const expires = expiresAt === undefined ? null : new Date(expiresAt).toISOString();
  try {
    await output.result(
      { ...variables, port: proxy.port, pid: process.pid, expires_at: expires, log: logPath },
      (colour) =>
        [
          ...Object.entries(variables).map(([name, value]) => `export ${name}=${shellWord(value)}`),
          colour.dim(
            `# ${expires === null ? 'until it is interrupted' : `until ${expires}`}; asked for: ${logPath}`,
          ),
        ].join('\n'),
    );
    // The document on standard output is printed already; a later error goes to standard error.
    output.dataStream();
    await lasting(context, session);
  } finally {
    await proxy.close();
  }
  world.interrupted.throwIfAborted();
}

/** The clock may be set, and the machine may sleep: the end is looked for this often. In milliseconds. */
const lookMs = 60_000;

/** Resolves when the run is interrupted, or the session expires. */
async function lasting({ world }: Context, session: Session): Promise<void> {
  const { clock, interrupted } = world;
  while (session.leftMs > 0 && !interrupted.aborted) {
    await clock.sleep(Math.min(session.leftMs, lookMs), interrupted).catch(() => {});
  }
}
