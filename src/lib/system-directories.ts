// The system's directories for data and caches, by a library that knows each system. A relative XDG variable is
// ignored.
import { isAbsolute, join } from 'node:path';
import envPaths from 'env-paths';
import { appName } from './identity';
import type { Host } from './runtime';

/** Such as `~/.local/share/waypost`: sign-ups under way, the state of sandboxes. */
export function dataDirectory({ home }: Pick<Host, 'home'>): string {
  const { data } = envPaths(appName, { suffix: '' });
  return isAbsolute(data) ? data : join(home, '.local', 'share', appName);
}

/** Such as `~/.cache/waypost`. */
export function cacheDirectory({ home }: Pick<Host, 'home'>): string {
  const { cache } = envPaths(appName, { suffix: '' });
  return isAbsolute(cache) ? cache : join(home, '.cache', appName);
}
