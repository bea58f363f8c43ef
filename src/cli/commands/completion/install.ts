// `waypost completion install`: writes the completion script for a shell. Also adds a line to the shell's startup file.
// This line loads the script.
import {
  appendFileSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  openSync,
  readFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { followLinks, writeFileAtomically } from '../../../lib/atomic-file';
import { makeDirectory } from '../../../lib/directory';
import { readVariable } from '../../../lib/environment';
import { invalidInput } from '../../../lib/errors';
import { shellWord } from '../../../lib/shell-word';
import { isForeign, othersCanReplace } from '../../../lib/small-file';
import { dataDirectory } from '../../../lib/system-directories';
import { writing } from '../../../lib/system-error';
import type { Output } from '../../output/output';
import type { System } from '../../run/system';
import { type Shell, scripts, shellOf } from './completion';

export async function completionInstall(
  { system, output }: { system: System; output: Output },
  { rc }: { rc?: string },
  named?: string,
): Promise<void> {
  const shell = shellOf(system, named);
  const script = completionScript(system, shell);
  const startup = rc === undefined ? startupFile(system, shell) : resolve(rc);
  writing(script, () => writeFileAtomically(ownTarget(script), scripts[shell]));
  const added = startup !== null && addLine(startup, lineFor(shell, script));
  const value = { success: true, shell, script, rc: startup, rc_changed: added };
  await output.result(value, (color) => {
    const done =
      startup === null
        ? `Wrote ${script}.`
        : `Wrote ${script}. ${startup} ${added ? 'now loads' : 'already loads'} the script.`;
    return [
      done,
      `${color.green('Done.')} Start a new ${shell === 'powershell' ? 'PowerShell' : shell} session, type waypost and a space, and press Tab.`,
    ].join('\n');
  });
}

/**
 * Returns the path of the script. The fish shell loads scripts from its own directory. Other shells can load the script
 * from any path.
 */
function completionScript(system: System, shell: Shell): string {
  if (shell === 'fish') return join(configHome(system), 'fish', 'completions', 'waypost.fish');
  const ending = shell === 'powershell' ? 'ps1' : shell;
  return join(dataDirectory(system), 'completion', `waypost.${ending}`);
}

function startupFile(system: System, shell: Shell): string | null {
  const { env, home, platform } = system;
  switch (shell) {
    case 'fish':
      return null;
    case 'bash':
      // Terminals on macOS start login shells, which read .bash_profile instead of .bashrc.
      return join(home, platform === 'darwin' ? '.bash_profile' : '.bashrc');
    case 'zsh':
      return join(readVariable(env, 'ZDOTDIR') ?? home, '.zshrc');
    case 'powershell':
      if (platform === 'win32') {
        throw invalidInput(
          'waypost cannot determine the path of your PowerShell profile.',
          'In PowerShell, run: waypost completion install powershell --rc $PROFILE',
        );
      }
      return join(configHome(system), 'powershell', 'profile.ps1');
  }
}

function configHome({ env, home }: System): string {
  const named = readVariable(env, 'XDG_CONFIG_HOME');
  return named !== undefined && isAbsolute(named) ? named : join(home, '.config');
}

/** Returns the line that loads the script. The line does nothing if the script does not exist. */
function lineFor(shell: Shell, script: string): string {
  if (shell === 'powershell') {
    const quoted = oneLineOfPowerShell(script);
    return `if (Test-Path ${quoted}) { . ${quoted} } # waypost completion`;
  }
  const word = /[\r\n]/.test(script) ? oneLineOfShell(script) : shellWord(script);
  return `[ -r ${word} ] && . ${word} # waypost completion`;
}

/** Quotes a word for bash and zsh. The quoted word fits on one line, even if the word contains line breaks. */
function oneLineOfShell(word: string): string {
  const escaped = word.replace(/[\\']/g, '\\$&');
  return `$'${escaped.replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`;
}

/**
 * Quotes a word for PowerShell. Each line break in the word becomes a `[char]` expression, because single-quoted
 * strings in PowerShell do not support escape sequences for line breaks.
 */
function oneLineOfPowerShell(word: string): string {
  const parts = word.split(/([\r\n])/).map((part) => {
    if (part === '\n' || part === '\r') return `[char]${part.charCodeAt(0)}`;
    return `'${part.replaceAll("'", "''")}'`;
  });
  return parts.length === 1 ? `${parts[0]}` : `(${parts.join(' + ')})`;
}

/**
 * Adds a line to the end of a file. Follows symbolic links to the file. Returns false if the file already contains the
 * line.
 */
function addLine(file: string, line: string): boolean {
  return writing(file, () => {
    const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    const flags = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK;
    const handle = openSync(ownTarget(file), flags, 0o644);
    try {
      const found = fstatSync(handle);
      if (!found.isFile()) throw new Error('it is not a regular file');
      if (isForeign(found)) throw new Error('it belongs to another user');
      // Other users must not be able to change this file, because the user's shell runs it.
      if ((found.mode & 0o022) !== 0) fchmodSync(handle, found.mode & 0o755);
      const text = readFileSync(handle, 'utf8');
      if (text.split(/\r?\n/).includes(line)) return false;
      appendFileSync(handle, `${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`);
      return true;
    } finally {
      closeSync(handle);
    }
  });
}

/**
 * Follows the symbolic links in a path, creates the target's directory if necessary, and returns the target's path.
 * Throws an error if another user owns a link or a directory in the path, or can replace the file.
 */
function ownTarget(path: string): string {
  const target = followLinks(path, true);
  for (const directory of [dirname(path), dirname(target)]) {
    makeDirectory(directory, 0o755);
    if (othersCanReplace(directory)) throw new Error('other users can write to its directory');
  }
  return target;
}
