// The system's directories for data and caches, by a library that knows each system.
import { isAbsolute, join } from 'node:path';
import envPaths from 'env-paths';
import { appName } from './identity';
import type { Machine } from './runtime';

/** Directories of the tool, absolute. */
interface SystemDirectories {
  data: string;
  cache: string;
}

/** Such as `~/.local/share/waypost` and `~/.cache/waypost`. A relative XDG variable is ignored. */
export function systemDirectories({ home }: Pick<Machine, 'home'>): SystemDirectories {
  const { data, cache } = envPaths(appName, { suffix: '' });
  return {
    data: isAbsolute(data) ? data : join(home, '.local', 'share', appName),
    cache: isAbsolute(cache) ? cache : join(home, '.cache', appName),
  };
}
