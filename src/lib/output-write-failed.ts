// A file of output that the file system refused, with what to do about it.
import type { WaypostError } from './errors';
import { hasCode } from './system-error';
import { writeFailure } from './write-failure';

/** The `write_failed` of a path given with -o, with the system's reason and what to do. */
export function outputWriteFailed(path: string, cause: unknown): WaypostError {
  return writeFailure(path, cause, hintFor(cause));
}

function hintFor(cause: unknown): string {
  if (hasCode(cause, 'ENOSPC', 'EDQUOT'))
    return 'The disk is full. Make room, or write elsewhere with -o.';
  if (hasCode(cause, 'ENOENT', 'ENOTDIR'))
    return 'The directory does not exist. Create it first, or name another with -o.';
  if (hasCode(cause, 'EACCES', 'EPERM', 'EROFS'))
    return 'Choose a directory that you may write to.';
  return 'Check the path given with -o.';
}
