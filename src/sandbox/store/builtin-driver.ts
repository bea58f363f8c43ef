// SQLite as Node brings it, from 22.13 on, or Bun.
import { openBun } from './bun-driver';
import type { Database } from './database';

type Sqlite = typeof import('node:sqlite');

function isSqlite(module: object | undefined): module is Sqlite {
  return module !== undefined && 'DatabaseSync' in module;
}

/** Node's module, without the warning that it is experimental: users did not choose it. */
function load(): Sqlite | undefined {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    const module = process.getBuiltinModule('node:sqlite');
    return isSqlite(module) ? module : undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

export function hasBuiltin(): boolean {
  return load() !== undefined;
}

/** Opens a file, or `:memory:`; undefined where this Node or Bun has no SQLite of its own. */
export function openBuiltin(path: string): Database | undefined {
  const bun = openBun(path);
  if (bun !== undefined) return bun;
  const sqlite = load();
  if (!sqlite) return undefined;
  const database = new sqlite.DatabaseSync(path);
  return {
    exec: (sql) => database.exec(sql),
    prepare(sql) {
      const statement = database.prepare(sql);
      return {
        run(...values) {
          const { changes, lastInsertRowid } = statement.run(...values);
          return { changes: Number(changes), id: Number(lastInsertRowid) };
        },
        get: (...values) => statement.get(...values),
        all: (...values) => statement.all(...values),
      };
    },
    close: () => database.close(),
  };
}
