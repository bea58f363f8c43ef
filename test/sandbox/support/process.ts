// A sandbox in a process of its own, to be killed: the built command, in the foreground.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { sandboxCommand } from '../../support/tool';

/** A sandbox process. */
export interface SandboxProcess {
  child: ChildProcess;
  origin: string;
  url: string;
  /** What it printed so far, by line. */
  lines(): string[];
  /** The same of standard error. */
  errors(): string[];
  /** Resolves when the process is gone. */
  ended: Promise<unknown>;
  /** Sends a signal and waits until the process is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** How a sandbox process is started. */
export interface ProcessOptions {
  /** Words before the command, such as those of unshare(1). */
  prefix?: string[];
  /** Further words for `sandbox start`. */
  words?: string[];
  env?: NodeJS.ProcessEnv;
}

/**
 * Starts a sandbox on a data directory, with the options of Node that a detached one has. Rejects with the error
 * document when it does not start.
 */
export async function startProcess(
  directory: string,
  { prefix = [], words = [], env = process.env }: ProcessOptions = {},
): Promise<SandboxProcess> {
  const [program = '', ...rest] = [
    ...prefix,
    ...sandboxCommand,
    'sandbox',
    'start',
    '--json',
    '--port=0',
    '--no-rate-limit',
    `--data=${directory}`,
    ...words,
  ];
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const ended = once(child, 'close');
  const lines: string[] = [];
  const reader = createInterface(child.stdout).on('line', (line) => lines.push(line));
  const errors: string[] = [];
  createInterface(child.stderr).on('line', (line) => errors.push(line));
  const [line] = await once(reader, 'line');
  const { url } = JSON.parse(String(line)) as { url?: string };
  if (url === undefined) throw new Error(String(line));
  return {
    child,
    url,
    origin: new URL(url).origin,
    lines: () => lines,
    errors: () => errors,
    ended,
    end: async (signal) => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    },
  };
}
