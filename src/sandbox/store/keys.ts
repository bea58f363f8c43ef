// The API keys in the store, with their settings.

import { sandboxTestKey } from '../../lib/identity';
import { parse } from '../http/parse';
import {
  changeSettings,
  type KeySettings,
  newKeySettings,
  storedSettings,
} from '../rules/key-settings';
import {
  type Database,
  integerColumn,
  newApiKey,
  nullableInteger,
  type Row,
  textColumn,
} from './database';

export const sharedTestKey = sandboxTestKey;

export interface ApiKey {
  id: number;
  key: string;
  /** The account's ID, or null if the key is the shared test key, which does not belong to an account. */
  accountId: number | null;
  settings: KeySettings;
  /** The creation time, in milliseconds since the epoch. */
  createdAt: number;
}

/** The maximum number of keys in the cache. The cache saves time, because every request reads a key. */
const maxCachedKeys = 1000;

function keyOfRow(row: Row): ApiKey {
  const settings = parse(storedSettings, JSON.parse(textColumn(row, 'settings')));
  return {
    id: integerColumn(row, 'id'),
    key: textColumn(row, 'key'),
    accountId: nullableInteger(row, 'account_id'),
    settings: changeSettings(newKeySettings, 'value' in settings ? settings.value : {}),
    createdAt: integerColumn(row, 'created_at'),
  };
}

export function createKeys(database: Database) {
  const columns = 'SELECT id, key, account_id, settings, created_at FROM api_keys';
  const insert = database.prepare(
    'INSERT INTO api_keys (key, account_id, settings, created_at) VALUES (?, ?, ?, ?)',
  );
  const byKey = database.prepare(`${columns} WHERE key = ?`);
  const byId = database.prepare(`${columns} WHERE id = ?`);
  const byAccount = database.prepare(`${columns} WHERE account_id = ? ORDER BY id`);
  const all = database.prepare(`${columns} ORDER BY id`);
  const update = database.prepare('UPDATE api_keys SET settings = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM api_keys WHERE id = ?');
  // Only this process uses the store, so a cached key is valid until this process changes the key.
  const cache = new Map<string, ApiKey>();
  return {
    create(
      accountId: number | null,
      now: number,
      given: Partial<KeySettings> = {},
      key = newApiKey(),
    ): ApiKey {
      const settings = { ...newKeySettings, ...given };
      const { id } = insert.run(key, accountId, JSON.stringify(settings), now);
      return { id, key, accountId, settings, createdAt: now };
    },
    find(key: string): ApiKey | undefined {
      const known = cache.get(key);
      if (known) return known;
      const row = byKey.get(key);
      if (!row) return undefined;
      if (cache.size >= maxCachedKeys) cache.clear();
      const found = keyOfRow(row);
      cache.set(key, found);
      return found;
    },
    findById(id: number): ApiKey | undefined {
      const row = byId.get(id);
      return row && keyOfRow(row);
    },
    ofAccount: (accountId: number): ApiKey[] => byAccount.all(accountId).map(keyOfRow),
    saveSettings(key: ApiKey, settings: KeySettings): ApiKey {
      update.run(JSON.stringify(settings), key.id);
      cache.delete(key.key);
      return { ...key, settings };
    },
    delete(key: ApiKey): void {
      remove.run(key.id);
      cache.delete(key.key);
    },
    /** Clears the cache. The caller must call this method after rolling back or replacing the data. */
    forget: () => cache.clear(),
    /** Returns every key's ID and log retention period (in days). */
    retentions: (): { id: number; days: number }[] =>
      all.all().map((row) => {
        const { id, settings } = keyOfRow(row);
        return { id, days: settings.redact_days };
      }),
  };
}
