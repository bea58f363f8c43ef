// Resets a sandbox that does not run: takes its data directory for a moment, and empties its store.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { register } from './registry';
import { openFolderStore, storeFile } from './store/store';

/**
 * Empties the store of a data directory; does nothing without one.
 * @throws WaypostError `invalid_input` if a sandbox runs on it meanwhile, or the store is damaged.
 */
export async function resetFolder(folder: string): Promise<void> {
  if (!existsSync(join(folder, storeFile))) return;
  const registration = register(folder);
  try {
    // All data is to be removed; a damaged store is copied first.
    const store = await openFolderStore(folder, { recover: true });
    store.clear();
    store.close();
  } finally {
    registration.remove();
  }
}
