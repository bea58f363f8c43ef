// Finds the system's directories for data and caches. Ignores a relative path in an XDG variable.
import { isAbsolute, join } from 'node:path';
import envPaths from 'env-paths';
import { appName } from './identity';
import type { Host } from './runtime';

/**
 * Returns the directory for data that waypost keeps, such as sandbox data, pending sign-ups and proxy logs. On Linux,
 * this directory is usually `~/.local/share/waypost`.
 */
export function dataDirectory({ home }: Pick<Host, 'home'>): string {
  const { data } = envPaths(appName, { suffix: '' });
  return isAbsolute(data) ? data : join(home, '.local', 'share', appName);
}

/** Returns the directory for cached values, such as `~/.cache/waypost`. */
export function cacheDirectory({ home }: Pick<Host, 'home'>): string {
  const { cache } = envPaths(appName, { suffix: '' });
  return isAbsolute(cache) ? cache : join(home, '.cache', appName);
}
