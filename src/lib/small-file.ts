// Reads a small file that contains keys or the state of a run. The path can refer to any kind of file, so this module
// checks the file first. Reading a pipe would block, and reading a device or a huge file would exhaust memory.
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

/** The default maximum file size, in bytes. */
export const usualMaxBytes = 1024 * 1024;
/** Flags that do not exist on Windows. If O_NONBLOCK is set, opening a pipe does not wait for a writer. */
const { O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;

export interface SmallFile {
  /** The content without a byte order mark. */
  text: string;
  /** The permissions, such as 0o600. */
  mode: number;
}

/** Reads a small regular file. Throws the file system's error, or an error that describes the problem with the file. */
export function readSmallFile(path: string): SmallFile {
  return readChecked(path, usualMaxBytes, () => {});
}

/**
 * Like `readSmallFile`, but throws if the file or its directory belongs to a user other than this user and root. If the
 * path is a symbolic link, checks the directories of the link and of its target.
 */
export function readOwnedFile(path: string): SmallFile {
  return readChecked(path, usualMaxBytes, (file) => {
    refuseForeign(file, statSync(dirname(path)));
    refuseForeign(file, statSync(dirname(realpathSync(path))));
  });
}

/** Like `readSmallFile`, but for a file whose content waypost trusts. Also throws the errors of `checkOwnFile`. */
export function readOwnFile(path: string, maxBytes = usualMaxBytes): SmallFile {
  return readChecked(path, maxBytes, (file) => checkOwnFile(path, file));
}

/** Like `readOwnFile`, but opens the file with `openStateFile`. */
export function readStateFile(path: string, maxBytes: number): SmallFile {
  return readAndClose(openStateFile(path, constants.O_RDONLY), maxBytes);
}

/**
 * Throws if the owners or modes of an open file and its directory show that another user could have written to the
 * file.
 */
function checkOwnFile(path: string, file: Stats): void {
  const directory = statSync(dirname(path));
  refuseForeign(file, directory);
  if (isWritableByOthers(file)) throw new Error('other users can write to it');
  if (isWritableByOthers(directory) && !isSticky(directory)) {
    throw new Error('other users can write to its directory');
  }
}

/**
 * Throws if another user could have written to an open file that is next to an output file. Does not check the
 * directory, which other users might be able to write to. If such a user replaced the file, the new file would belong
 * to that user, and this function would throw.
 */
function checkStateFile(file: Stats): void {
  if (isForeign(file)) throw new Error('it belongs to another user');
  if (isWritableByOthers(file)) throw new Error('other users can write to it');
  // Reject a file with several names, because another user might have created this path as a hard link to one of this
  // user's other files.
  if (file.nlink > 1) throw new Error('it has a second name (a hard link)');
}

/**
 * True if other users can remove or replace this user's files in a directory. Other users can do so if the directory
 * belongs to a user other than this user and root. They can also do so if the directory, unlike /tmp, has no sticky
 * bit, and users outside this user's own group can write to it. Throws the file system's error.
 */
export function othersCanReplace(directory: string): boolean {
  const { uid, gid, mode } = statSync(directory);
  if (process.platform === 'win32') return false;
  if (isForeign({ uid })) return true;
  const others = gid === process.getegid?.() ? 0o002 : 0o022;
  return (mode & others) !== 0 && !isSticky({ mode });
}

/** A path that other users can change. */
export interface SharedPath {
  path: string;
  /** The permissions, such as 0o777. */
  mode: number;
  isDirectory: boolean;
}

/**
 * Returns the paths that other users can change. Checks the file and its directory. If the path is a symbolic link,
 * checks the link's target and the directories of both. Returns an empty list if the file does not exist.
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
    // Another process has just removed the file.
    if (found === undefined) return [];
    const isDirectory = found.isDirectory();
    const isShared = isDirectory ? othersCanReplace(each) : isWritableByOthers(found);
    return isShared ? [{ path: each, mode: found.mode & 0o777, isDirectory }] : [];
  });
}

/**
 * True if this user cannot replace a file because the file and its directory belong to other users and the directory
 * has the sticky bit.
 */
export function isHeldByAnother(file: Stats, directory: Stats): boolean {
  const own = process.geteuid?.() ?? 0;
  return own !== 0 && isSticky(directory) && file.uid !== own && directory.uid !== own;
}

/**
 * True if a directory has the sticky bit. In a sticky directory such as /tmp, users cannot replace the files of other
 * users.
 */
function isSticky({ mode }: Pick<Stats, 'mode'>): boolean {
  return (mode & 0o1000) !== 0;
}

/** True if a file belongs to a user other than this user and root. */
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
 * Opens a regular file whose content waypost trusts. `flags` are flags from `fs.constants`. Does not follow a symbolic
 * link. Throws the file system's error, or the errors of `checkOwnFile`.
 */
export function openOwnFile(path: string, flags: number): number {
  return openChecked(path, flags | O_NOFOLLOW, (file) => checkOwnFile(path, file));
}

/**
 * Like `openOwnFile`, but for the saved state next to an output file. Allows a directory that other users can write to.
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
  // This check runs before the file is opened, because opening a device can have side effects and opening a socket
  // fails.
  if (!statSync(path).isFile()) throw new Error('it is not a regular file');
  return readAndClose(openChecked(path, constants.O_RDONLY, check), maxBytes);
}

function readAndClose(handle: number, maxBytes: number): SmallFile {
  try {
    const { size, mode } = fstatSync(handle);
    if (size > maxBytes) throw new Error('it is larger than waypost allows');
    return { text: readFileSync(handle, 'utf8').replace(/^\ufeff/, ''), mode: mode & 0o777 };
  } finally {
    closeSync(handle);
  }
}
