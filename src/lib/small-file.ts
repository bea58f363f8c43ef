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

/** Most bytes of a file unless its reader says otherwise. */
export const usualMaxBytes = 1024 * 1024;
/** Windows has neither. A pipe is opened at once, without waiting for a writer. */
const { O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;

/** A small file as read: its text without a byte order mark, and its permissions, such as 0o600. */
export interface SmallFile {
  text: string;
  mode: number;
}

/** Reads a small regular file. Throws the file system's error, or one that says what is wrong with it. */
export function readSmallFile(path: string): SmallFile {
  return readChecked(path, usualMaxBytes, () => {});
}

/**
 * As `readSmallFile`, for a file that only this user or root may own, whatever its permissions. If the path
 * is a symbolic link, the directories of the link and of its target are checked.
 */
export function readOwnedFile(path: string): SmallFile {
  return readChecked(path, usualMaxBytes, (file) => {
    refuseForeign(file, statSync(dirname(path)));
    refuseForeign(file, statSync(dirname(realpathSync(path))));
  });
}

/** As `readSmallFile`, for a file whose content is trusted: refuses files that `checkOwnFile` refuses. */
export function readOwnFile(path: string, maxBytes = usualMaxBytes): SmallFile {
  return readChecked(path, maxBytes, (file) => checkOwnFile(path, file));
}

/** As `readOwnFile`, for a file that `openStateFile` opens. */
export function readStateFile(path: string, maxBytes: number): SmallFile {
  return readAndClose(openStateFile(path, constants.O_RDONLY), maxBytes);
}

/**
 * Throws if another user could have written an opened file, by its owner and mode and those of its directory.
 */
function checkOwnFile(path: string, file: Stats): void {
  const directory = statSync(dirname(path));
  refuseForeign(file, directory);
  if (isWritableByOthers(file)) throw new Error('other users may write it');
  if (isWritableByOthers(directory) && !isSticky(directory)) {
    throw new Error('other users may write its directory');
  }
}

/**
 * Throws if another user could have written an opened file beside an output, whose directory may be shared: who
 * may write the directory can put a file of their own in its place, and its owner tells.
 */
function checkStateFile(file: Stats): void {
  if (isForeign(file)) throw new Error('it belongs to another user');
  if (isWritableByOthers(file)) throw new Error('other users may write it');
  // Another user may have given a file of this user's the name.
  if (file.nlink > 1) throw new Error('it has another name too (a hard link)');
}

/**
 * Whether other users may remove or replace files of this user in a directory: it belongs to one of them, or is
 * writable for them and has no sticky bit, as /tmp has. The user's own group is no other user. Throws the file
 * system's error.
 */
export function othersCanReplace(directory: string): boolean {
  const { uid, gid, mode } = statSync(directory);
  if (process.platform === 'win32') return false;
  if (isForeign({ uid })) return true;
  const others = gid === process.getegid?.() ? 0o002 : 0o022;
  return (mode & others) !== 0 && !isSticky({ mode });
}

/** A path that other users may change, and its permissions, such as 0o777. */
export interface SharedPath {
  path: string;
  mode: number;
  isDirectory: boolean;
}

/**
 * What other users may change of a file at a path: the file, its directory, and those a link leads to. Empty
 * where there is no file.
 */
export function sharedPaths(path: string): SharedPath[] {
  let target: string;
  try {
    target = realpathSync(path);
  } catch {
    return [];
  }
  return [target, ...new Set([dirname(path), dirname(target)])].flatMap((each) => {
    const found = statSync(each, { throwIfNoEntry: false });
    // Another process removed it just now.
    if (found === undefined) return [];
    const isDirectory = found.isDirectory();
    const isShared = isDirectory ? othersCanReplace(each) : isWritableByOthers(found);
    return isShared ? [{ path: each, mode: found.mode & 0o777, isDirectory }] : [];
  });
}

/**
 * Whether the system keeps this user from replacing a file of another: both it and its directory, which has the
 * sticky bit, are theirs.
 */
export function isHeldByAnother(file: Stats, directory: Stats): boolean {
  const own = process.geteuid?.() ?? 0;
  return own !== 0 && isSticky(directory) && file.uid !== own && directory.uid !== own;
}

/** In a directory with the sticky bit, such as /tmp, only the owner may replace a file. */
function isSticky({ mode }: Pick<Stats, 'mode'>): boolean {
  return (mode & 0o1000) !== 0;
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
  return openChecked(path, flags | O_NOFOLLOW, (file) => checkOwnFile(path, file));
}

/**
 * As `openOwnFile`, for the state of a run beside its output: its directory may be one that others may write.
 */
export function openStateFile(path: string, flags: number): number {
  return openChecked(path, flags | O_NOFOLLOW, checkStateFile);
}

function openChecked(path: string, flags: number, check: (file: Stats) => void): number {
  const handle = openSync(path, flags | O_NONBLOCK, 0o600);
  try {
    const file = fstatSync(handle);
    if (!file.isFile()) throw new Error('it is not a regular file');
    check(file);
    return handle;
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

function readChecked(path: string, maxBytes: number, check: (file: Stats) => void): SmallFile {
  // Before opening too, which may act on a device, and fails for a socket.
  if (!statSync(path).isFile()) throw new Error('it is not a regular file');
  return readAndClose(openChecked(path, constants.O_RDONLY, check), maxBytes);
}

function readAndClose(handle: number, maxBytes: number): SmallFile {
  try {
    const { size, mode } = fstatSync(handle);
    if (size > maxBytes) throw new Error('it is larger than any such file');
    return { text: readFileSync(handle, 'utf8').replace(/^\ufeff/, ''), mode: mode & 0o777 };
  } finally {
    closeSync(handle);
  }
}
