// Describes file system and network errors, and turns them into WaypostErrors. Also checks the limit on open files.
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { type ErrorFacts, type LibReason, WaypostError } from './errors';

/**
 * Returns the error with a type that includes the properties of a system error, such as `code` and `syscall`. Returns
 * an empty object if the value is not an error.
 */
function factsOf(error: unknown): Partial<NodeJS.ErrnoException> {
  return error instanceof Error ? error : {};
}

export function systemError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** True if an error has one of these codes, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes(String(factsOf(error).code));
}

/**
 * True if the operating system, and not a bug in waypost, caused the error. If Node has no name for an error, the
 * error's code is, for example, `Unknown system error -122`. Such an error still has the name of a system call, so this
 * function also checks for that name.
 */
export function isSystemError(error: unknown): boolean {
  const { code, syscall } = factsOf(error);
  return /^E[A-Z0-9]+$/.test(String(code)) || syscall !== undefined;
}

/** True if the file system caused the error: the system call uses a path or an open file, not a connection. */
export function isFileError(error: unknown): error is Error {
  return fileCalls.some((pattern) => pattern.test(String(factsOf(error).syscall)));
}

const fileCalls = [
  /^(?:open|close|read|write|f?stat|lstat|statx|access|realpath)$/,
  /^(?:f?sync|fdatasync|f?truncate|f?chmod|f?chown|[fl]?utimes?)$/,
  /^(?:rename|link|unlink|symlink|readlink|copyfile|rm)$/,
  /^(?:mkdir|rmdir|scandir|opendir)$/,
];

/** Returns the system's reason without the path and the call, for example `ENOSPC: no space left on device`. */
export function systemReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node's message repeats the call and the path after a comma.
  return linuxErrors[factsOf(error).errno ?? 0] ?? error.message.replace(/, .*/s, '');
}

/** The messages for file system errors on Linux for which Node has no name or no clear message. */
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

/** True if a relative path cannot be used because the working directory was removed. */
export function isDirectoryRemoved(error: unknown): boolean {
  return hasCode(error, 'ENOENT') && factsOf(error).syscall === 'uv_cwd';
}

export function directoryRemoved(cause: unknown): WaypostError {
  return new WaypostError('invalid_input', 'The current directory was removed.', {
    hint: 'Change to a directory that exists, then run the command again.',
    cause,
  });
}

/**
 * Returns a `write_failed` error whose message contains `what` and the system's reason. If the cause is a WaypostError,
 * returns the cause unchanged. If the working directory was removed, returns an `invalid_input` error.
 */
export function writeFailure(
  what: string,
  cause: unknown,
  facts: Pick<ErrorFacts, 'hint' | 'reason'> = {},
): WaypostError {
  if (cause instanceof WaypostError) return cause;
  if (isDirectoryRemoved(cause)) return directoryRemoved(cause);
  const message = `waypost cannot write to ${what}: ${systemReason(cause)}.`;
  return new WaypostError('write_failed', message, { ...facts, cause });
}

/** Runs `work`, which writes to a path. If `work` throws, throws the error that `writeFailure` returns. */
export function writing<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw writeFailure(what, error);
  }
}

/** Returns a `write_failed` error for an output file, with the system's reason. */
export function outputWriteFailed(path: string, cause: unknown): WaypostError {
  return writeFailure(path, cause, { reason: outputReason(cause) });
}

/** Like `writing`, but for an output file. */
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

/** True if the error or one of its causes means that the process cannot open more files. */
export function isTooManyFiles(error: unknown): boolean {
  if (hasCode(error, 'EMFILE', 'ENFILE')) return true;
  return error instanceof Error && error.cause !== undefined && isTooManyFiles(error.cause);
}

/** The hint for an error that `isTooManyFiles` detects. */
export const raiseTheLimit =
  'Raise the limit on open files, for example with `ulimit -n 1024`, then run the command again.';

/** Returns a `write_failed` error for an error that `isTooManyFiles` detects. */
export function tooManyFiles(cause: unknown): WaypostError {
  const reason = `waypost cannot open more files: ${systemReason(cause)}.`;
  return new WaypostError('write_failed', reason, { hint: raiseTheLimit, cause });
}

/** The number of files that a sandbox opens: for its store, its sockets, its places thread and a few connections. */
const filesOfSandbox = 32;

/** Throws `write_failed` if the process cannot open enough files for a sandbox. */
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
