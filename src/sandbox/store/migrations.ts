// The schema of the store, as a list of migration steps. Never change a released step. To change the schema, add a
// step.
import { type Database, integerColumn, transaction } from './database';

const steps: readonly string[] = [
  `
  CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE accounts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id TEXT NOT NULL UNIQUE,
    user_token TEXT NOT NULL UNIQUE,
    profile TEXT NOT NULL,
    created_at INTEGER NOT NULL
  );

  CREATE TABLE api_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    account_id INTEGER REFERENCES accounts (id) ON DELETE CASCADE,
    settings TEXT NOT NULL,
    created_at INTEGER NOT NULL
  );
  CREATE INDEX api_keys_by_account ON api_keys (account_id, id);

  CREATE TABLE purchases (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key_id INTEGER NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
    expires INTEGER,
    purchased INTEGER NOT NULL,
    consumed INTEGER NOT NULL
  );
  CREATE INDEX purchases_by_key ON purchases (key_id, id);

  CREATE TABLE consumption (
    key_id INTEGER NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
    scope TEXT NOT NULL,
    period TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (key_id, scope, period)
  ) WITHOUT ROWID;

  CREATE TABLE sign_ups (
    id TEXT PRIMARY KEY,
    account_id INTEGER REFERENCES accounts (id) ON DELETE CASCADE,
    claimed_at INTEGER,
    expired_at INTEGER
  ) WITHOUT ROWID;
  `,
  // The primary key of `lookups` stores log entries in the order in which the sandbox reads them. An active licensee's
  // name is unique among the key's active licensees. Columns store text as JSON if the text can contain a NUL.
  `
  CREATE TABLE licensees (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key_id INTEGER NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
    key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    folded_name TEXT NOT NULL,
    details TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    counted_at INTEGER NOT NULL,
    cancelled_at INTEGER
  );
  CREATE INDEX licensees_by_key ON licensees (key_id, id);
  CREATE UNIQUE INDEX licensee_names ON licensees (key_id, name) WHERE cancelled_at IS NULL;

  CREATE TABLE configs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key_id INTEGER NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    payload TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (key_id, name)
  );

  CREATE TABLE lookups (
    key_id INTEGER NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    ip TEXT NOT NULL,
    term TEXT NOT NULL,
    url TEXT NOT NULL,
    type TEXT NOT NULL,
    tags TEXT NOT NULL,
    lookups INTEGER NOT NULL,
    licensee_id INTEGER,
    source_ip TEXT NOT NULL,
    PRIMARY KEY (key_id, at, sequence)
  ) WITHOUT ROWID;
  `,
];

/** The error for a store that a newer version of waypost wrote. */
export class NewerStore extends Error {}

export function migrate(database: Database): void {
  const row = database.prepare('PRAGMA user_version').get();
  const version = row ? integerColumn(row, 'user_version') : 0;
  if (version > steps.length)
    throw new NewerStore(`schema ${version} is newer than ${steps.length}`);
  steps.slice(version).forEach((step, index) => {
    transaction(database, () => {
      database.exec(step);
      database.exec(`PRAGMA user_version = ${version + index + 1}`);
    });
  });
}
