// SQLite as Node brings it, from 22.13 on, or Bun.
import type { Database, Row, Value } from './database';

interface SqliteStatement {
  run(...values: Value[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  get(...values: Value[]): Row | null | undefined;
  all(...values: Value[]): Row[];
  finalize?(): void;
}

/** A database as Node and Bun open it. The types of Node 20, the oldest supported, lack it. */
type Sqlite = new (
  path: string,
) => { exec(sql: string): unknown; prepare(sql: string): SqliteStatement; close(): void };

const isNode = (module: object | undefined): module is { DatabaseSync: Sqlite } =>
  module !== undefined && 'DatabaseSync' in module;

const isBun = (module: object | undefined): module is { Database: Sqlite } =>
  module !== undefined && 'Database' in module;

/** Node's class, without the warning that it is experimental: users did not choose it. */
function loadOfNode(): Sqlite | undefined {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    const module = process.getBuiltinModule('node:sqlite');
    return isNode(module) ? module.DatabaseSync : undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Bun's class, in the executable. Bun has Node's too, which closes no statement: its database would keep its locks. */
function loadOfBun(): Sqlite | undefined {
  if (process.versions.bun === undefined) return undefined;
  const module = process.getBuiltinModule('bun:sqlite');
  return isBun(module) ? module.Database : undefined;
}

export function hasBuiltin(): boolean {
  return loadOfNode() !== undefined;
}

/** Opens a file, or `:memory:`; undefined where this Node or Bun has no SQLite of its own. */
export function openBuiltin(path: string): Database | undefined {
  const sqlite = loadOfBun() ?? loadOfNode();
  if (!sqlite) return undefined;
  const database = new sqlite(path);
  const prepared: SqliteStatement[] = [];
  return {
    exec: (sql) => void database.exec(sql),
    prepare(sql) {
      const statement = database.prepare(sql);
      prepared.push(statement);
      return {
        run(...values) {
          const { changes, lastInsertRowid } = statement.run(...values);
          return { changes: Number(changes), id: Number(lastInsertRowid) };
        },
        get: (...values) => statement.get(...values) ?? undefined,
        all: (...values) => statement.all(...values),
      };
    },
    close() {
      for (const statement of prepared) statement.finalize?.();
      database.close();
    },
  };
}
