// Starts the sandbox as a process that outlives this one, and waits until it listens.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeDirectory } from '../../../lib/directory';
import { childEnvironment } from '../../../lib/environment';
import { type ErrorCode, exitStatuses, WaypostError } from '../../../lib/errors';
import { isObject } from '../../../lib/exact-json';
import { ownEntry } from '../../../lib/installation';
import { requireOpenFiles } from '../../../lib/open-files';
import { healthAt } from '../../../sandbox/control-call';
import type { SandboxOptions } from '../../../sandbox/start';
import type { Context } from '../../run/context';
import { logFile, registryFolder } from './selected';

/** What a sandbox prints with --json once it is ready. */
export interface Ready {
  /** Base URL of the service. */
  url: string;
  port: number;
  host: string;
  pid: number;
  detached: boolean;
  /** Its data folder; null when it keeps everything in memory. */
  data: string | null;
  /** It was running, and --reuse found it. */
  reused?: true;
}

/** Longest start, in milliseconds. */
const patience = 30_000;

/** The arguments that start such a sandbox in the foreground. */
function wordsFor(options: SandboxOptions, log: string, debug: boolean): string[] {
  const { host, port, data, strictSignUp, rateLimit, fault } = options;
  return [
    'sandbox',
    'start',
    '--json',
    `--port=${port ?? 0}`,
    ...(host === undefined ? [] : [`--host=${host}`]),
    ...('folder' in data ? [`--data=${data.folder}`] : ['--memory']),
    ...(fault === undefined ? [] : [`--fault=${fault.kind}:${fault.rate}`]),
    ...(options.faultSeed === undefined ? [] : [`--fault-seed=${options.faultSeed}`]),
    ...(options.latency === undefined ? [] : [`--latency=${options.latency}`]),
    ...(options.recover ? ['--recover'] : []),
    ...(strictSignUp ? ['--strict-sign-up'] : []),
    ...(rateLimit === false ? ['--no-rate-limit'] : []),
    `--log=${log}`,
    ...(debug ? ['--debug'] : []),
  ];
}

/** The log file of a detached sandbox: in its data directory, or beside the registry. */
function logFor(context: Context, { data }: SandboxOptions): string {
  return 'folder' in data ? join(data.folder, logFile) : newLog(context);
}

function openLog(path: string): number | 'ignore' {
  try {
    makeDirectory(dirname(path), 0o700);
    return openSync(path, 'a', 0o600);
  } catch {
    // The directory cannot be written: the sandbox itself reports it, in better words.
    return 'ignore';
  }
}

/**
 * Starts a detached sandbox; answers what it says when it is ready. `more` are words of options that name
 * files, which the process reads itself.
 * @throws WaypostError whatever kept the sandbox from starting.
 */
export function startDetached(
  context: Context,
  options: SandboxOptions,
  more: readonly string[] = [],
): Promise<Ready> {
  const log = logFor(context, options);
  return spawnDetached(context, [...wordsFor(options, log, context.debug), ...more], log);
}

/** How many logs of sandboxes without a data directory are kept. */
const keptLogs = 50;

/** The logs of sandboxes without a data directory, the newest first. */
export function logsInMemory(context: Context): string[] {
  const folder = registryFolder(context);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const changed = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return names
    .filter((name) => name.endsWith('.log'))
    .map((name) => join(folder, name))
    .sort((one, other) => changed(other) - changed(one));
}

/** A new log file for a sandbox without a data directory; the oldest ones are removed. */
function newLog(context: Context): string {
  for (const old of logsInMemory(context).slice(keptLogs)) rmSync(old, { force: true });
  return join(registryFolder(context), `${randomBytes(9).toString('base64url')}.log`);
}

/**
 * Runs this command with other words as a process that outlives this one; answers the document it prints when
 * it is ready. `log` is where its standard error goes.
 * @throws WaypostError whatever kept it from starting.
 */
async function spawnDetached(
  context: Context,
  words: readonly string[],
  log: string,
): Promise<Ready> {
  requireOpenFiles();
  const child = spawn(process.execPath, [...ownEntry(), ...words], {
    detached: true,
    windowsHide: true,
    env: childEnvironment(process.env),
    stdio: ['ignore', 'pipe', openLog(log)],
  });
  const { stdout } = child;
  const { interrupted } = context.system;
  const deadline = AbortSignal.any([interrupted, AbortSignal.timeout(patience)]);
  const give = (): void => void child.kill();
  deadline.addEventListener('abort', give);
  let line = '';
  try {
    await once(child, 'spawn');
    for await (const piece of stdout ?? []) {
      line += String(piece);
      if (line.includes('\n')) break;
    }
    interrupted.throwIfAborted();
    const ready = readReady(line);
    if ((await healthAt(new URL(ready.url).origin)) === undefined) throw notReady();
    return ready;
  } catch (error) {
    // What this run does not say is there is not left behind.
    child.kill();
    throw error;
  } finally {
    deadline.removeEventListener('abort', give);
    stdout?.destroy();
    child.unref();
  }
}

function notReady(): WaypostError {
  return new WaypostError('internal_error', 'The sandbox ended before it was ready.', {
    hint: 'Start it without --detach to see why.',
  });
}

function readReady(line: string): Ready {
  let document: unknown;
  try {
    document = JSON.parse(line);
  } catch {
    throw notReady();
  }
  if (isReady(document)) return document;
  throw isFailure(document) ? failureOf(document) : notReady();
}

function isReady(value: unknown): value is Ready {
  return (
    isObject(value) &&
    typeof value.url === 'string' &&
    typeof value.port === 'number' &&
    typeof value.host === 'string' &&
    typeof value.pid === 'number'
  );
}

interface Failure {
  error: { code: ErrorCode; message: string; hint?: unknown; details?: unknown };
}

function isFailure(value: unknown): value is Failure {
  return (
    isObject(value) &&
    isObject(value.error) &&
    typeof value.error.code === 'string' &&
    Object.hasOwn(exitStatuses, value.error.code) &&
    typeof value.error.message === 'string'
  );
}

function failureOf({ error }: Failure): WaypostError {
  return new WaypostError(error.code, error.message, {
    hint: typeof error.hint === 'string' ? error.hint : undefined,
    details: error.details,
  });
}
