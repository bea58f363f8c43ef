// Creates directories and their parents, and syncs them to disk.
import { closeSync, fsyncSync, mkdirSync, openSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasCode } from './system-error';

/**
 * Like `statSync`, but returns undefined if the path does not exist. Throws all other file system errors, including
 * ENOTDIR if a parent of the path is not a directory. Does not use the `throwIfNoEntry: false` option of `statSync`,
 * because in Node 24 and later, `statSync` does not throw ENOTDIR with this option.
 */
export function statIfExists(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** True if the path is a directory or a symbolic link to a directory. Throws the file system's error. */
export function isDirectory(path: string): boolean {
  return statIfExists(path)?.isDirectory() === true;
}

/**
 * Creates a directory and its missing parents. Syncs each parent, so that the directory and its files survive a power
 * failure. Throws the file system's error.
 */
export function makeDirectory(path: string, mode: number): void {
  if (isDirectory(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeDirectory(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process might have created the directory first.
    if (!isDirectory(path)) throw error;
  }
  syncDirectory(parent);
}

/**
 * The directories that waypost could not sync, because their file system does not support it. A power failure might
 * undo the last changes in these directories.
 */
export const unsyncableDirectories = new Set<string>();

/** Syncs a directory if the file system supports it. Throws the file system's error. */
export function syncDirectory(directory: string, platform = process.platform): void {
  // Windows does not have a system call that syncs a directory.
  if (platform === 'win32') return;
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } catch (error) {
    if (!hasCode(error, 'EINVAL', 'ENOTSUP', 'EOPNOTSUPP')) throw error;
    unsyncableDirectories.add(directory);
  } finally {
    closeSync(handle);
  }
}
