// An export that the file system refused, with what to do about it.
import type { WaypostError } from '../lib/errors';
import { hasCode } from '../lib/system-error';
import { writeFailure } from '../lib/write-failure';

/** The `write_failed` of a path, with the system's reason and what to do. */
export function writeFailed(path: string, cause: unknown): WaypostError {
  return writeFailure(path, cause, hintFor(cause));
}

function hintFor(cause: unknown): string {
  if (hasCode(cause, 'ENOSPC', 'EDQUOT'))
    return 'The disk is full. Make room, or write elsewhere with -o.';
  if (hasCode(cause, 'ENOENT', 'ENOTDIR'))
    return 'The folder is not there. Create it first, or name another with -o.';
  if (hasCode(cause, 'EACCES', 'EPERM', 'EROFS')) return 'Choose a folder that you may write to.';
  return 'Check the path given with -o.';
}
