// Directories: made with those above them, and what changed in them made to last.
import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasCode } from './system-error';

/**
 * Makes a directory and the missing ones above it, and syncs each parent, so that a power cut does not
 * take the directory along with what is written into it. Throws the file system's error.
 */
export function makeDirectory(path: string, mode: number): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  const above = dirname(path);
  if (above !== path) makeDirectory(above, mode);
  try {
    mkdirSync(path, { mode });
    syncDirectory(above);
  } catch (error) {
    // Another process may have been quicker.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Directories whose file system cannot sync them. What changed there last may be lost in a power cut. */
export const unsyncableDirectories = new Set<string>();

/** Syncs a directory, where its file system can. Throws the file system's error. */
export function syncDirectory(directory: string): void {
  // Windows has no such call.
  if (process.platform === 'win32') return;
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
