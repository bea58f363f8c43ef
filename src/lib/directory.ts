// Creates directories and their parents, and syncs them to disk.
import { closeSync, fsyncSync, mkdirSync, openSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasCode } from './system-error';

/**
 * What is at a path; undefined where nothing is. Throws the file system's error, also where a file stands in the place of
 * a directory above: since Node 24, `throwIfNoEntry: false` takes that for nothing.
 */
export function statIfExists(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Whether there is a directory, or a link to one. Throws the file system's error. */
export function isDirectory(path: string): boolean {
  return statIfExists(path)?.isDirectory() === true;
}

/**
 * Creates a directory and its missing parents, and syncs each parent, so that a power failure does not lose
 * the directory and its files. Throws the file system's error.
 */
export function makeDirectory(path: string, mode: number): void {
  if (isDirectory(path)) return;
  const above = dirname(path);
  if (above !== path) makeDirectory(above, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have created it first.
    if (!isDirectory(path)) throw error;
  }
  syncDirectory(above);
}

/** Directories that their file system cannot sync. A power failure may undo their last changes. */
export const unsyncableDirectories = new Set<string>();

/** Syncs a directory, where its file system can. Throws the file system's error. */
export function syncDirectory(directory: string, platform = process.platform): void {
  // Windows has no call to sync a directory.
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
