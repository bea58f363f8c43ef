// What the file system refused, as the error users know (contract, section 5).
import { WaypostError } from '../contract/errors';
import { hasCode } from '../contract/system-error';

/** The `write_failed` of a path, with the system's reason and what to do. */
export function writeFailed(path: string, cause: unknown): WaypostError {
  const reason = cause instanceof Error ? cause.message.replace(/, .*$/, '') : String(cause);
  return new WaypostError('write_failed', `${path} cannot be written: ${reason}.`, {
    hint: hintFor(cause),
    cause,
  });
}

function hintFor(cause: unknown): string {
  if (hasCode(cause, 'ENOSPC', 'EDQUOT'))
    return 'The disk is full. Make room, or write elsewhere with -o.';
  if (hasCode(cause, 'ENOENT', 'ENOTDIR'))
    return 'The folder is not there. Create it first, or name another with -o.';
  if (hasCode(cause, 'EACCES', 'EPERM', 'EROFS')) return 'Choose a folder that you may write to.';
  return 'Check the path given with -o.';
}
