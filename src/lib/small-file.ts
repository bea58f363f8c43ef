// Reads a small file with keys or the state of a run. The path may lead to anything: a pipe would block, a
// device or a huge file would fill the memory.
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';

const usualMaxBytes = 1024 * 1024;
/** Windows has neither. A pipe is opened at once, without waiting for a writer. */
const { O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;

/** A small file as read: its text without a byte order mark, and its permissions, such as 0o600. */
export interface SmallFile {
  text: string;
  mode: number;
}

/** Reads a small regular file. Throws the file system's error, or one that says what is wrong with it. */
export function readSmallFile(path: string): SmallFile {
  return read(path, usualMaxBytes, () => {});
}

/**
 * As `readSmallFile`, for a file that only this user or root may own, whatever its permissions. If the path
 * is a symbolic link, the directories of the link and of its target are checked.
 */
export function readOwnedFile(path: string): SmallFile {
  return read(path, usualMaxBytes, (file) => {
    refuseForeign(file, statSync(dirname(path)));
    refuseForeign(file, statSync(dirname(realpathSync(path))));
  });
}

/** As `readSmallFile`, for a file whose content is trusted: refuses files that `checkOwnFile` refuses. */
export function readOwnFile(path: string, maxBytes = usualMaxBytes): SmallFile {
  return read(path, maxBytes, (file) => checkOwnFile(path, file));
}

/**
 * Throws if another user could have written an opened file, by its owner and mode and those of its directory.
 */
function checkOwnFile(path: string, file: Stats): void {
  const directory = statSync(dirname(path));
  refuseForeign(file, directory);
  if (isWritableByOthers(file)) throw new Error('other users may write it');
  // In a directory with the sticky bit, such as /tmp, only the owner may replace a file.
  const isSticky = (directory.mode & 0o1000) !== 0;
  if (isWritableByOthers(directory) && !isSticky) {
    throw new Error('other users may write its directory');
  }
}

/** Whether a file belongs to a user other than this one and root. */
export function isForeign({ uid }: Pick<Stats, 'uid'>): boolean {
  const own = process.geteuid?.();
  return own !== undefined && uid !== own && uid !== 0;
}

function refuseForeign(file: Stats, directory: Stats): void {
  if (isForeign(file)) throw new Error('it belongs to another user');
  if (isForeign(directory)) throw new Error('its directory belongs to another user');
}

function isWritableByOthers({ mode }: Pick<Stats, 'mode'>): boolean {
  return process.platform !== 'win32' && (mode & 0o022) !== 0;
}

/**
 * Opens a regular file whose content is trusted, with these flags of `constants`; a symbolic link is not
 * followed. Throws the file system's error, and the errors of `checkOwnFile`.
 */
export function openOwnFile(path: string, flags: number): number {
  const handle = openSync(path, flags | O_NONBLOCK | O_NOFOLLOW, 0o600);
  try {
    const file = fstatSync(handle);
    if (!file.isFile()) throw new Error('it is not a regular file');
    checkOwnFile(path, file);
    return handle;
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

function read(path: string, maxBytes: number, check: (file: Stats) => void): SmallFile {
  // Before opening too, which may act on a device, and fails for a socket.
  if (!statSync(path).isFile()) throw new Error('it is not a regular file');
  const handle = openSync(path, constants.O_RDONLY | O_NONBLOCK);
  try {
    const file = fstatSync(handle);
    if (!file.isFile()) throw new Error('it is not a regular file');
    if (file.size > maxBytes) throw new Error('it is larger than any such file');
    check(file);
    const text = readFileSync(handle, 'utf8').replace(/^\ufeff/, '');
    return { text, mode: file.mode & 0o777 };
  } finally {
    closeSync(handle);
  }
}
