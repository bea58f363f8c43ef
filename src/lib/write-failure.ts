// What the file system refused, as the error users know.
import { WaypostError } from './errors';
import { systemReason } from './system-error';

/** The `write_failed` of what a path names, with the system's reason. An error of the tool stays what it is. */
export function writeFailure(what: string, cause: unknown, hint?: string): WaypostError {
  if (cause instanceof WaypostError) return cause;
  return new WaypostError('write_failed', `${what} cannot be written: ${systemReason(cause)}.`, {
    hint,
    cause,
  });
}
