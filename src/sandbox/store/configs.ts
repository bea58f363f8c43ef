// The configs in the store. The store encodes each payload as JSON, because a payload can contain any character, even
// NUL.
import { type Database, integerColumn, type Row, textColumn } from './database';

export interface Config {
  id: number;
  name: string;
  payload: string;
  /** The times of creation and of the latest update, in milliseconds since the epoch. */
  createdAt: number;
  updatedAt: number;
}

function readConfig(row: Row): Config {
  return {
    id: integerColumn(row, 'id'),
    name: textColumn(row, 'name'),
    payload: String(JSON.parse(textColumn(row, 'payload'))),
    createdAt: integerColumn(row, 'created_at'),
    updatedAt: integerColumn(row, 'updated_at'),
  };
}

export function createConfigs(database: Database) {
  const columns = 'SELECT id, name, payload, created_at, updated_at FROM configs';
  const insert = database.prepare(
    'INSERT INTO configs (key_id, name, payload, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?4)',
  );
  const byName = database.prepare(`${columns} WHERE key_id = ? AND name = ?`);
  const ofKey = database.prepare(`${columns} WHERE key_id = ? ORDER BY id`);
  const change = database.prepare('UPDATE configs SET payload = ?, updated_at = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM configs WHERE id = ?');
  return {
    create(keyId: number, name: string, payload: string, now: number): Config {
      const { id } = insert.run(keyId, name, JSON.stringify(payload), now);
      return { id, name, payload, createdAt: now, updatedAt: now };
    },
    find(keyId: number, name: string): Config | undefined {
      const row = byName.get(keyId, name);
      return row && readConfig(row);
    },
    list: (keyId: number): Config[] => ofKey.all(keyId).map(readConfig),
    update(config: Config, payload: string, now: number): Config {
      change.run(JSON.stringify(payload), now, config.id);
      return { ...config, payload, updatedAt: now };
    },
    delete: (id: number) => void remove.run(id),
  };
}
