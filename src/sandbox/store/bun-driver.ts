// SQLite as Bun brings it, in the executable. Bun has Node's module too, which closes no statement: a database that is
// closed would keep its locks, and its log beside the file.
import type { Database, Row, Value } from './database';

interface Statement {
  run(...values: Value[]): { changes: number; lastInsertRowid: number | bigint };
  get(...values: Value[]): Row | null;
  all(...values: Value[]): Row[];
  finalize(): void;
}

interface Sqlite {
  Database: new (
    path: string,
  ) => {
    exec(sql: string): unknown;
    prepare(sql: string): Statement;
    close(): void;
  };
}

function isSqlite(module: object | undefined): module is Sqlite {
  return module !== undefined && 'Database' in module;
}

/** Opens a file, or `:memory:`; undefined where this is not Bun. */
export function openBun(path: string): Database | undefined {
  if (process.versions.bun === undefined) return undefined;
  const sqlite = process.getBuiltinModule('bun:sqlite');
  if (!isSqlite(sqlite)) return undefined;
  const database = new sqlite.Database(path);
  const prepared = new Set<Statement>();
  return {
    exec: (sql) => void database.exec(sql),
    prepare(sql) {
      const statement = database.prepare(sql);
      prepared.add(statement);
      return {
        run(...values) {
          const { changes, lastInsertRowid } = statement.run(...values);
          return { changes, id: Number(lastInsertRowid) };
        },
        get: (...values) => statement.get(...values) ?? undefined,
        all: (...values) => statement.all(...values),
      };
    },
    close() {
      for (const statement of prepared) statement.finalize();
      database.close();
    },
  };
}
