// The limit of files and connections that are open at once.
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { WaypostError } from './errors';
import { hasCode, systemReason } from './system-error';

/** Whether an error, or one below it, is that no more files can be opened. */
export function isTooManyFiles(error: unknown): boolean {
  if (hasCode(error, 'EMFILE', 'ENFILE')) return true;
  return error instanceof Error && error.cause !== undefined && isTooManyFiles(error.cause);
}

/** What to do then. */
export const raiseTheLimit =
  'Raise the limit of open files, such as with `ulimit -n 1024`, then run the command again.';

/** The error for it: `write_failed`. */
export function tooManyFiles(cause: unknown): WaypostError {
  const reason = `No more files can be opened: ${systemReason(cause)}.`;
  return new WaypostError('write_failed', reason, { hint: raiseTheLimit, cause });
}

/** What a sandbox needs for its store, its sockets, the thread of the places and a few connections. */
const needed = 32;

/** Throws `write_failed` where too few files for a sandbox can be opened. */
export function requireOpenFiles(): void {
  const opened: number[] = [];
  try {
    while (opened.length < needed) opened.push(openSync(devNull, 'r'));
  } catch (error) {
    if (isTooManyFiles(error)) throw tooManyFiles(error);
  } finally {
    for (const handle of opened) closeSync(handle);
  }
}
