// Starts a sandbox in a process that outlives this process, and waits until the sandbox listens.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import * as z from 'zod/mini';
import { makeDirectory } from '../../../../lib/directory';
import { childEnvironment } from '../../../../lib/environment';
import { type ErrorCode, errorCodes } from '../../../../lib/error-codes';
import { WaypostError } from '../../../../lib/errors';
import { ownEntry } from '../../../../lib/installation';
import { requireOpenFiles } from '../../../../lib/system-error';
import { healthAt } from '../../../../sandbox/control/control-client';
import { parse } from '../../../../sandbox/http/parse';
import type { Output } from '../../../output/output';
import type { System } from '../../../run/system';
import { logOfDirectory, newLogInMemory } from '../target/log-files';
import { optionWords } from './option-words';

const startedSandbox = z.object({
  /** The sandbox's base URL. */
  url: z.string(),
  port: z.int(),
  host: z.string(),
  pid: z.int(),
  detached: z.boolean(),
  /** The data directory, or null if the sandbox keeps everything in memory. */
  data: z.nullable(z.string()),
});

/** The JSON document that `sandbox start` prints after the sandbox has started to listen. */
export interface StartedSandbox extends z.infer<typeof startedSandbox> {
  /** True if --reuse found a running sandbox, otherwise undefined. */
  reused?: true;
}

const failedStart = z.object({
  error: z.object({
    code: z.enum(Object.keys(errorCodes) as ErrorCode[]),
    message: z.string(),
    hint: z.optional(z.string()),
    details: z.optional(z.unknown()),
  }),
});

const maxStartMinutes = 5;

function openLogForWriting(path: string): number | 'ignore' {
  try {
    makeDirectory(dirname(path), 0o700);
    return openSync(path, 'a', 0o600);
  } catch {
    // If waypost cannot write to the directory, waypost starts the sandbox without a log file, because the sandbox
    // reports a more precise error.
    return 'ignore';
  }
}

/** The options of `sandbox start`, as the parser names them. */
interface DetachedOptions {
  port: string;
  data?: string;
  memory?: true;
  [option: string]: unknown;
}

/**
 * Runs `waypost sandbox start` with these options in a process that outlives this process. Returns the JSON document
 * that the process prints after the sandbox has started to listen.
 * @throws WaypostError with the reason why the sandbox did not start.
 */
export async function startDetached(
  { system, output }: { system: System; output: Output },
  options: DetachedOptions,
): Promise<StartedSandbox> {
  const { data } = options;
  const { interrupted } = system;
  const log = data === undefined ? newLogInMemory(system) : logOfDirectory(data);
  const words = optionWords({ json: true, ...options, log, debug: output.debug });
  const child = spawnSandbox(words, log);
  const { stdout } = child;
  const timeout = AbortSignal.timeout(maxStartMinutes * 60_000);
  const deadline = AbortSignal.any([interrupted, timeout]);
  const kill = (): void => void child.kill();
  deadline.addEventListener('abort', kill);
  try {
    await once(child, 'spawn');
    const line = await firstLine(stdout);
    interrupted.throwIfAborted();
    const started = readStart(line);
    if ((await healthAt(new URL(started.url).origin)) === undefined) throw endedEarly();
    return started;
  } catch (error) {
    // The command fails, so waypost ends the sandbox process.
    child.kill();
    if (timeout.aborted) throw startedTooSlowly();
    throw error;
  } finally {
    deadline.removeEventListener('abort', kill);
    stdout?.destroy();
    child.unref();
  }
}

/** Starts the sandbox process, which writes its standard error to the log file. */
function spawnSandbox(words: readonly string[][], log: string): ChildProcess {
  requireOpenFiles();
  const args = [...ownEntry(), 'sandbox', 'start', ...words.map((word) => word.join('='))];
  return spawn(process.execPath, args, {
    detached: true,
    windowsHide: true,
    env: childEnvironment(process.env),
    stdio: ['ignore', 'pipe', openLogForWriting(log)],
  });
}

/** Returns the first line that a process prints. */
async function firstLine(stdout: Readable | null): Promise<string> {
  let text = '';
  for await (const chunk of stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text;
}

function startedTooSlowly(): WaypostError {
  return new WaypostError(
    'timeout',
    `The sandbox did not start within ${maxStartMinutes} minutes.`,
    { hint: 'To see what the sandbox is doing, start it without --detach.' },
  );
}

function endedEarly(): WaypostError {
  return new WaypostError('internal_error', 'The sandbox ended before it was ready.', {
    hint: 'To see the reason, start the sandbox without --detach.',
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
