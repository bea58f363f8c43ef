// A terminal for a command whose output is masked. Node cannot open one; script(1), which Linux, macOS and
// the BSDs have, can. Without it, the command gets pipes.
import { accessSync, constants, realpathSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { isatty } from 'node:tty';
import { shellWord } from '../../lib/shell-word';
import type { Surroundings } from '../context';

/** A program with its arguments. */
export interface Launch {
  program: string;
  args: string[];
  /** Variables in addition to those of the command. */
  more: Record<string, string>;
}

/**
 * How to run these words in a terminal of their own, whose output appears on standard output and whose size
 * and keys are those of this terminal; undefined if standard input, output and error are not all terminals,
 * or none can be opened.
 */
export function inTerminal(
  words: readonly string[],
  { env, platform }: Pick<Surroundings, 'env' | 'platform'>,
): Launch | undefined {
  if (![0, 1, 2].every((descriptor) => isatty(descriptor))) return undefined;
  return launchBy(words, platform, env.SHELL, pathOf('script', env.PATH));
}

/** The same for a given script(1). The one of BusyBox does not report the command's exit status. */
export function launchBy(
  words: readonly string[],
  platform: NodeJS.Platform,
  shell: string | undefined,
  script: string | undefined,
): Launch | undefined {
  if (script === undefined || /^busybox/.test(basename(script))) return undefined;
  if (platform === 'darwin' || platform === 'freebsd') {
    return { program: script, args: ['-q', '/dev/null', ...words], more: {} };
  }
  if (platform !== 'linux') return undefined;
  // It takes one line for $SHELL: a shell that understands the quotes, while the command still gets the
  // user's $SHELL.
  const own = shell === undefined ? 'unset SHELL;' : `SHELL=${shellWord(shell)}; export SHELL;`;
  const line = `${own} exec ${words.map(shellWord).join(' ')}`;
  return { program: script, args: ['-qefc', line, '/dev/null'], more: { SHELL: '/bin/sh' } };
}

/** The real path of a program; undefined if it is not in the path. */
function pathOf(name: string, path = ''): string | undefined {
  for (const directory of path.split(delimiter)) {
    try {
      const found = join(directory, name);
      accessSync(found, constants.X_OK);
      return realpathSync(found);
    } catch {
      // Try the next directory.
    }
  }
  return undefined;
}
