// Where each system keeps what is not configuration: data that stays, and what can be made again.
import { posix, win32 } from 'node:path';
import { readVariable } from './environment';
import { appName } from './identity';
import type { Machine } from './runtime';

/** Directories of the tool, absolute. */
interface SystemDirectories {
  data: string;
  cache: string;
}

/**
 * The directories of the tool: on Linux `$XDG_DATA_HOME/waypost` and `$XDG_CACHE_HOME/waypost`, else below
 * `~/.local/share` and `~/.cache`; on macOS below `~/Library`; on Windows below `%LOCALAPPDATA%\waypost`. A
 * relative or empty variable is ignored.
 */
export function systemDirectories({
  env,
  platform,
  home,
}: Pick<Machine, 'env' | 'platform' | 'home'>): SystemDirectories {
  const path = platform === 'win32' ? win32 : posix;
  const named = (variable: string, ...fallback: string[]): string => {
    const value = readVariable(env, variable);
    return value !== undefined && path.isAbsolute(value) ? value : path.join(home, ...fallback);
  };
  if (platform === 'darwin') {
    return {
      data: path.join(home, 'Library', 'Application Support', appName),
      cache: path.join(home, 'Library', 'Caches', appName),
    };
  }
  if (platform === 'win32') {
    const local = path.join(named('LOCALAPPDATA', 'AppData', 'Local'), appName);
    return { data: path.join(local, 'Data'), cache: path.join(local, 'Cache') };
  }
  return {
    data: path.join(named('XDG_DATA_HOME', '.local', 'share'), appName),
    cache: path.join(named('XDG_CACHE_HOME', '.cache'), appName),
  };
}
