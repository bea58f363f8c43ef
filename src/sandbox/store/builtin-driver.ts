// The database driver for the SQLite that is built into Node.js (22.13 and later) and Bun.
import type { Database, Row, Value } from './database';

interface SqliteStatement {
  run(...values: Value[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  get(...values: Value[]): Row | null | undefined;
  all(...values: Value[]): Row[];
  finalize?(): void;
}

/**
 * The database class in Node.js and Bun. This type is declared here because the type definitions for Node.js 20, the
 * oldest supported version, do not include the class.
 */
type Sqlite = new (
  path: string,
) => { exec(sql: string): unknown; prepare(sql: string): SqliteStatement; close(): void };

const isNode = (module: object | undefined): module is { DatabaseSync: Sqlite } =>
  module !== undefined && 'DatabaseSync' in module;

const isBun = (module: object | undefined): module is { Database: Sqlite } =>
  module !== undefined && 'Database' in module;

/**
 * Returns the Node.js database class. Suppresses the warning that the class is experimental, because this warning would
 * confuse users.
 */
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

/**
 * Returns the Bun database class. Bun also has the Node.js class, but that class leaves statements open, so the
 * database stays locked after it is closed.
 */
function loadOfBun(): Sqlite | undefined {
  if (process.versions.bun === undefined) return undefined;
  const module = process.getBuiltinModule('bun:sqlite');
  return isBun(module) ? module.Database : undefined;
}

export function hasBuiltin(): boolean {
  return loadOfNode() !== undefined;
}

/**
 * Opens a database file, or `:memory:`. Returns undefined if this version of Node.js or Bun does not include SQLite.
 */
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
