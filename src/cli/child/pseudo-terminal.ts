// A terminal for a command whose output is masked. Node cannot open one; script(1), which Linux, macOS and
// the BSDs have, can. Without it, the command gets pipes.
import { realpathSync } from 'node:fs';
import { basename, delimiter, isAbsolute } from 'node:path';
import { isatty } from 'node:tty';
import { findProgram } from '../../lib/program';
import { shellWord } from '../../lib/shell-word';
import type { System } from '../run/system';

export interface Launch {
  program: string;
  args: string[];
  /** Variables in addition to those of the command. */
  more: Record<string, string>;
}

/**
 * How to run these words in a terminal of their own, whose output appears on standard output and whose size
 * and keys are those of this terminal. The number of the command's process is written to descriptor 3. Undefined if
 * standard input, output and error are not all terminals, or none can be opened.
 */
export function inTerminal(
  program: string,
  [name = '', ...args]: readonly string[],
  { env, platform }: Pick<System, 'env' | 'platform'>,
): Launch | undefined {
  if (![0, 1, 2].every((descriptor) => isatty(descriptor))) return undefined;
  // Programs show the name by which they were started; a shell finds it by PATH as it is.
  const isSafe = (env.PATH ?? '').split(delimiter).every((directory) => isAbsolute(directory));
  return launchBy([isSafe ? name : program, ...args], platform, env.SHELL, scriptIn(env));
}

/** The same for a given script(1). The one of BusyBox does not report the command's exit status. */
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
  // It takes one line for $SHELL: a shell that understands the quotes, while the command still gets the
  // user's $SHELL.
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
