// Runs a command as if the user had started it directly: with its signals, its exit code and, if possible, its
// terminal.
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
  /** The path of the program; see `programOf`. */
  program: string;
  words: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Masks the command's output. If undefined, the command writes directly to the output. */
  mask?: SecretMask | undefined;
}

/**
 * Returns the path of the program in the arguments. Throws `invalid_input` if there is no program, and
 * `program_not_found` or `program_not_runnable` if it cannot be run.
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
        ? 'Run scripts such as npm with their shell: cmd /c npm test'
        : "Use a shell for shell syntax and shell built-ins: sh -c '…'";
    throw new WaypostError('program_not_found', `Command not found: ${name}.`, {
      hint: `Check its name and PATH. ${shell}`,
    });
  }
}

/**
 * Returns the variables that `--env` names, each with the kind of its value. `expected` describes the allowed values in
 * messages. Throws `invalid_input` if a value is not allowed.
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
    // The message does not contain the value, because it might be a key.
    throw invalidInput(
      `--env must have the form ${expected}.`,
      'Use the name of the variable that the command reads, for example: --env ADDRESS_KEY=api-key.',
    );
  });
}

/**
 * Runs a command until it ends, and returns its exit code. Throws `DiedOf` if a signal ended the command, and
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
    // A terminal combines output and error output. In a terminal, the fourth stream reports the process ID of the
    // command.
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
 * Returns the signal that script(1) reports as an exit code. A command that exits with one of these codes usually
 * refers to the signal, too. Other codes above 128 can have a different meaning, such as 129 in git. If waypost
 * received a signal to end, script(1) might have received it too, and its exit code 0 then does not describe the
 * command.
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
    // Such an error can be, for example, that a signal could not be sent.
    child.on('error', () => {});
    return child;
  } catch (error) {
    throw cannotStart(name, error);
  }
}

function cannotStart(name: string, error: unknown): WaypostError {
  const message = `${name} cannot be started: ${systemReason(error)}.`;
  return new WaypostError('program_not_runnable', message);
}

function exitOf(child: ChildProcess) {
  return new Promise<{ status: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('exit', (status, signal) => resolve({ status, signal }));
  });
}

/**
 * The number of turns of the event loop in which waypost reads the output that the command wrote before it ended. Each
 * turn reads 16 KiB or more.
 */
const lastTurns = 50;

/**
 * Passes on the command's output with the secrets masked. If the reader of waypost's output closes it, also closes the
 * command's pipe. Does not wait for background processes of the command that keep its output open.
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
      // This signal must be sent before the event loop closes the streams.
      child.kill('SIGPIPE');
      return;
    }
  }
  from.destroy();
  await write(stream.end());
}

/** Returns the process ID that the shell of script(1) reports in a line, or undefined if the shell was ended before. */
async function numberFrom(from: Readable): Promise<number | undefined> {
  let text = '';
  for await (const chunk of from) {
    text += chunk;
    // script(1) keeps its end of the stream open.
    if (text.includes('\n')) break;
  }
  return Number(text) || undefined;
}

/** Returns true if the signal was sent. A signal cannot be sent to a program of another user, such as sudo(8). */
function sendTo(number: number | undefined, signal: NodeJS.Signals): boolean {
  try {
    return number !== undefined && process.kill(number, signal);
  } catch {
    return false;
  }
}

/** The signals that this process receives and passes to the command. */
interface Forwarding {
  /** Sends the signals to the command from now on, including the signals that arrived before. */
  to: (send: (signal: NodeJS.Signals) => void) => void;
  /** Returns the first signal that usually ends a command, if any. */
  fatal: () => NodeJS.Signals | undefined;
  release: () => void;
}

/**
 * The signals that would end this process while the command continues to run with the keys. The list does not contain
 * the signals of a crash, after which no JavaScript can run, or SIGPROF, which Node's profiler uses.
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
 * Receives signals and forwards them to the command. Keyboard signals reach the command directly, because it is in the
 * same process group of the terminal, unless it has a separate terminal (`ofItsOwn`).
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
 * Returns variables for a program that receives this URL and a key, so that it connects directly to this machine, as
 * waypost does. Many programs also use a proxy for this machine, and the proxy would see the key. Returns no variables
 * if the environment names no proxy.
 */
export function directVariables({ hostname }: URL, env: Environment): Record<string, string> {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [
    name,
    name.toLowerCase(),
  ]);
  if (!isLoopback({ hostname }) || !names.some((name) => env[name])) return {};
  // In NO_PROXY, an IPv6 address has no brackets.
  const host = hostname.replace(/^\[|\]$/g, '');
  const entries = [env.no_proxy ?? env.NO_PROXY ?? '', host].filter(Boolean).join(',');
  return { no_proxy: entries, NO_PROXY: entries };
}
