// Errors of the file system and the network, in words and as errors of the tool; the limit of open files.
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { type ErrorFacts, type LibReason, WaypostError } from './errors';

/** The code, number and call of an error; nothing of what is no error. */
function factsOf(error: unknown): Partial<NodeJS.ErrnoException> {
  return error instanceof Error ? error : {};
}

export function systemError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** Whether an error of the system has one of these codes, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes(String(factsOf(error).code));
}

/**
 * Whether an error came from the system and is no fault of this tool. An error that Node has no name for has
 * a code such as `Unknown system error -122`, and a system call as every other.
 */
export function isSystemError(error: unknown): boolean {
  const { code, syscall } = factsOf(error);
  return /^E[A-Z0-9]+$/.test(String(code)) || syscall !== undefined;
}

/**
 * Whether an error came from the file system: from a call on a path or an open file, not on a connection.
 */
export function isFileError(error: unknown): error is Error {
  return fileCalls.test(String(factsOf(error).syscall));
}

const fileCalls =
  /^(?:open|close|read|write|f?stat|lstat|statx|f?sync|fdatasync|f?truncate|rename|link|unlink|symlink|readlink|mkdir|rmdir|scandir|opendir|access|f?chmod|f?chown|[fl]?utimes?|realpath|copyfile|rm)$/;

/** The system's reason, without path and call, such as `ENOSPC: no space left on device`. */
export function systemReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // After a comma, Node repeats the call and the path.
  return linuxErrors[factsOf(error).errno ?? 0] ?? error.message.replace(/, .*/s, '');
}

/** Linux errors of file systems that Node does not name, or names in few words. */
const linuxErrors: Readonly<Record<number, string>> =
  process.platform === 'linux'
    ? {
        [-5]: 'EIO: input/output error',
        [-116]: 'ESTALE: stale file handle',
        [-117]: 'EUCLEAN: file system damaged',
        [-122]: 'EDQUOT: disk quota exceeded',
        [-123]: 'ENOMEDIUM: no medium found',
      }
    : {};

/** Whether a relative path could not be used because the working directory was removed. */
export function isDirectoryRemoved(error: unknown): boolean {
  return hasCode(error, 'ENOENT') && factsOf(error).syscall === 'uv_cwd';
}

export function directoryRemoved(cause: unknown): WaypostError {
  return new WaypostError('invalid_input', 'The current directory was removed.', {
    hint: 'Change to a directory that exists, then run the command again.',
    cause,
  });
}

/** The `write_failed` of a path, with the system's reason. An error of the tool is returned as it is. */
export function writeFailure(
  what: string,
  cause: unknown,
  facts: Pick<ErrorFacts, 'hint' | 'reason'> = {},
): WaypostError {
  if (cause instanceof WaypostError) return cause;
  if (isDirectoryRemoved(cause)) return directoryRemoved(cause);
  const message = `${what} cannot be written: ${systemReason(cause)}.`;
  return new WaypostError('write_failed', message, { ...facts, cause });
}

/** Runs work that writes a path. Throws its `write_failed`. */
export function writing<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw writeFailure(what, error);
  }
}

/** The `write_failed` of an output file, with the system's reason. */
export function outputWriteFailed(path: string, cause: unknown): WaypostError {
  return writeFailure(path, cause, { reason: outputReason(cause) });
}

/** As `writing`, for an output file. */
export function writingOutput<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw outputWriteFailed(path, error);
  }
}

function outputReason(cause: unknown): LibReason {
  if (hasCode(cause, 'ENOSPC', 'EDQUOT')) return 'output_disk_full';
  if (hasCode(cause, 'ENOENT', 'ENOTDIR')) return 'output_no_directory';
  return hasCode(cause, 'EACCES', 'EPERM', 'EROFS') ? 'output_denied' : 'output_refused';
}

/** Whether an error, or one below it, is that no more files can be opened. */
export function isTooManyFiles(error: unknown): boolean {
  if (hasCode(error, 'EMFILE', 'ENFILE')) return true;
  return error instanceof Error && error.cause !== undefined && isTooManyFiles(error.cause);
}

/** What to do then, for a person. */
export const raiseTheLimit =
  'Raise the limit of open files, such as with `ulimit -n 1024`, then run the command again.';

/** The error for it: `write_failed`. */
export function tooManyFiles(cause: unknown): WaypostError {
  const reason = `No more files can be opened: ${systemReason(cause)}.`;
  return new WaypostError('write_failed', reason, { hint: raiseTheLimit, cause });
}

/** What a sandbox needs for its store, its sockets, the thread of the places and a few connections. */
const filesOfSandbox = 32;

/** Throws `write_failed` where too few files for a sandbox can be opened. */
export function requireOpenFiles(): void {
  const opened: number[] = [];
  try {
    while (opened.length < filesOfSandbox) opened.push(openSync(devNull, 'r'));
  } catch (error) {
    if (isTooManyFiles(error)) throw tooManyFiles(error);
  } finally {
    for (const handle of opened) closeSync(handle);
  }
}
