// Runs a recording or a replay, in the foreground or detached, until it is stopped.
import { version } from '../../../../lib/identity';
import type { SessionServer } from '../../../../sandbox/sessions/session-server';
import type { Context } from '../../../context';
import { enter } from './enter';
import type { SessionReady } from './ready';

/** The parts that recording and replaying share. */
export interface SessionOptions {
  port: string;
  detach?: boolean;
  /** Given by --detach to the process it starts: the file that standard error goes to. */
  log?: string;
}

/** Starts the same command as a process of its own; `words` are its options but for --json and --log. */
export async function detachSession(
  context: Context,
  words: readonly string[],
  file: string,
): Promise<SessionReady> {
  const { newLog, spawnDetached } = await import('./detach');
  const log = newLog(context);
  const { url, port, host, pid } = await spawnDetached(
    context,
    ['sandbox', ...words, '--json', `--log=${log}`],
    log,
  );
  return { url, port, host, pid, file, detached: true };
}

/** Runs a session until it is stopped. `show` prints that it is ready, `summary` what it did. */
export async function serveSession<S extends SessionServer & { file: string }>(
  context: Context,
  mode: 'record' | 'replay',
  log: string | undefined,
  session: S,
  show: (ready: SessionReady) => Promise<void>,
  summary: () => string,
): Promise<void> {
  const { interrupted } = context.world;
  const stop = () => void session.close();
  interrupted.addEventListener('abort', stop);
  const unregister = await enter(context, { ...session, data: null, mode }, log);
  void session.closed.then(unregister);
  const { url, port, host, file } = session;
  if (interrupted.aborted) stop();
  else await show({ url, port, host, pid: process.pid, file, detached: false });
  if (log !== undefined) context.trace(`Listening at ${url} (process ${process.pid}, ${version}).`);
  // The document on standard output is printed already; a later error goes to standard error.
  context.output.dataStream();
  await session.closed;
  await context.output.note(summary);
  // After a signal, the process ends by that signal; after a request to stop, it ends with 0.
  interrupted.throwIfAborted();
}
