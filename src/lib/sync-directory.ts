// Makes what was created or renamed in a directory last. Windows has no such call.
import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Syncs a directory. Throws the file system's error. */
export function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
