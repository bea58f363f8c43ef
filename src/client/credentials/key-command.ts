// Gets a key from a secret manager by running a login's key command, which prints the key. Each key command runs
// without a shell and for at most 30 seconds. A key command that succeeded does not run again in the same process.
// waypost removes its own variables from the environment of a key command, because these variables can contain keys.
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

/** The time limit for a key command, in milliseconds. */
const timeLimitMs = 30_000;
/** The maximum length of the output that waypost reads, in characters. A key is always shorter than this. */
const maxOutputLength = 64 * 1024;
/** The maximum length of error output that waypost shows, in characters. */
const maxErrorOutputLength = 2000;
/**
 * The environment variable that waypost sets for a key command. If the key command runs waypost, this variable prevents
 * an endless loop.
 */
export const keyCommandVariable = 'WAYPOST_KEY_COMMAND';

interface KeyCommandOptions {
  env: Environment;
  clock: Clock;
  /** True if the command can prompt the user at the terminal. */
  interactive: boolean;
  /** Aborting this signal ends the command, and `keyFromCommand` throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /**
   * A function that receives the first line of the output, so that the caller can mask the line. The line might be a
   * secret even if the command fails.
   */
  onSecret?: ((line: string) => void) | undefined;
}

const startedCommands = new Map<string, Promise<string>>();

/**
 * Returns the key that a command prints on the first line of its output. If the command is already running or has
 * succeeded in this process, returns the same key without running the command again. Throws `missing_api_key` or
 * `missing_user_token` if the command cannot be started, fails, leaves the first line of its output empty, exceeds the
 * time limit, or would run inside another key command. If `interactive` is false, the error message contains the
 * command's error output. Throws `invalid_input` if the first line is not a key.
 */
export function keyFromCommand(
  command: readonly string[],
  kind: KeyKind,
  options: KeyCommandOptions,
): Promise<string> {
  const id = JSON.stringify([kind, ...command]);
  const started = startedCommands.get(id);
  if (started !== undefined) return started;
  const key = runKeyCommand(command, kind, options);
  startedCommands.set(id, key);
  key.catch(() => startedCommands.delete(id));
  return key;
}

async function runKeyCommand(
  command: readonly string[],
  kind: KeyKind,
  options: KeyCommandOptions,
): Promise<string> {
  const program = basename(command[0] ?? '');
  const { name, missing } = keyKinds[kind];
  const failure = (what: string, reason: Reason = 'key_command'): WaypostError =>
    failed(missing, reason, `The command for the ${name} ${what}`, { about: { program } });
  if (readVariable(options.env, keyCommandVariable) !== undefined) {
    throw failure('would run inside another key command.', 'key_command_nested');
  }
  const end = await runToEnd(command, options);
  const [line = ''] = end.output.split('\n');
  const key = line.trim();
  if (end.failure !== undefined) {
    options.onSecret?.(key);
    // Remove escape sequences, because an escape sequence inside a key could prevent waypost from masking the key.
    const errorOutput = plainText(end.errorOutput).trim();
    const what = `failed: ${program} ${end.failure}.`;
    throw failure(
      errorOutput === '' ? what : `${what} Its error output: ${errorOutput}`,
      end.reason,
    );
  }
  if (key === '') throw failure(`failed: ${program} printed nothing.`);
  options.onSecret?.(key);
  checkKey(key, kind, `the output of ${program}`);
  return key;
}

/**
 * The outcome of a command. `failure` describes the failure, such as `ended with exit code 1`, or is undefined if the
 * command succeeded.
 */
interface CommandFailure {
  failure?: string | undefined;
  reason?: Reason | undefined;
}

interface CommandEnd extends CommandFailure {
  output: string;
  errorOutput: string;
}

function startCommand(
  [program = '', ...args]: readonly string[],
  { env, interactive }: KeyCommandOptions,
  leadsGroup: boolean,
): ChildProcess {
  return spawn(trustedProgram(program, env), args, {
    argv0: program,
    cwd: workingDirectory(),
    env: { ...childEnvironment(env), [keyCommandVariable]: '1' },
    // At a terminal, the command can prompt the user. In a script, the command has no input, so it cannot wait for the
    // user.
    stdio: interactive ? ['inherit', 'pipe', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    detached: leadsGroup,
    windowsHide: true,
  });
}

function runToEnd(command: readonly string[], options: KeyCommandOptions): Promise<CommandEnd> {
  const { clock, interactive, signal } = options;
  signal?.throwIfAborted();
  const leadsGroup = !interactive && process.platform !== 'win32';
  let child: ChildProcess;
  try {
    child = startCommand(command, options, leadsGroup);
  } catch (error) {
    return Promise.resolve({ output: '', errorOutput: '', ...startFailure(error) });
  }
  return new Promise((resolve, reject) => {
    let output = '';
    let errorOutput = '';
    /**
     * The failure according to the exit code or signal: undefined after a success, and null while the command is
     * running.
     */
    let exitFailure: string | undefined | null = null;
    const over = new AbortController();
    const settle = (finish: () => void): void => {
      over.abort();
      child.stdout?.destroy();
      child.stderr?.destroy();
      finish();
    };
    const end = (failure: CommandFailure) =>
      settle(() => resolve({ output, errorOutput, ...failure }));
    const interrupt = (): void => {
      killProcessTree(child.pid, leadsGroup);
      settle(() => reject(signal?.reason));
    };
    signal?.addEventListener('abort', interrupt, { signal: over.signal });
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      // waypost ignores all output after the first line.
      if (!output.includes('\n')) output = (output + text).slice(0, maxOutputLength);
      if (exitFailure === undefined && output.includes('\n')) end({});
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errorOutput = (errorOutput + text).slice(0, maxErrorOutputLength);
    });
    child.once('error', (error) => end(startFailure(error)));
    child.once('exit', (code, endedBy) => {
      exitFailure = code === 0 ? undefined : `ended with ${endedBy ?? `exit code ${code}`}`;
      // A background process that the command started might keep the output open forever, so waypost stops reading if
      // the command has succeeded and the first line is complete.
      if (exitFailure === undefined && output.includes('\n')) end({});
    });
    child.once('close', () => end({ failure: exitFailure ?? undefined }));
    clock.sleep(timeLimitMs, over.signal).then(
      () => {
        killProcessTree(child.pid, leadsGroup);
        const tooLong = `took longer than ${timeLimitMs / 1000} s`;
        end({ failure: exitFailure === null ? tooLong : exitFailure });
      },
      () => {},
    );
  });
}

/**
 * Returns the working directory in which key commands run. The directory does not depend on where the user runs
 * waypost, so a relative path in an argument always refers to the same file.
 */
function workingDirectory(): string {
  const home = homeDirectory();
  return existsSync(home) ? home : '/';
}

/**
 * Describes why a command cannot be started. On Windows, `reason` states whether the program might be a .cmd or .bat
 * file, which only a shell can start.
 */
function startFailure(error: unknown): CommandFailure {
  const isNotFound = hasCode(error, 'ENOENT');
  const mayBeBatchFile = isNotFound ? process.platform === 'win32' : hasCode(error, 'EINVAL');
  return {
    failure: isNotFound ? 'was not found' : `cannot be started: ${systemReason(error)}`,
    reason: mayBeBatchFile ? 'key_command_batch_file' : undefined,
  };
}
