// `waypost sandbox record`: forwards requests to a real service and records its answers.
import { resolve } from 'node:path';
import { baseUrlText, parseBaseUrl } from '../../../client/credentials/base-url';
import { invalidInput } from '../../../lib/errors';
import type { Context } from '../../context';
import { sanitizeLine } from '../../ui/sanitize';
import { howToStop, type SessionReady } from './shared/ready';
import { detachSession, type SessionOptions, serveSession } from './shared/session';
import { portNumber } from './shared/which';

interface Options extends SessionOptions {
  to?: string;
  force?: boolean;
}

/** Runs the command. */
export async function run(context: Context, options: Options, name: string): Promise<void> {
  if (name.trim() === '') throw invalidInput('The file to write has no name.');
  const file = resolve(name);
  const port = portNumber(options.port, 0);
  const to = await serviceOf(context, options.to);
  const show = (ready: SessionReady) => showReady(context, { ...ready, to: baseUrlText(to) });
  if (options.detach) {
    const { insecureHttp } = await context.credentialFlags();
    const words = ['record', file, `--to=${baseUrlText(to)}`, `--port=${port}`];
    if (options.force) words.push('--force');
    if (insecureHttp) words.push('--insecure-http');
    await show(await detachSession(context, words, file));
    return;
  }
  const { recordSession } = await import('../../../sandbox/sessions/record');
  const recording = await recordSession({
    ...{ to, file, port, replace: options.force },
    onWarning: (line) => void context.output.warn(sanitizeLine(line)),
  });
  await serveSession(context, 'record', options.log, recording, show, () => {
    const { count } = recording;
    return count === 0
      ? 'Recorded 0 requests.'
      : `Recorded ${count} ${count === 1 ? 'request' : 'requests'} in ${sanitizeLine(file)}.`;
  });
}

/** The recorded service: --to, else the service of the credentials in use. */
async function serviceOf(context: Context, to: string | undefined): Promise<URL> {
  if (to === undefined) return (await context.resolve()).baseUrl;
  const { insecureHttp } = await context.credentialFlags();
  return parseBaseUrl(to, '--to', insecureHttp === true);
}

async function showReady(context: Context, ready: SessionReady & { to: string }): Promise<void> {
  await context.output.result(ready, (colour) =>
    [
      `${colour.green('Recording')} ${ready.to} at ${colour.bold(ready.url)}`,
      `Requests and answers go to ${sanitizeLine(ready.file)}, without keys and tokens.`,
      `To use it: WAYPOST_API_KEY="$(waypost auth token)" WAYPOST_BASE_URL=${ready.url} waypost …`,
      howToStop(ready),
    ].join('\n'),
  );
}
