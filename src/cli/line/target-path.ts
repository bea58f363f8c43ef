// The file that -o names.
import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { followLinks } from '../../lib/atomic-file';
import { writingOutput } from '../../lib/system-error';
import { refuseWindowsPath } from './option-values';

/**
 * The path that -o means: where symbolic links lead to, also to a file that is not there yet, so that two runs on one
 * file meet. Throws `write_failed` for a link of another user, and `invalid_input` for a path of Windows on another system.
 */
export function targetPath(given: string): string {
  refuseWindowsPath('-o', given);
  const path = resolve(given);
  writingOutput(path, () => followLinks(path));
  try {
    return realpathSync(path);
  } catch {
    return newTarget(path);
  }
}

/** Where a new file comes to be. The path itself, if its directory is not there. */
function newTarget(path: string): string {
  try {
    const target = followLinks(inRealDirectory(path));
    return inRealDirectory(target);
  } catch {
    return path;
  }
}

function inRealDirectory(path: string): string {
  return join(realpathSync(dirname(path)), basename(path));
}
