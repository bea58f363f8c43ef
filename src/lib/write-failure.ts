// What the file system refused, as the error users know.
import { WaypostError } from './errors';
import { hasCode, systemReason } from './system-error';

/** The `write_failed` of what a path names, with the system's reason. An error of the tool stays what it is. */
export function writeFailure(what: string, cause: unknown, hint?: string): WaypostError {
  if (cause instanceof WaypostError) return cause;
  return new WaypostError('write_failed', `${what} cannot be written: ${systemReason(cause)}.`, {
    hint,
    cause,
  });
}

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
