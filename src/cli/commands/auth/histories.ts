// Finds shell history files.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readVariable } from '../../../lib/environment';
import type { Host } from '../../../lib/runtime';

/** Returns the existing history files of bash, zsh, fish and PowerShell. */
export function historyFiles({ env, platform, home }: Host): string[] {
  const named = readVariable(env, 'HISTFILE');
  const zshHome = readVariable(env, 'ZDOTDIR') ?? home;
  const data = readVariable(env, 'XDG_DATA_HOME') ?? join(home, '.local', 'share');
  const roaming = readVariable(env, 'APPDATA') ?? join(home, 'AppData', 'Roaming');
  const powerShell =
    platform === 'win32'
      ? join(roaming, 'Microsoft', 'Windows', 'PowerShell', 'PSReadLine')
      : join(data, 'powershell', 'PSReadLine');
  const paths = [
    ...(named === undefined ? [] : [named]),
    join(home, '.bash_history'),
    ...filesIn(join(home, '.bash_sessions'), /\.history(?:new)?$/),
    join(zshHome, '.zsh_history'),
    join(zshHome, '.zhistory'),
    join(zshHome, '.histfile'),
    ...filesIn(join(zshHome, '.zsh_sessions'), /\.history(?:new)?$/),
    ...filesIn(join(data, 'fish'), /_history$/),
    // PowerShell has a separate history file for each host program, such as ConsoleHost.
    ...filesIn(powerShell, /_history\.txt$/),
  ];
  return [...new Set(paths)].filter(isFile);
}

function filesIn(directory: string, name: RegExp): string[] {
  try {
    return readdirSync(directory)
      .filter((file) => name.test(file))
      .sort()
      .map((file) => join(directory, file));
  } catch {
    return [];
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
