// Errors of the operating system, by their code.

/** Whether an error of the system has one of these codes, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/**
 * Whether an error came from the system and is no fault of this tool. An error that Node has no name for has
 * a code such as `Unknown system error -122`, and a number and system call as every other.
 */
export function isSystemError(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return /^E[A-Z0-9]+$/.test(String(error.code)) || ('errno' in error && 'syscall' in error);
}

/**
 * Whether an error came from the file system: from a call on a path or an open file, not on a connection.
 */
export function isFileError(error: unknown): error is Error {
  const isOfCall = isSystemError(error) && error instanceof Error && 'syscall' in error;
  return isOfCall && fileCalls.test(String(error.syscall));
}

const fileCalls =
  /^(?:open|close|read|write|f?stat|lstat|statx|f?sync|fdatasync|f?truncate|rename|link|unlink|symlink|readlink|mkdir|rmdir|scandir|opendir|access|f?chmod|f?chown|[fl]?utimes?|realpath|copyfile|rm)$/;

/** The system's reason, without path and call, such as `ENOSPC: no space left on device`. */
export function systemReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const number = 'errno' in error ? Number(error.errno) : 0;
  const named = unnamed[-number];
  // After a comma, Node repeats the call and the path.
  return named ?? error.message.replace(/, .*$/, '');
}

/** Linux errors of file systems that Node does not name. */
const unnamed: Readonly<Record<number, string>> =
  process.platform === 'linux'
    ? {
        5: 'EIO: input/output error',
        116: 'ESTALE: stale file handle',
        117: 'EUCLEAN: file system damaged',
        122: 'EDQUOT: disk quota exceeded',
        123: 'ENOMEDIUM: no medium found',
      }
    : {};
