// Resets a sandbox that does not run: its data directory is taken for a moment, and its store emptied.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { takeOwnership } from './instance/owner';
import { openFolderStore, storeFile } from './store/store';

/**
 * Empties the store of a data directory; does nothing where there is none.
 * @throws WaypostError `invalid_input` when a sandbox runs on it meanwhile, or the store is damaged.
 */
export async function resetFolder(folder: string): Promise<void> {
  if (!existsSync(join(folder, storeFile))) return;
  const ownership = await takeOwnership(folder, randomBytes(12).toString('base64url'), Date.now());
  try {
    const store = await openFolderStore(folder, {
      isHeld: ownership.isHeld,
      // Everything is to be forgotten; what is damaged is set aside first.
      recover: true,
    });
    store.clear();
    store.close();
  } finally {
    ownership.release();
  }
}
