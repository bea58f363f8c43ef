// Directories for data other than configuration: sign-ups under way, the state of sandboxes, caches.
import type { Machine } from '../../lib/runtime';
import { systemDirectories } from '../../lib/system-directories';

type Place = Pick<Machine, 'home'>;

/** The data directory, such as `~/.local/share/waypost`. */
export function dataDirectory(place: Place): string {
  return systemDirectories(place).data;
}

/** The cache directory, such as `~/.cache/waypost`. */
export function cacheDirectory(place: Place): string {
  return systemDirectories(place).cache;
}
