// Where builds cache their results, each under a digest of its inputs.
import { join } from 'node:path';

/** A cache directory: below node_modules, or below WAYPOST_BUILD_CACHE, which several clones may share. */
export function cacheDirectory(root, name) {
  return join(process.env.WAYPOST_BUILD_CACHE ?? join(root, 'node_modules/.cache'), name);
}
