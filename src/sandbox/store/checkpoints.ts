// When the log moves into the database file, and the sums of the pages with it.
import { readFileSync, statSync } from 'node:fs';
import { type Database, integerOf } from './database';
import type { StoreFiles } from './inspect';
import { addCheckpoint, type PageSums, writeSums } from './page-sums';

/** Writes between two checkpoints. */
const maxWrites = 500;

/** Size of the log from which on it is moved, in bytes; and to which SQLite cuts it afterwards. */
const maxLog = 4 * 1024 * 1024;

/** A database whose pages are summed at every checkpoint. It must not be moved by SQLite itself. */
export function summed(database: Database, files: StoreFiles, pageSums: PageSums): Database {
  let isInside = false;
  let writes = 0;
  const move = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');
  const checkpoint = (): void => {
    writes = 0;
    const row = move.get();
    const frames = row ? integerOf(row, 'log') : 0;
    // Not all of it where a row is being read; the next checkpoint moves the rest.
    if (!row || frames <= 0 || integerOf(row, 'checkpointed') !== frames) return;
    // From the log, not the database: closing any handle of that file would give up SQLite's locks on it.
    addCheckpoint(pageSums, readFileSync(files.wal), frames);
    writeSums(files.sums, pageSums);
  };
  const wrote = (): void => {
    writes += 1;
    if (isInside) return;
    const size = statSync(files.wal, { throwIfNoEntry: false })?.size ?? 0;
    if (writes >= maxWrites || size > maxLog + 64 * 1024) checkpoint();
  };
  database.exec('PRAGMA wal_autocheckpoint = 0');
  database.exec(`PRAGMA journal_size_limit = ${maxLog}`);
  return {
    exec(sql) {
      database.exec(sql);
      if (sql === 'BEGIN IMMEDIATE') isInside = true;
      if (sql === 'ROLLBACK' || sql === 'COMMIT') isInside = false;
      if (sql === 'COMMIT') wrote();
    },
    prepare(sql) {
      const statement = database.prepare(sql);
      return {
        ...statement,
        run(...values) {
          const result = statement.run(...values);
          if (!isInside) wrote();
          return result;
        },
      };
    },
    close() {
      try {
        checkpoint();
      } finally {
        database.close();
      }
    },
  };
}
