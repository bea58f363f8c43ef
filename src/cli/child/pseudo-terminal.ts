// Provides a terminal for a command whose output waypost masks. Node cannot create a terminal, but script(1) can.
// waypost uses script(1) on Linux, macOS and FreeBSD. On other systems, or if script(1) does not exist, the command
// writes to pipes.
import { realpathSync } from 'node:fs';
import { basename, delimiter, isAbsolute } from 'node:path';
import { isatty } from 'node:tty';
import { findProgram } from '../../lib/program';
import { shellWord } from '../../lib/shell-word';
import type { System } from '../run/system';

export interface Launch {
  program: string;
  args: string[];
  /** Environment variables to add to the command's environment. */
  more: Record<string, string>;
}

/**
 * Returns the program, the arguments and the environment variables that run a command in a separate terminal. The
 * separate terminal has the same size as the user's terminal, receives the same input, and passes its output to
 * waypost. In the separate terminal, a shell writes the command's process ID to descriptor 3, so that waypost can send
 * signals to the command. Returns undefined if standard input, standard output or standard error is not a terminal, or
 * if waypost cannot create a terminal.
 */
export function inTerminal(
  program: string,
  [name = '', ...args]: readonly string[],
  { env, platform }: Pick<System, 'env' | 'platform'>,
): Launch | undefined {
  if (![0, 1, 2].every((descriptor) => isatty(descriptor))) return undefined;
  // Some programs print the name with which they were started, so waypost starts the program by its name instead of its
  // path if this is safe. The name is safe if every directory in PATH is absolute, because the shell then finds the
  // same program as waypost.
  const isSafe = (env.PATH ?? '').split(delimiter).every((directory) => isAbsolute(directory));
  return launchBy([isSafe ? name : program, ...args], platform, env.SHELL, scriptIn(env));
}

/**
 * Returns the program, the arguments and the environment variables that run the command `words` in script(1). `script`
 * is the path of script(1). Returns undefined if `script` is undefined, if the platform is not supported, or if the
 * program is BusyBox, whose script(1) does not report the command's exit code.
 */
export function launchBy(
  words: readonly string[],
  platform: NodeJS.Platform,
  shell: string | undefined,
  script: string | undefined,
): Launch | undefined {
  if (script === undefined || /^busybox/.test(basename(script))) return undefined;
  const number = 'echo $$ >&3; exec 3>&-;';
  if (platform === 'darwin' || platform === 'freebsd') {
    const args = ['-q', '/dev/null', '/bin/sh', '-c', `${number} exec "$@"`, 'sh', ...words];
    return { program: script, args, more: {} };
  }
  if (platform !== 'linux') return undefined;
  // script(1) passes `line` to the shell in $SHELL. waypost sets $SHELL to /bin/sh, which understands the quotes in
  // `line`. The commands in `line` then restore the user's $SHELL.
  const own = shell === undefined ? 'unset SHELL;' : `SHELL=${shellWord(shell)}; export SHELL;`;
  const line = `${number} ${own} exec ${words.map(shellWord).join(' ')}`;
  return { program: script, args: ['-qefc', line, '/dev/null'], more: { SHELL: '/bin/sh' } };
}

function scriptIn(env: System['env']): string | undefined {
  try {
    return realpathSync(findProgram('script', env));
  } catch {
    return undefined;
  }
}
