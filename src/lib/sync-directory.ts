// Makes what was created or renamed in a directory last.
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { hasCode } from './system-error';

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
