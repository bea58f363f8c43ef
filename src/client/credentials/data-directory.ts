// Where the tool keeps what is not configuration: sign-ups under way, the sandbox's state. The system's
// own place for it, by a library that knows them.
import { isAbsolute, join } from 'node:path';
import envPaths from 'env-paths';
import { appName } from '../../lib/identity';
import type { Machine } from '../../lib/runtime';

/** The data directory, such as `~/.local/share/waypost`. A relative XDG variable is ignored. */
export function dataDirectory({ home }: Pick<Machine, 'home'>): string {
  const { data } = envPaths(appName, { suffix: '' });
  return isAbsolute(data) ? data : join(home, '.local', 'share', appName);
}

/** The cache directory, such as `~/.cache/waypost`. A relative XDG variable is ignored. */
export function cacheDirectory({ home }: Pick<Machine, 'home'>): string {
  const { cache } = envPaths(appName, { suffix: '' });
  return isAbsolute(cache) ? cache : join(home, '.cache', appName);
}
