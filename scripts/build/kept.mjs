// What builds keep from one to the next, each part under a digest of all it was made from.
import { join } from 'node:path';

/** A folder below node_modules; or below WAYPOST_BUILD_CACHE, which several copies of the tree may share. */
export function keptFolder(root, name) {
  return join(process.env.WAYPOST_BUILD_CACHE ?? join(root, 'node_modules/.cache'), name);
}
