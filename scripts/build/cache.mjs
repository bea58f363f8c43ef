// Finds the directory in which builds cache their results. Each result is stored under a digest of its inputs.
import { join } from 'node:path';

/**
 * Returns a cache directory in node_modules, or in the directory in WAYPOST_BUILD_CACHE, which several clones can
 * share.
 */
export function cacheDirectory(root, name) {
  return join(process.env.WAYPOST_BUILD_CACHE ?? join(root, 'node_modules/.cache'), name);
}
