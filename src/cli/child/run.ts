// Runs a command as if the user had started it directly: passes on signals and the exit code, and provides a terminal
// if possible.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { setTimeout as later } from 'node:timers/promises';
import type { Environment } from '../../lib/environment';
import { invalidInput, WaypostError } from '../../lib/errors';
import { isLoopback } from '../../lib/loopback';
import type { SecretMask } from '../../lib/masking';
import { findProgram } from '../../lib/program';
import { hasCode, systemReason } from '../../lib/system-error';
import type { OutputStream } from '../output/output';
import { DiedOf, signals } from '../prompts/interrupted';
import type { System } from '../run/system';
import { inTerminal } from './pseudo-terminal';

export interface ChildOptions {
  /** The path of the program, as `programOf` returns it. */
  program: string;
  words: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Masks secrets in the command's output. If undefined, the command writes directly to waypost's output. */
  mask?: SecretMask | undefined;
}

/**
 * Returns the path of the program that the command's first word names. Throws `invalid_input` if the command is empty,
 * `program_not_found` if the program does not exist, and `program_not_runnable` if the program cannot be run.
 */
export function programOf([name]: readonly string[], { env }: Pick<System, 'env'>): string {
  if (!name)
    throw invalidInput(
      'The command to run is missing.',
      'Add the command at the end, for example: npm test.',
    );
  try {
    return findProgram(name, env);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw cannotStart(name, error);
    const shell =
      process.platform === 'win32'
        ? 'Use the Windows command interpreter for scripts such as npm: cmd /c npm test'
        : "Use a shell for shell syntax and shell built-ins: sh -c '…'";
    throw new WaypostError('program_not_found', `Command not found: ${name}.`, {
      hint: `Check the command's name, and that PATH contains the command's directory. ${shell}`,
    });
  }
}

/**
 * Returns the names of the variables in `--env`, each with the kind of value that the variable gets. Throws
 * `invalid_input` if an `--env` value does not have the allowed form. `expected` describes the allowed form, and
 * appears in the error message.
 */
export function namedVariables<Kind extends string>(
  texts: readonly string[],
  kinds: readonly Kind[],
  expected: string,
): { name: string; kind: Kind }[] {
  return texts.map((text) => {
    const [, name = '', given] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(text) ?? [];
    const kind = kinds.find((one) => one === given);
    if (name !== '' && kind !== undefined) return { name, kind };
    // The message does not contain the value, because the value might be a key.
    throw invalidInput(
      `--env must have the form ${expected}.`,
      'Use the name of the variable that the command reads, for example: --env ADDRESS_KEY=api-key.',
    );
  });
}

/**
 * Runs a command until it ends, and returns the command's exit code. Throws `DiedOf` if a signal ended the command, and
 * `program_not_runnable` if the command cannot be started.
 */
export async function runChild(
  system: System,
  { program, words, env, mask }: ChildOptions,
): Promise<number> {
  const [name = '', ...rest] = words;
  const terminal = mask === undefined ? undefined : inTerminal(program, words, system);
  const output = mask === undefined ? 'inherit' : 'pipe';
  const options: SpawnOptions = {
    argv0: terminal === undefined ? name : terminal.program,
    env: { ...env, ...terminal?.more },
    // If the command has a separate terminal, the first pipe receives the command's standard output and standard error,
    // and descriptor 3 receives the command's process ID.
    stdio:
      terminal === undefined ? ['inherit', output, output] : ['inherit', output, 'inherit', 'pipe'],
    windowsHide: true,
  };
  const forwarding = forwardSignals(terminal !== undefined);
  try {
    system.interrupted.throwIfAborted();
    const child = await spawnCommand(
      terminal?.program ?? program,
      terminal?.args ?? rest,
      options,
      name,
    );
    const ended = exitOf(child);
    if (terminal === undefined) forwarding.to((signal) => child.kill(signal));
    else {
      const processId = numberFrom(child.stdio[3] as Readable).catch(() => undefined);
      processId.then((number) =>
        forwarding.to((signal) => sendTo(number, signal) || child.kill(signal)),
      );
    }
    if (mask !== undefined) {
      await Promise.all([
        maskOutput(child, child.stdout, system.stdout, mask, ended),
        maskOutput(child, child.stderr, system.stderr, mask, ended),
      ]);
    }
    const { status, signal } = await ended;
    const died =
      signal ?? (terminal === undefined ? undefined : reportedSignal(status, forwarding.fatal()));
    if (died !== undefined) throw new DiedOf(died);
    return status ?? 1;
  } finally {
    forwarding.release();
  }
}

/**
 * Returns the signal that ended a command in a separate terminal, or undefined if the command ended by itself.
 * script(1) reports a signal as an exit code (128 + the signal number). This function recognizes only the four signals
 * below, because other exit codes above 128 can have a different meaning, such as 129 in Git. If script(1) itself
 * receives a signal, it exits with 0. Therefore, if the exit code is 0, this function returns the signal that waypost
 * received, if any.
 */
function reportedSignal(
  status: number | null,
  received: NodeJS.Signals | undefined,
): NodeJS.Signals | undefined {
  const reported = ['SIGINT', 'SIGQUIT', 'SIGKILL', 'SIGTERM'] as const;
  return (
    reported.find((name) => status === 128 + constants.signals[name]) ??
    (status === 0 ? received : undefined)
  );
}

async function spawnCommand(
  program: string,
  args: readonly string[],
  options: SpawnOptions,
  name: string,
): Promise<ChildProcess> {
  try {
    const child = spawn(program, args, options);
    await once(child, 'spawn');
    // After the command has started, Node emits an `error` event if, for example, a signal cannot be sent. This handler
    // ignores the event.
    child.on('error', () => {});
    return child;
  } catch (error) {
    throw cannotStart(name, error);
  }
}

function cannotStart(name: string, error: unknown): WaypostError {
  const message = `waypost cannot start ${name}: ${systemReason(error)}.`;
  return new WaypostError('program_not_runnable', message);
}

function exitOf(child: ChildProcess) {
  return new Promise<{ status: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('exit', (status, signal) => resolve({ status, signal }));
  });
}

/**
 * The maximum number of attempts to read the rest of the output after the command has ended. A successful attempt
 * usually returns 16 KiB or more.
 */
const lastTurns = 50;

/**
 * Masks the secrets in the command's output, and writes the result to `to`. If the reader closes waypost's output,
 * sends SIGPIPE to the command. Does not wait for the command's background processes, which might keep the output open.
 */
async function maskOutput(
  child: ChildProcess,
  from: Readable | null,
  to: OutputStream,
  mask: SecretMask,
  ended: Promise<unknown>,
): Promise<void> {
  if (from === null) return;
  const stream = mask.stream();
  const write = (bytes: Buffer) =>
    new Promise<boolean>((resolve) => {
      if (bytes.length === 0) return resolve(true);
      to.write(bytes, (error) => resolve(!error));
    });
  let left = Number.POSITIVE_INFINITY;
  let wake = (): void => {};
  for (const event of ['readable', 'end', 'error', 'close']) from.on(event, () => wake());
  ended.then(() => {
    left = lastTurns;
    wake();
  });
  for (; left > 0; left -= 1) {
    const chunk = from.read() as Buffer | null;
    if (chunk === null) {
      if (from.readableEnded || from.destroyed) break;
      if (left < Number.POSITIVE_INFINITY) await later(1);
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } else if (!(await write(stream.push(chunk)))) {
      // A program that writes to a closed pipe receives SIGPIPE. The pipe from the command to waypost is still open, so
      // waypost must send this signal to the command.
      child.kill('SIGPIPE');
      return;
    }
  }
  from.destroy();
  await write(stream.end());
}

/**
 * Returns the process ID that the shell in the separate terminal writes, or undefined if the shell ended before it
 * wrote the process ID.
 */
async function numberFrom(from: Readable): Promise<number | undefined> {
  let text = '';
  for await (const chunk of from) {
    text += chunk;
    // script(1) does not close the stream, so this loop cannot wait for the end of the stream.
    if (text.includes('\n')) break;
  }
  return Number(text) || undefined;
}

/**
 * Sends a signal to a process. Returns false if the process ID is unknown, or if waypost cannot send the signal, for
 * example because the process belongs to another user (sudo).
 */
function sendTo(number: number | undefined, signal: NodeJS.Signals): boolean {
  try {
    return number !== undefined && process.kill(number, signal);
  } catch {
    return false;
  }
}

/** Controls how waypost forwards signals to the command. */
interface Forwarding {
  /** Passes the signals that arrived before this call, and all later signals, to `send`. */
  to: (send: (signal: NodeJS.Signals) => void) => void;
  /**
   * Returns the first signal that waypost received and that usually ends a command. Returns undefined if waypost has
   * not received such a signal.
   */
  fatal: () => NodeJS.Signals | undefined;
  release: () => void;
}

/**
 * More signals that waypost forwards to the command. If waypost did not forward these signals, they would end only
 * waypost, and the command would continue to run with the keys. The list does not contain SIGPROF, which Node's
 * profiler uses. The list also does not contain the signals for a crash, after which JavaScript cannot run.
 */
const otherSignals = [
  'SIGUSR1',
  'SIGUSR2',
  'SIGALRM',
  'SIGVTALRM',
  'SIGABRT',
  'SIGXCPU',
  'SIGIO',
  'SIGPWR',
  'SIGSTKFLT',
] as const;

/**
 * Receives signals and forwards them to the command. Does not forward keyboard signals if the command uses the same
 * terminal as waypost, because the terminal also sends these signals to the command. `ofItsOwn` is true if the command
 * has a separate terminal.
 */
function forwardSignals(ofItsOwn: boolean): Forwarding {
  const keyboardSignals = new Set<NodeJS.Signals>(['SIGINT', 'SIGQUIT', 'SIGBREAK']);
  const isWindows = process.platform === 'win32';
  const hasKeyboard = !ofItsOwn && (isWindows || hasControllingTerminal());
  const others = isWindows ? [] : otherSignals;
  const waiting: NodeJS.Signals[] = [];
  let fatal: NodeJS.Signals | undefined;
  let send = (signal: NodeJS.Signals): void => {
    waiting.push(signal);
  };
  const forward = (signal: NodeJS.Signals) => send(signal);
  for (const signal of others) process.on(signal, forward);
  const release = signals.take((signal) => {
    fatal ??= signal;
    if (!hasKeyboard || !keyboardSignals.has(signal)) send(signal);
  });
  return {
    to: (next) => {
      send = next;
      for (const signal of waiting.splice(0)) next(signal);
    },
    fatal: () => fatal,
    release: () => {
      for (const signal of others) process.off(signal, forward);
      release();
    },
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

/**
 * Returns environment variables for a program that waypost starts with this URL and a key. With these variables, the
 * program connects to this machine directly, as waypost does. Without these variables, many programs would send
 * requests for this machine through the user's HTTP proxy, which would then see the key. Returns an empty object if the
 * URL is on another host, or if the environment does not set a proxy.
 */
export function directVariables({ hostname }: URL, env: Environment): Record<string, string> {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [
    name,
    name.toLowerCase(),
  ]);
  if (!isLoopback({ hostname }) || !names.some((name) => env[name])) return {};
  // In NO_PROXY, an IPv6 address must not have brackets.
  const host = hostname.replace(/^\[|\]$/g, '');
  const entries = [env.no_proxy ?? env.NO_PROXY ?? '', host].filter(Boolean).join(',');
  return { no_proxy: entries, NO_PROXY: entries };
}
