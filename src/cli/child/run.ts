// Runs a command as if the user had started it directly: with its signals, its exit status and, if possible,
// its terminal.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import { invalidInput } from '../../lib/errors';
import type { SecretMask } from '../../lib/masking';
import { hasCode, systemReason } from '../../lib/system-error';
import type { Context } from '../context';
import { DiedOf, signals } from '../ui/interrupted';
import type { Sink } from '../ui/output';
import { inTerminal } from './pseudo-terminal';

/** How a command is run. */
export interface ChildOptions {
  words: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Masks the command's output; without it the command writes to the output itself. */
  mask?: SecretMask | undefined;
}

/** Throws `invalid_input` if there is no command among the arguments. */
export function requireCommand([name]: readonly string[]): void {
  if (!name) throw invalidInput('No command was given.', 'Give it behind --, such as -- npm test.');
}

/**
 * Runs a command to its end. Its exit status becomes that of this process; if a signal ended it, this throws
 * `DiedOf`. Throws `invalid_input` for a command that cannot be started.
 */
export async function runChild(
  context: Context,
  { words, env, mask }: ChildOptions,
): Promise<void> {
  const { world } = context;
  const terminal = mask === undefined ? undefined : inTerminal(words, world);
  const [name = '', ...rest] = words;
  const { program, args, more } = terminal ?? { program: name, args: rest, more: {} };
  const output = mask === undefined ? 'inherit' : 'pipe';
  const options: SpawnOptions = {
    env: { ...env, ...more },
    // A terminal carries both streams.
    stdio: ['inherit', output, terminal === undefined ? output : 'inherit'],
    windowsHide: true,
  };
  const child = await started(program, args, options, name);
  const release = forwardSignals(child, terminal === undefined);
  try {
    const ended = endOf(child);
    if (mask !== undefined) {
      await Promise.all([
        masked(child, child.stdout, world.stdout, mask),
        masked(child, child.stderr, world.stderr, mask),
      ]);
    }
    const { status, signal } = await ended;
    const died = signal ?? (terminal === undefined ? undefined : signalOf(status));
    if (died !== undefined) throw new DiedOf(died);
    context.exitStatus = status ?? 1;
  } finally {
    release();
  }
}

/**
 * The signal that script(1) reports as an exit status. A command that exits with one of these statuses usually means
 * the signal too; other statuses above 128 may mean something else, such as 129 of git.
 */
function signalOf(status: number | null): NodeJS.Signals | undefined {
  const reported = ['SIGINT', 'SIGQUIT', 'SIGKILL', 'SIGTERM'] as const;
  return reported.find((name) => status === 128 + constants.signals[name]);
}

function started(
  program: string,
  args: readonly string[],
  options: SpawnOptions,
  name: string,
): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const refuse = (error: unknown) => reject(cannotStart(name, error));
    try {
      const child = spawn(program, args, options);
      child.once('error', refuse);
      child.once('spawn', () => {
        child.off('error', refuse);
        // Such as an error from a signal that could not be sent.
        child.on('error', () => {});
        resolve(child);
      });
    } catch (error) {
      refuse(error);
    }
  });
}

function cannotStart(name: string, error: unknown) {
  if (!hasCode(error, 'ENOENT')) {
    const message = `${name} cannot be started: ${systemReason(error)}.`;
    return invalidInput(message, 'Check that it is a program you may run.');
  }
  const shell =
    process.platform === 'win32'
      ? 'Scripts such as npm need their shell: -- cmd /c npm test'
      : "What only a shell knows needs one: -- sh -c '…'";
  return invalidInput(`There is no command ${name}.`, `Check its name and PATH. ${shell}`);
}

function endOf(child: ChildProcess) {
  return new Promise<{ status: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('exit', (status, signal) => resolve({ status, signal }));
  });
}

/**
 * Passes on the command's output, masked. If our reader closes its end, the command's pipe is closed too.
 */
async function masked(
  child: ChildProcess,
  from: ChildProcess['stdout'],
  to: Sink,
  mask: SecretMask,
): Promise<void> {
  if (from === null) return;
  const stream = mask.stream();
  const write = (bytes: Buffer) =>
    new Promise<boolean>((resolve) => {
      if (bytes.length === 0) return resolve(true);
      to.write(bytes, (error) => resolve(!error));
    });
  for await (const piece of from) {
    if (await write(stream.push(piece))) continue;
    // Before the event loop closes the streams.
    child.kill('SIGPIPE');
    return;
  }
  await write(stream.end());
}

/**
 * Forwards signals to the command until the returned function is called. Signals of the keyboard reach the command
 * without help, because it is in the terminal's process group. SIGUSR1 and SIGUSR2 are forwarded only to a `direct`
 * child: script(1) would die of them.
 */
function forwardSignals(child: ChildProcess, direct: boolean): () => void {
  const keyboardSignals = new Set<NodeJS.Signals>(['SIGINT', 'SIGQUIT', 'SIGBREAK']);
  const isWindows = process.platform === 'win32';
  const hasKeyboard = isWindows || hasControllingTerminal();
  const userSignals = isWindows ? [] : (['SIGUSR1', 'SIGUSR2'] as const);
  const forward = (signal: NodeJS.Signals) => {
    if (direct) child.kill(signal);
  };
  for (const signal of userSignals) process.on(signal, forward);
  const release = signals.take((signal) => {
    if (!hasKeyboard || !keyboardSignals.has(signal)) child.kill(signal);
  });
  return () => {
    for (const signal of userSignals) process.off(signal, forward);
    release();
  };
}

function hasControllingTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}
