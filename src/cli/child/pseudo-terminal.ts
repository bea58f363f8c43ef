// A terminal for a command whose output is masked. Node cannot create a terminal, but script(1) can, which Linux, macOS
// and the BSDs include. Without script(1), the command gets pipes.
import { realpathSync } from 'node:fs';
import { basename, delimiter, isAbsolute } from 'node:path';
import { isatty } from 'node:tty';
import { findProgram } from '../../lib/program';
import { shellWord } from '../../lib/shell-word';
import type { System } from '../run/system';

export interface Launch {
  program: string;
  args: string[];
  /** Environment variables in addition to those of the command. */
  more: Record<string, string>;
}

/**
 * Returns how to run these words in a separate terminal. Its output appears on standard output, and it uses the size
 * and the keys of this terminal. The process ID of the command is written to descriptor 3. Returns undefined if
 * standard input, output and error are not all terminals, or if no terminal can be created.
 */
export function inTerminal(
  program: string,
  [name = '', ...args]: readonly string[],
  { env, platform }: Pick<System, 'env' | 'platform'>,
): Launch | undefined {
  if (![0, 1, 2].every((descriptor) => isatty(descriptor))) return undefined;
  // Programs show the name with which they were started. If PATH contains only absolute directories, a shell finds the
  // same program by its name.
  const isSafe = (env.PATH ?? '').split(delimiter).every((directory) => isAbsolute(directory));
  return launchBy([isSafe ? name : program, ...args], platform, env.SHELL, scriptIn(env));
}

/**
 * Like `inTerminal`, with the given script(1). Rejects BusyBox, whose script(1) does not report the command's exit
 * code.
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
  // script(1) runs one line in $SHELL. This code uses a shell that understands the quotes, but passes the user's $SHELL
  // to the command.
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
