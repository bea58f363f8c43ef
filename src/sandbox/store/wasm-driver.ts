// The database driver for Node.js 20: SQLite as WebAssembly. The driver does not need a native build. The database
// files are compatible with every other SQLite build.
import { rmSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import type {
  NormalQueryResult,
  QueryResult,
  Database as WasmDatabase,
  Statement as WasmStatement,
} from 'node-sqlite3-wasm';
import { compileWebAssemblyOnce } from '../../lib/webassembly';
import { hasBuiltin } from './builtin-driver';
import type { Database, Value } from './database';

type WasmSqlite = typeof import('node-sqlite3-wasm');

function isSqlite(module: unknown): module is WasmSqlite {
  return typeof module === 'object' && module !== null && 'Database' in module;
}

/** Loads node-sqlite3-wasm. The package is CommonJS, so some loaders put the exports in `default`. */
async function loadWasm(): Promise<WasmSqlite> {
  const loaded: { default?: unknown } = await import('node-sqlite3-wasm');
  const sqlite = [loaded, loaded.default].find(isSqlite);
  if (!sqlite) throw new TypeError('node-sqlite3-wasm does not export Database');
  return sqlite;
}

/**
 * True if the rows are not grouped by table. Checking the first row is enough, because all rows have the same
 * structure.
 */
function areFlat(results: QueryResult[]): results is NormalQueryResult[] {
  return Object.values(results[0] ?? {}).every(
    (value) => value === null || typeof value !== 'object' || value instanceof Uint8Array,
  );
}

function flatRows(results: QueryResult[]): NormalQueryResult[] {
  if (!areFlat(results)) throw new TypeError('the store returned rows grouped by table');
  return results;
}

/**
 * Converts values so that this SQLite build can bind them. This build binds text only up to the first NUL, so text with
 * a NUL would match shorter text. This function converts text with a NUL to bytes, which do not equal any text. Stored
 * text never contains a NUL, because the store replaces NULs or encodes the text as JSON.
 */
function bindable(values: Value[]): Value[] {
  return values.map((value) =>
    typeof value === 'string' && value.includes('\0') ? Buffer.from(value) : value,
  );
}

/**
 * Wraps a statement of node-sqlite3-wasm. Unlike the original statement, the wrapper can be used again after an error.
 */
class ReusableStatement {
  readonly #database: WasmDatabase;
  readonly #sql: string;
  #statement: WasmStatement;

  constructor(database: WasmDatabase, sql: string) {
    this.#database = database;
    this.#sql = sql;
    this.#statement = database.prepare(sql);
  }

  use<T>(work: (statement: WasmStatement) => T): T {
    try {
      return work(this.#statement);
    } catch (error) {
      this.finalize();
      this.#statement = this.#database.prepare(this.#sql);
      throw error;
    }
  }

  finalize(): void {
    try {
      this.#statement.finalize();
    } catch {
      // `finalize` releases the statement, and then throws the error from the statement's last run again. The caller of
      // that run already handled the error.
    }
  }
}

/**
 * Opens a database file, or `:memory:`. This SQLite build uses a directory next to the file as a lock. A killed process
 * leaves this directory behind, so this function removes the directory before it opens the file. The caller must ensure
 * that no other process has the file open.
 */
export async function openWasm(path: string): Promise<Database> {
  const sqlite = await loadWasm();
  if (path !== ':memory:') rmSync(`${path}.lock`, { recursive: true, force: true });
  const database = new sqlite.Database(path);
  const prepared = new Set<ReusableStatement>();
  return {
    exec: (sql) => database.exec(sql),
    prepare(sql) {
      const statement = new ReusableStatement(database, sql);
      prepared.add(statement);
      return {
        run(...values) {
          const { changes, lastInsertRowid } = statement.use((one) => one.run(bindable(values)));
          return { changes, id: Number(lastInsertRowid) };
        },
        // The package's `get` stops at the first row and leaves the statement open, so this method uses `all`.
        get: (...values) => flatRows(statement.use((one) => one.all(bindable(values))))[0],
        all: (...values) => flatRows(statement.use((one) => one.all(bindable(values)))),
      };
    },
    close() {
      for (const statement of prepared) statement.finalize();
      database.close();
    },
  };
}

/**
 * Makes V8 compile WebAssembly only once, and in a single thread. Call this function in a process that only runs a
 * sandbox. This function does nothing if Node.js contains SQLite. By default, V8 compiles SQLite twice: first quickly,
 * then with optimization in as many threads as there are processors. The second compilation takes half of the processor
 * time that a start requires, and its threads keep about 40 MB of memory.
 */
export function compileWasmOnce(): void {
  if (hasBuiltin()) return;
  setFlagsFromString('--wasm-num-compilation-tasks=1');
  compileWebAssemblyOnce();
}
