// `waypost sandbox replay`: answers requests from a recorded session.
import { resolve } from 'node:path';
import { isLoopback } from '../../../sandbox/http/hosts';
import type { Context } from '../../context';
import { sanitizeLine } from '../../ui/sanitize';
import { howToStop, type SessionReady } from './shared/ready';
import { detachSession, type SessionOptions, serveSession } from './shared/session';
import { portNumber } from './shared/which';

interface Options extends SessionOptions {
  host?: string;
  repeat?: boolean;
  ignoreQuery?: string[];
}

/** Runs the command. */
export async function run(context: Context, options: Options, name: string): Promise<void> {
  const file = resolve(name);
  const port = portNumber(options.port, 0);
  const { host, repeat, ignoreQuery = [] } = options;
  const { readSession } = await import('../../../sandbox/sessions/exchange');
  const requests = readSession(file).length;
  if (host !== undefined && host !== 'localhost' && !isLoopback(host)) {
    await context.output.warn(`Anyone who can reach ${host} can read the session. It has no TLS.`);
  }
  const show = (ready: SessionReady) => showReady(context, { ...ready, requests });
  if (options.detach) {
    const words = ['replay', file, `--port=${port}`];
    if (host !== undefined) words.push(`--host=${host}`);
    if (repeat) words.push('--repeat');
    for (const each of ignoreQuery) words.push(`--ignore-query=${each}`);
    await show(await detachSession(context, words, file));
    return;
  }
  const { replaySession } = await import('../../../sandbox/sessions/replay');
  const replay = await replaySession({
    ...{ file, port, host, repeat, ignoreQuery },
    onWarning: (line) => void context.output.warn(sanitizeLine(line)),
  });
  await serveSession(context, 'replay', options.log, replay, show, () => {
    const { left, unknown } = replay;
    return `${left} of ${requests} recorded answers were not asked for; ${unknown} ${unknown === 1 ? 'request' : 'requests'} had no answer.`;
  });
}

async function showReady(
  context: Context,
  ready: SessionReady & { requests: number },
): Promise<void> {
  await context.output.result(ready, (colour) =>
    [
      `${colour.green('Replaying')} ${sanitizeLine(ready.file)} at ${colour.bold(ready.url)}`,
      `${ready.requests} ${ready.requests === 1 ? 'request' : 'requests'}; any API key and management key will do.`,
      `To use it: WAYPOST_API_KEY=ak_any WAYPOST_BASE_URL=${ready.url} waypost …`,
      howToStop(ready),
    ].join('\n'),
  );
}
