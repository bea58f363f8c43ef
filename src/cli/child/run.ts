// Runs a command as if the user had started it directly: with its signals, its exit status and, if possible,
// its terminal.
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
  /** The file of its program; see `programOf`. */
  program: string;
  words: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Masks the command's output; without it the command writes to the output itself. */
  mask?: SecretMask | undefined;
}

/**
 * The file of the program among the arguments. Throws `invalid_input` if none is named, `program_not_found` and
 * `program_not_runnable`.
 */
export function programOf([name]: readonly string[], { env }: Pick<System, 'env'>): string {
  if (!name)
    throw invalidInput(
      'No command was given.',
      'Add the command at the end, for example: npm test.',
    );
  try {
    return findProgram(name, env);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw cannotStart(name, error);
    const shell =
      process.platform === 'win32'
        ? 'Scripts such as npm need their shell: cmd /c npm test'
        : "Shell syntax and shell built-ins require a shell: sh -c '…'";
    throw new WaypostError('program_not_found', `Command not found: ${name}.`, {
      hint: `Check its name and PATH. ${shell}`,
    });
  }
}

/** The variables that `--env` names, each with what it gets. `expected` says what is allowed. Throws `invalid_input`. */
export function namedVariables<Kind extends string>(
  texts: readonly string[],
  kinds: readonly Kind[],
  expected: string,
): { name: string; kind: Kind }[] {
  return texts.map((text) => {
    const [, name = '', given] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(text) ?? [];
    const kind = kinds.find((one) => one === given);
    if (name !== '' && kind !== undefined) return { name, kind };
    // The given value may be a key.
    throw invalidInput(
      `--env takes ${expected}.`,
      'Use the name of the variable that the command reads, for example: --env ADDRESS_KEY=api-key.',
    );
  });
}

/**
 * Runs a command to its end and returns its exit status; if a signal ended it, this throws `DiedOf`. Throws `program_not_runnable` for a command that cannot be started.
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
    // A terminal carries both streams. The fourth tells the number of the command's process there.
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
 * The signal that script(1) reports as an exit status. A command that exits with one of these statuses usually means
 * the signal too; other statuses above 128 may mean something else, such as 129 of git. Where this process was told to
 * end, script(1) may have been too: its status 0 says nothing of the command then.
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
    // Such as an error from a signal that could not be sent.
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

/** What the command wrote before its end is read in fewer turns of the event loop: each takes 16 KiB or more. */
const lastTurns = 50;

/**
 * Passes on the command's output, masked. If our reader closes its end, the command's pipe is closed too. A process that
 * the command left behind may keep its output open: that is not waited for.
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
      // Before the event loop closes the streams.
      child.kill('SIGPIPE');
      return;
    }
  }
  from.destroy();
  await write(stream.end());
}

/** The number that script(1)'s shell tells, in a line; undefined where it was ended before. */
async function numberFrom(from: Readable): Promise<number | undefined> {
  let text = '';
  for await (const chunk of from) {
    text += chunk;
    // script(1) keeps its end open.
    if (text.includes('\n')) break;
  }
  return Number(text) || undefined;
}

/** Whether the signal could be sent: not to a program of another user, such as sudo(8). */
function sendTo(number: number | undefined, signal: NodeJS.Signals): boolean {
  try {
    return number !== undefined && process.kill(number, signal);
  } catch {
    return false;
  }
}

/** The signals of this process, which are for the command. */
interface Forwarding {
  /** Sends them from now on, and those that came before. */
  to: (send: (signal: NodeJS.Signals) => void) => void;
  /** The first of them that ends a command. */
  fatal: () => NodeJS.Signals | undefined;
  release: () => void;
}

/**
 * Signals that would end this process and leave the command alone with the keys. Not those of a fault of its own, after
 * which no code of it may run, and not SIGPROF, the clock of Node's profiler.
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
 * Receives signals. Those of the keyboard reach the command without help, because it is in the terminal's process
 * group, unless it has a terminal `ofItsOwn`.
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
 * Variables for a program that is given this URL and a key, so that it follows the same rule: many programs take
 * a proxy to this machine too, which would see the key. None where no proxy is named.
 */
export function directVariables({ hostname }: URL, env: Environment): Record<string, string> {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [
    name,
    name.toLowerCase(),
  ]);
  if (!isLoopback({ hostname }) || !names.some((name) => env[name])) return {};
  // In NO_PROXY an IPv6 address has no brackets.
  const host = hostname.replace(/^\[|\]$/g, '');
  const entries = [env.no_proxy ?? env.NO_PROXY ?? '', host].filter(Boolean).join(',');
  return { no_proxy: entries, NO_PROXY: entries };
}
