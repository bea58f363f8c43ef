// A terminal for a command whose output passes through us. Node cannot make one; script(1), which Linux, macOS
// and the BSDs bring along, can. Where it is missing, the command gets pipes.
import { accessSync, constants, realpathSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { isatty } from 'node:tty';
import { shellWord } from '../../lib/shell-word';
import type { Surroundings } from '../context';

/** A program with its arguments. */
export interface Launch {
  program: string;
  args: string[];
  /** Variables beside those of the command. */
  more: Record<string, string>;
}

/**
 * How to run these words in a terminal of their own, whose output comes from standard output and whose size
 * and keys are those of ours; undefined where input, output and error output are not all a terminal, or none
 * can be made.
 */
export function inTerminal(
  words: readonly string[],
  { env, platform }: Pick<Surroundings, 'env' | 'platform'>,
): Launch | undefined {
  if (![0, 1, 2].every((descriptor) => isatty(descriptor))) return undefined;
  return launchBy(words, platform, env.SHELL, pathOf('script', env.PATH));
}

/** The same for a given script(1). The one of BusyBox does not tell how the command ended. */
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
  // It takes one line for $SHELL, which is to understand the quotes and still be the user's for the command.
  const own = shell === undefined ? 'unset SHELL;' : `SHELL=${shellWord(shell)}; export SHELL;`;
  const line = `${own} exec ${words.map(shellWord).join(' ')}`;
  return { program: script, args: ['-qefc', line, '/dev/null'], more: { SHELL: '/bin/sh' } };
}

/** The real path of a program; undefined where there is none in the path. */
function pathOf(name: string, path = ''): string | undefined {
  for (const directory of path.split(delimiter)) {
    try {
      const found = join(directory, name);
      accessSync(found, constants.X_OK);
      return realpathSync(found);
    } catch {
      // The next one.
    }
  }
  return undefined;
}
