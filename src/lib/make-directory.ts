// Making a directory with those above it. Node's own recursive call never returns where a directory
// can be looked up but nothing can be made in it, such as /proc.
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncDirectory } from './sync-directory';

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
