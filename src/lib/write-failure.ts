// What the file system refused, as the error users know (contract, section 5).
import { WaypostError } from './errors';

/** The `write_failed` of what a path names, with the system's reason. An error of the tool stays what it is. */
export function writeFailure(what: string, cause: unknown, hint: string): WaypostError {
  if (cause instanceof WaypostError) return cause;
  // What the system adds behind a comma names the path again.
  const reason = cause instanceof Error ? cause.message.replace(/, .*$/, '') : String(cause);
  return new WaypostError('write_failed', `${what} cannot be written: ${reason}.`, { hint, cause });
}
