// Keys in a secret manager: a profile names the command that prints one. It runs without a shell, once a
// process, for at most 30 seconds, and gets no key of this tool.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { childEnvironment, type Environment, readVariable } from '../../lib/environment';
import type { WaypostError } from '../../lib/errors';
import { homeDirectory } from '../../lib/home-directory';
import { plainText } from '../../lib/plain-text';
import { killProcessTree } from '../../lib/processes';
import { trustedProgram } from '../../lib/program';
import type { Clock } from '../../lib/runtime';
import { hasCode, systemReason } from '../../lib/system-error';
import { failed, type Reason } from '../reasons';
import { checkKey, type KeyKind, keyKinds } from './resolve';

/** How long a command may take, in milliseconds. */
export const keyCommandLimitMs = 30_000;
/** A longer first line is not a key, in characters. */
const maxLine = 64 * 1024;
/** Most characters of a command's error output that are shown. */
const maxSaid = 2000;
/** Set for a key command, so that a command which asks this tool for the same key does not run for ever. */
export const keyCommandVariable = 'WAYPOST_KEY_COMMAND';

export interface KeyCommandOptions {
  env: Environment;
  clock: Clock;
  /** Whether a person is present: the command may then ask them, on this terminal. */
  interactive: boolean;
  /** Ends the command; its reason is thrown. */
  signal?: AbortSignal | undefined;
  /** Called with every line the command prints: it may be a secret. */
  onSecret?: ((line: string) => void) | undefined;
}

const startedCommands = new Map<string, Promise<string>>();

/**
 * The key that a command prints: the first line of its output. Each command is started once, as long as it
 * succeeds. Throws `missing_api_key` or `missing_user_token` with the command's error output if it cannot be
 * started, fails, prints nothing or takes too long; `invalid_input` if the line is not a key.
 */
export function keyFromCommand(
  command: readonly string[],
  kind: KeyKind,
  options: KeyCommandOptions,
): Promise<string> {
  const id = JSON.stringify([kind, ...command]);
  const known = startedCommands.get(id);
  if (known !== undefined) return known;
  const reading = runKeyCommand(command, kind, options);
  startedCommands.set(id, reading);
  reading.catch(() => startedCommands.delete(id));
  return reading;
}

async function runKeyCommand(
  command: readonly string[],
  kind: KeyKind,
  options: KeyCommandOptions,
): Promise<string> {
  const program = basename(command[0] ?? '');
  const { name, missing } = keyKinds[kind];
  const refuse = (why: string, reason: Reason = 'key_command'): WaypostError =>
    failed(missing, reason, `The command for the ${name} ${why}`, { about: { program } });
  if (readVariable(options.env, keyCommandVariable) !== undefined) {
    throw refuse('would run inside another such command.', 'key_command_nested');
  }
  const end = await runToEnd(command, options);
  const [line = ''] = end.printed.split('\n');
  const key = line.trim();
  if (end.how !== undefined) {
    options.onSecret?.(key);
    // Escape sequences would hide a key from masking.
    const said = plainText(end.said).trim();
    const why = `failed: ${program} ${end.how}.`;
    throw refuse(said === '' ? why : `${why} It said: ${said}`, end.reason);
  }
  if (key === '') throw refuse(`failed: ${program} printed nothing.`);
  options.onSecret?.(key);
  checkKey(key, kind, `the output of ${program}`);
  return key;
}

/** How a command ended: `how` is undefined where it succeeded. */
interface CommandEnd {
  printed: string;
  said: string;
  how?: string | undefined;
  reason?: Reason | undefined;
}

function runToEnd(
  [program = '', ...args]: readonly string[],
  { env, clock, interactive, signal }: KeyCommandOptions,
): Promise<CommandEnd> {
  signal?.throwIfAborted();
  const leadsGroup = !interactive && process.platform !== 'win32';
  let child: ChildProcess;
  try {
    child = spawn(trustedProgram(program, env), args, {
      argv0: program,
      cwd: placeOfCommands(),
      env: { ...childEnvironment(env), [keyCommandVariable]: '1' },
      // A person answers on the terminal. Without one, the command gets no terminal to wait for.
      stdio: interactive ? ['inherit', 'pipe', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      detached: leadsGroup,
      windowsHide: true,
    });
  } catch (error) {
    return Promise.resolve({ printed: '', said: '', ...notStarted(error) });
  }
  return new Promise((resolve, reject) => {
    let printed = '';
    let said = '';
    let exited: string | undefined | null = null;
    const over = new AbortController();
    const settle = (finish: () => void): void => {
      over.abort();
      child.stdout?.destroy();
      child.stderr?.destroy();
      finish();
    };
    const end = (how: Pick<CommandEnd, 'how' | 'reason'>) =>
      settle(() => resolve({ printed, said, ...how }));
    const interrupt = (): void => {
      killProcessTree(child.pid, leadsGroup);
      settle(() => reject(signal?.reason));
    };
    signal?.addEventListener('abort', interrupt, { signal: over.signal });
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      // Only the first line is used.
      if (!printed.includes('\n')) printed = (printed + text).slice(0, maxLine);
      if (exited === undefined && printed.includes('\n')) end({});
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(0, maxSaid);
    });
    child.once('error', (error) => end(notStarted(error)));
    child.once('exit', (status, by) => {
      exited = status === 0 ? undefined : `ended with ${by ?? `exit status ${status}`}`;
      // A process that the command left running may keep its output open for ever.
      if (exited === undefined && printed.includes('\n')) end({});
    });
    child.once('close', () => end({ how: exited ?? undefined }));
    clock.sleep(keyCommandLimitMs, over.signal).then(
      () => {
        killProcessTree(child.pid, leadsGroup);
        end({ how: exited === null ? `took longer than ${keyCommandLimitMs / 1000} s` : exited });
      },
      () => {},
    );
  });
}

/** The directory in which commands run: the same for all, so that relative paths among their words mean the same. */
function placeOfCommands(): string {
  const home = homeDirectory();
  return existsSync(home) ? home : '/';
}

function notStarted(error: unknown): Pick<CommandEnd, 'how' | 'reason'> {
  if (hasCode(error, 'ENOENT')) {
    return { how: 'was not found', ...(process.platform === 'win32' ? batchFile : {}) };
  }
  const how = `cannot be started: ${systemReason(error)}`;
  return { how, ...(hasCode(error, 'EINVAL') ? batchFile : {}) };
}

/** Windows starts a .cmd or .bat file only through its command interpreter. */
const batchFile = { reason: 'key_command_batch_file' } as const;
