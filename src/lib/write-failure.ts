// Turns an error of the file system into `write_failed`.
import { type ErrorFacts, type LibReason, WaypostError } from './errors';
import { hasCode, systemReason } from './system-error';

/** The `write_failed` of a path, with the system's reason. An error of the tool is returned as it is. */
export function writeFailure(
  what: string,
  cause: unknown,
  facts: Pick<ErrorFacts, 'hint' | 'reason'> = {},
): WaypostError {
  if (cause instanceof WaypostError) return cause;
  const message = `${what} cannot be written: ${systemReason(cause)}.`;
  return new WaypostError('write_failed', message, { ...facts, cause });
}

/** The `write_failed` of an output file, with the system's reason. */
export function outputWriteFailed(path: string, cause: unknown): WaypostError {
  return writeFailure(path, cause, { reason: reasonOf(cause) });
}

function reasonOf(cause: unknown): LibReason {
  if (hasCode(cause, 'ENOSPC', 'EDQUOT')) return 'output_disk_full';
  if (hasCode(cause, 'ENOENT', 'ENOTDIR')) return 'output_no_directory';
  return hasCode(cause, 'EACCES', 'EPERM', 'EROFS') ? 'output_denied' : 'output_refused';
}
