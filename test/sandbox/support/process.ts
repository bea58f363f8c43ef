// A sandbox that the built command runs in the foreground of a separate process, which a test can kill.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { command } from '../../support/tool';

/** A sandbox process. */
export interface SandboxProcess {
  child: ChildProcess;
  origin: string;
  url: string;
  /** Returns the lines that the process has written to standard output. */
  lines(): string[];
  /** Returns the lines that the process has written to standard error. */
  errors(): string[];
  /** Resolves when the process has ended. */
  ended: Promise<unknown>;
  /** Sends a signal, and waits until the process has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Options for starting a sandbox process. */
export interface ProcessOptions {
  /** The program that runs the command, and its arguments, such as unshare(1). */
  prefix?: string[];
  /** More arguments for `sandbox start`. */
  words?: string[];
  env?: NodeJS.ProcessEnv;
}

/** Starts a sandbox with this data directory. If the sandbox does not start, rejects with the error document. */
export async function startProcess(
  directory: string,
  { prefix = [], words = [], env = process.env }: ProcessOptions = {},
): Promise<SandboxProcess> {
  const [program = '', ...rest] = [
    ...prefix,
    ...command,
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
