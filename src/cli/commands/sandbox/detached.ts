// Starts the sandbox as a process that outlives this one, and waits until it listens.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { makeDirectory } from '../../../lib/directory';
import { childEnvironment } from '../../../lib/environment';
import { type ErrorCode, exitStatuses, WaypostError } from '../../../lib/errors';
import { ownEntry } from '../../../lib/installation';
import { requireOpenFiles } from '../../../lib/system-error';
import { healthAt } from '../../../sandbox/control-call';
import { parse } from '../../../sandbox/parse';
import type { Context } from '../../run/context';
import { logFile, registryDirectory, wordsOfOptions } from './selected';

const startedSandbox = z.object({
  /** Base URL of the service. */
  url: z.string(),
  port: z.int(),
  host: z.string(),
  pid: z.int(),
  detached: z.boolean(),
  /** Its data directory; null when it keeps everything in memory. */
  data: z.nullable(z.string()),
});

/** What a sandbox prints with --json once it listens. */
export interface StartedSandbox extends z.infer<typeof startedSandbox> {
  /** It was running, and --reuse found it. */
  reused?: true;
}

const failedStart = z.object({
  error: z.object({
    code: z.enum(Object.keys(exitStatuses) as ErrorCode[]),
    message: z.string(),
    hint: z.optional(z.string()),
    details: z.optional(z.unknown()),
  }),
});

const maxStartMs = 30_000;

function openLogForWriting(path: string): number | 'ignore' {
  try {
    makeDirectory(dirname(path), 0o700);
    return openSync(path, 'a', 0o600);
  } catch {
    // The directory cannot be written: the sandbox itself reports it, in better words.
    return 'ignore';
  }
}

const maxLogsInMemory = 50;

/** The logs of sandboxes without a data directory, the newest first. */
export function logsInMemory(context: Context): string[] {
  const directory = registryDirectory(context);
  const names = existsSync(directory) ? readdirSync(directory) : [];
  const changed = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return names
    .filter((name) => name.endsWith('.log'))
    .map((name) => join(directory, name))
    .sort((one, other) => changed(other) - changed(one));
}

/** A new log file for a sandbox without a data directory; the oldest ones are removed. */
function newLog(context: Context): string {
  for (const old of logsInMemory(context).slice(maxLogsInMemory)) rmSync(old, { force: true });
  return join(registryDirectory(context), `${randomBytes(9).toString('base64url')}.log`);
}

/**
 * Starts `waypost sandbox start` with these options as a process that outlives this one; answers what it prints when
 * it listens.
 * @throws WaypostError whatever kept the sandbox from starting.
 */
export async function startDetached(
  context: Context,
  options: { port: string; data?: string; memory?: true; [option: string]: unknown },
): Promise<StartedSandbox> {
  const { data } = options;
  const log = data === undefined ? newLog(context) : join(data, logFile);
  const words = wordsOfOptions({ json: true, ...options, log, debug: context.debug });
  requireOpenFiles();
  const args = [...ownEntry(), 'sandbox', 'start', ...words.map((word) => word.join('='))];
  const child = spawn(process.execPath, args, {
    detached: true,
    windowsHide: true,
    env: childEnvironment(process.env),
    stdio: ['ignore', 'pipe', openLogForWriting(log)],
  });
  const { stdout } = child;
  const { interrupted } = context.system;
  const deadline = AbortSignal.any([interrupted, AbortSignal.timeout(maxStartMs)]);
  const kill = (): void => void child.kill();
  deadline.addEventListener('abort', kill);
  let line = '';
  try {
    await once(child, 'spawn');
    for await (const chunk of stdout ?? []) {
      line += String(chunk);
      if (line.includes('\n')) break;
    }
    interrupted.throwIfAborted();
    const started = readStart(line);
    if ((await healthAt(new URL(started.url).origin)) === undefined) throw endedEarly();
    return started;
  } catch (error) {
    // What this run does not say is there is not left behind.
    child.kill();
    throw error;
  } finally {
    deadline.removeEventListener('abort', kill);
    stdout?.destroy();
    child.unref();
  }
}

function endedEarly(): WaypostError {
  return new WaypostError('internal_error', 'The sandbox ended before it was ready.', {
    hint: 'Start it without --detach to see why.',
  });
}

function readStart(line: string): StartedSandbox {
  let document: unknown;
  try {
    document = JSON.parse(line);
  } catch {
    throw endedEarly();
  }
  const started = parse(startedSandbox, document);
  if ('value' in started) return started.value;
  const failed = parse(failedStart, document);
  if ('errors' in failed) throw endedEarly();
  const { code, message, hint, details } = failed.value.error;
  throw new WaypostError(code, message, { hint, details });
}
