// Writes a small secret file atomically. At every moment, even after a power failure, the file contains either the old
// or the new content. Only the owner can read the file.
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isDirectory, makeDirectory, statIfExists, syncDirectory } from './directory';
import { isForeign } from './small-file';
import { hasCode, systemError } from './system-error';

const ownerOnlyFile = 0o600;
const ownerOnlyDirectory = 0o700;
const maxLinks = 40;
const probePrefix = '.waypost-probe-';

/**
 * Creates a directory that only its owner can access. Also creates the parent directories that do not exist. If other
 * users can access an existing directory, restricts the directory's permissions.
 */
export function ensurePrivateDirectory(directory: string): void {
  makeDirectory(directory, ownerOnlyDirectory);
  if (process.platform !== 'win32' && (statSync(directory).mode & 0o077) !== 0) {
    chmodSync(directory, ownerOnlyDirectory);
  }
}

/**
 * Follows symbolic links. Returns the path of the target, which might not exist, or the path itself if the path is not
 * a link. Throws if a link belongs to anyone except this user, root and the owner of the link's directory. If `ownOnly`
 * is true, allows only links that belong to this user or root.
 */
export function followLinks(path: string, ownOnly = false): string {
  let current = path;
  for (let step = 0; step < maxLinks; step += 1) {
    const link = lstatIfExists(current);
    if (link?.isSymbolicLink() !== true) return current;
    if (isForeign(link) && (ownOnly || link.uid !== statSync(dirname(current)).uid)) {
      throw systemError('EACCES', `${current} is a symbolic link that belongs to another user`);
    }
    current = resolve(dirname(current), readlinkSync(current));
  }
  throw systemError('ELOOP', `too many symbolic links at ${path}`);
}

/**
 * Replaces a file: writes and syncs a temporary file in the same directory, renames it, and syncs the directory. The
 * file gets mode 0600. If the path is a symbolic link, replaces the link's target and keeps the link. Throws the file
 * system's error. If the error occurs before the temporary file is renamed, the old file is unchanged.
 */
export function writeFileAtomically(path: string, content: string): void {
  const target = followLinks(path);
  const directory = dirname(target);
  // The target directory of a link might not exist yet, for example if a dotfile manager created the link.
  makeDirectory(directory, ownerOnlyDirectory);
  const temporary = temporaryPath(target);
  const handle = openSync(temporary, 'wx', ownerOnlyFile);
  try {
    try {
      writeDurably(handle, Buffer.from(content));
    } finally {
      closeSync(handle);
    }
    retryOnWindows(() => renameSync(temporary, target));
  } catch (error) {
    removeIfExists(temporary);
    throw error;
  }
  syncDirectory(directory);
}

/**
 * Like `writeFileAtomically`, but does not block this thread and does not sync the directory. A power failure might
 * therefore restore the old file.
 */
export async function writeFileInBackground(path: string, content: string): Promise<void> {
  const target = followLinks(path);
  const temporary = temporaryPath(target);
  try {
    const file = await open(temporary, 'wx', ownerOnlyFile);
    try {
      await file.writeFile(content);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (error) {
    removeIfExists(temporary);
    throw error;
  }
}

/** Writes all bytes and syncs the file. Repeats the system call if the call writes only some of the bytes. */
export function writeDurably(handle: number, content: Buffer): void {
  let rest = content;
  while (rest.length > 0) rest = rest.subarray(writeSync(handle, rest));
  fsyncSync(handle);
}

/** Removes a file. Returns false if the file does not exist. */
export function removeIfExists(path: string): boolean {
  try {
    retryOnWindows(() => unlinkSync(path));
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/**
 * Removes the temporary files that killed processes left behind when they wrote to the path or to its lock. Returns the
 * paths of the removed files. The caller must hold the lock of the path, so that no other process is writing.
 */
export function sweepTemporaryFiles(path: string): string[] {
  return temporaryFilesOf(path).filter(removeIfExists);
}

/** True if the path's lock file exists, or if temporary files of the path or its lock exist. */
export function hasTemporaryFiles(path: string): boolean {
  return lstatIfExists(`${path}.lock`) !== undefined || temporaryFilesOf(path).length > 0;
}

/**
 * Returns the temporary files of a path and of its lock. The temporary files are next to the target file and the lock.
 * If the path is a symbolic link, its lock is next to the link.
 */
function temporaryFilesOf(path: string): string[] {
  const target = followLinks(path);
  const lock = `${path}.lock`;
  return [
    ...filesIn(dirname(target), [temporaryPrefix(target)]),
    ...filesIn(dirname(lock), [temporaryPrefix(lock), `${basename(lock)}.`]),
  ];
}

/** Returns the paths of a directory's files whose names start with one of these prefixes. Ignores directories. */
function filesIn(directory: string, prefixes: readonly string[]): string[] {
  if (!isDirectory(directory)) return [];
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .filter(({ name }) => prefixes.some((prefix) => name.startsWith(prefix)))
    .map(({ name }) => join(directory, name));
}

/**
 * Throws the file system's error if no file can be created at the path. To check this, creates and removes a file in
 * the nearest existing directory.
 */
export function checkWritable(path: string): void {
  const target = followLinks(path);
  if (isDirectory(target)) throw systemError('EISDIR', `EISDIR: ${target} is a directory`);
  let directory = dirname(target);
  // Stop at the root, because on Windows, the drive might not exist.
  while (statIfExists(directory) === undefined && dirname(directory) !== directory) {
    directory = dirname(directory);
  }
  const probe = join(directory, probePrefix + uniqueSuffix());
  closeSync(openSync(probe, 'wx', ownerOnlyFile));
  removeIfExists(probe);
}

/**
 * Removes the files that `checkWritable` created and could not remove because waypost was killed. Returns the paths of
 * the removed files. Searches the path's directory and its parents, up to the first directory that belongs to another
 * user.
 */
export function sweepProbes(path: string): string[] {
  const removed: string[] = [];
  const own = process.geteuid?.();
  for (let directory = dirname(followLinks(path)); ; directory = dirname(directory)) {
    const found = lstatIfExists(directory);
    if (own !== undefined && found !== undefined && found.uid !== own) break;
    try {
      if (found !== undefined) {
        removed.push(...filesIn(directory, [probePrefix]).filter(removeIfExists));
      }
    } catch (error) {
      // This user cannot write to the directory, so `checkWritable` left no file in it.
      if (!hasCode(error, 'EACCES', 'EPERM')) throw error;
    }
    if (dirname(directory) === directory) break;
  }
  return removed;
}

/**
 * On Windows, repeats a call for up to a second, because a file cannot be renamed or removed while a virus scanner or
 * indexer has the file open. On other systems, calls the function only once.
 */
export function retryOnWindows(call: () => void, platform = process.platform): void {
  const attempts = platform === 'win32' ? 10 : 1;
  for (let attempt = 1; ; attempt += 1) {
    try {
      call();
      return;
    } catch (error) {
      if (attempt >= attempts || !hasCode(error, 'EPERM', 'EBUSY', 'EACCES')) throw error;
      // This wait blocks the thread, because the call is synchronous.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, attempt * 20);
    }
  }
}

/** Like `lstatSync`, but returns undefined if the path or one of its parent directories does not exist. */
export function lstatIfExists(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

/** Returns a new path for a temporary file in the target's directory. */
function temporaryPath(target: string): string {
  return join(dirname(target), temporaryPrefix(target) + uniqueSuffix());
}

function uniqueSuffix(): string {
  return `${process.pid}-${randomBytes(4).toString('hex')}`;
}

export function temporaryPrefix(target: string): string {
  return `.${basename(target)}.tmp-`;
}
