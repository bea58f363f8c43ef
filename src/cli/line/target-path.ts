// Finds the file that -o names.
import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { followLinks } from '../../lib/atomic-file';
import { writingOutput } from '../../lib/system-error';
import { refuseWindowsPath } from './option-values';

/**
 * Returns the path of the -o file without symbolic links, even if the file does not exist yet. Two runs that write to
 * the same file therefore use the same path. Throws `write_failed` if following a symbolic link in the path is not safe
 * (see `followLinks`), and `invalid_input` for a Windows path on a system other than Windows.
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

/**
 * Returns the real path of a file that does not exist yet. If the file's directory does not exist, returns the path
 * unchanged.
 */
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
