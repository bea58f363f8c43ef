// Copies the whole store to a file, and back. Both use the open database, so that no write can happen during the copy.
import { openBuiltin } from './builtin-driver';
import { type Database, integerColumn } from './database';
import { migrate } from './migrations';
import { openWasm } from './wasm-driver';

/** Tables of a store; rows of one refer to rows of later ones. */
export const tables = [
  'lookups',
  'configs',
  'licensees',
  'sign_ups',
  'consumption',
  'purchases',
  'api_keys',
  'accounts',
  'settings',
];

const sqlText = (path: string): string => `'${path.replaceAll("'", "''")}'`;

/** Copies a database into a file that is empty or missing. Throws the error of SQLite. */
export function copyInto(database: Database, path: string): void {
  database.exec(`VACUUM INTO ${sqlText(path)}`);
}

/** A file is no store, or was changed since it was written. */
export class UnreadableCopy extends Error {}

/**
 * Checks the structure of a copy, and migrates an earlier version to this schema.
 * @throws NewerStore for a later version, UnreadableCopy for an incomplete store.
 */
export async function checkCopy(path: string): Promise<void> {
  let copy: Database | undefined;
  try {
    copy = openBuiltin(path) ?? (await openWasm(path));
    const version = copy.prepare('PRAGMA user_version').get();
    const [check] = Object.values(copy.prepare('PRAGMA quick_check(1)').get() ?? {});
    if (check !== 'ok') throw new UnreadableCopy(String(check));
    const orphan = copy.prepare('PRAGMA foreign_key_check').get();
    if (orphan) throw new UnreadableCopy(`a row of ${orphan.table} belongs to nothing`);
    if (!version || integerColumn(version, 'user_version') === 0) {
      throw new UnreadableCopy('it has no tables of a sandbox');
    }
    migrate(copy);
  } catch (error) {
    if (error instanceof Error && /malformed|not a database|corrupt/i.test(error.message)) {
      throw new UnreadableCopy(error.message, { cause: error });
    }
    throw error;
  } finally {
    copy?.close();
  }
}

/**
 * Replaces everything in a database with the content of a checked copy: as a whole, or not at all.
 * `whole` runs one transaction.
 */
export function replaceFrom(
  database: Database,
  path: string,
  whole: (work: () => void) => void,
): void {
  database.exec(`ATTACH ${sqlText(path)} AS copy`);
  // The checks were made on the copy; without them SQLite copies whole pages instead of rows.
  database.exec('PRAGMA foreign_keys = OFF');
  try {
    whole(() => {
      for (const table of tables) database.exec(`DELETE FROM main.${table}`);
      for (const table of [...tables].reverse()) {
        database.exec(`INSERT INTO main.${table} SELECT * FROM copy.${table}`);
      }
      // The counters that number new rows.
      database.exec('DELETE FROM main.sqlite_sequence');
      database.exec('INSERT INTO main.sqlite_sequence SELECT * FROM copy.sqlite_sequence');
    });
  } finally {
    database.exec('PRAGMA foreign_keys = ON');
    database.exec('DETACH copy');
  }
}
