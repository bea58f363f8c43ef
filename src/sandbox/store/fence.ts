// A store whose directory was taken over must not write any more, and its later writes must not count.
import type { Database } from './database';

/** The data directory belongs to another process, or was removed. */
export class FolderLost extends Error {}

const writes = /^\s*(INSERT|UPDATE|DELETE|REPLACE|WITH[\s\S]*\b(INSERT|UPDATE|DELETE)\b)/i;

/**
 * A database that checks before every write whether the directory is still held, and again when the write is
 * on the disk: only then it counts. A process that takes the directory over removes the lock's name before it
 * opens the database, so it sees every write that passed the second check.
 * @throws FolderLost from any write after `isHeld` returned false.
 */
export function fenced(database: Database, isHeld: () => boolean): Database {
  let isInside = false;
  const check = (): void => {
    if (!isHeld())
      throw new FolderLost('the data directory belongs to another process, or is gone');
  };
  const around = <T>(work: () => T): T => {
    check();
    const result = work();
    check();
    return result;
  };
  return {
    exec(sql) {
      if (sql === 'ROLLBACK') {
        isInside = false;
        return database.exec(sql);
      }
      around(() => database.exec(sql));
      if (sql === 'BEGIN IMMEDIATE') isInside = true;
      if (sql === 'COMMIT') isInside = false;
    },
    prepare(sql) {
      const statement = database.prepare(sql);
      if (!writes.test(sql)) return statement;
      // In a transaction, the check is at its beginning and its end.
      const guard = <T>(work: () => T): T => (isInside ? work() : around(work));
      return {
        run: (...values) => guard(() => statement.run(...values)),
        get: (...values) => guard(() => statement.get(...values)),
        all: (...values) => guard(() => statement.all(...values)),
      };
    },
    close() {
      // Closing moves the log into the file and removes it, and both may belong to another process now. A
      // file that is left open is closed with the process.
      if (isHeld()) database.close();
    },
  };
}
