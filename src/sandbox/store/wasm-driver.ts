// SQLite as WebAssembly, for Node 20. It needs no native build, and every other build of SQLite can read its files.
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

/** Loads the package. It is CommonJS, so the loader decides whether its exports are below `default`. */
async function loadWasm(): Promise<WasmSqlite> {
  const loaded: { default?: unknown } = await import('node-sqlite3-wasm');
  const sqlite = [loaded, loaded.default].find(isSqlite);
  if (!sqlite) throw new TypeError('node-sqlite3-wasm has no Database');
  return sqlite;
}

/** True if rows are not grouped by table. The statements never request grouped rows, so the first row is enough. */
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
 * Returns values that this build can bind. It binds text only up to its first NUL, so that a longer text would match
 * its beginning. As bytes, the value equals no text. (Text that can contain a NUL is stored as JSON, which has none.)
 */
function bindable(values: Value[]): Value[] {
  return values.map((value) =>
    typeof value === 'string' && value.includes('\0') ? Buffer.from(value) : value,
  );
}

/** A statement that can be used again after an error. The statements of this build cannot. */
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
      // After it has released the statement, `finalize` throws the error of the last run again, which was handled.
    }
  }
}

/**
 * Opens a file, or `:memory:`. This build uses a directory next to the file as its lock, and a killed process leaves
 * the directory behind. The caller ensures that no other process has the file open, so this removes the directory.
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
        // The build's own `get` stops at the first row and leaves the statement open.
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
 * Makes V8 compile WebAssembly only once, in one thread. It is for a process that only runs a sandbox, and does nothing
 * if Node has SQLite. By default, V8 first compiles this build quickly, and then again with optimization, in as many
 * threads as there are processors. That takes half of the processor time of a start, and about 40 MB that the threads
 * do not release.
 */
export function compileWasmOnce(): void {
  if (hasBuiltin()) return;
  setFlagsFromString('--wasm-num-compilation-tasks=1');
  compileWebAssemblyOnce();
}
