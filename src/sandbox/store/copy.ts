// Copies the complete store to or from a file. Both operations use the open database connection, so that no other write
// can happen during the copy.
import { openBuiltin } from './builtin-driver';
import { type Database, integerColumn } from './database';
import { migrate } from './migrations';
import { openWasm } from './wasm-driver';

/** The tables in a store. The rows in a table reference only rows in later tables of this list. */
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

/**
 * Copies a database into a file that is empty or does not exist.
 * @throws the SQLite error if the copy fails.
 */
export function copyInto(database: Database, path: string): void {
  database.exec(`VACUUM INTO ${sqlText(path)}`);
}

/** The error for a file that is not a store or is damaged. */
export class UnreadableCopy extends Error {}

/**
 * Checks a copy of a store, and migrates the copy to the current schema.
 * @throws NewerStore if a newer version of waypost wrote the copy; UnreadableCopy if the copy is not a complete store.
 */
export async function checkCopy(path: string): Promise<void> {
  let copy: Database | undefined;
  try {
    copy = openBuiltin(path) ?? (await openWasm(path));
    const version = copy.prepare('PRAGMA user_version').get();
    const [check] = Object.values(copy.prepare('PRAGMA quick_check(1)').get() ?? {});
    if (check !== 'ok') throw new UnreadableCopy(String(check));
    const orphan = copy.prepare('PRAGMA foreign_key_check').get();
    if (orphan)
      throw new UnreadableCopy(`a row in the table ${orphan.table} refers to a missing row`);
    if (!version || integerColumn(version, 'user_version') === 0) {
      throw new UnreadableCopy("the file does not contain a sandbox's tables");
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
 * Replaces all data in a database with a checked copy. If an error occurs, the database does not change.
 * @param inTransaction runs its argument as one transaction
 */
export function replaceFrom(
  database: Database,
  path: string,
  inTransaction: (work: () => void) => void,
): void {
  database.exec(`ATTACH ${sqlText(path)} AS copy`);
  // Foreign keys are off, so that SQLite copies pages instead of rows. `checkCopy` has already checked the references.
  database.exec('PRAGMA foreign_keys = OFF');
  try {
    inTransaction(() => {
      for (const table of tables) database.exec(`DELETE FROM main.${table}`);
      for (const table of [...tables].reverse()) {
        database.exec(`INSERT INTO main.${table} SELECT * FROM copy.${table}`);
      }
      // The table sqlite_sequence contains the counters for the IDs of new rows.
      database.exec('DELETE FROM main.sqlite_sequence');
      database.exec('INSERT INTO main.sqlite_sequence SELECT * FROM copy.sqlite_sequence');
    });
  } finally {
    database.exec('PRAGMA foreign_keys = ON');
    database.exec('DETACH copy');
  }
}
