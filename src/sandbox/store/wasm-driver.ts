// SQLite as WebAssembly, for Node 20: no native build, and files that every other SQLite reads.
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

/** The package is CommonJS: the position of its members depends on the loader. */
async function loadWasm(): Promise<WasmSqlite> {
  const loaded: { default?: unknown } = await import('node-sqlite3-wasm');
  const sqlite = [loaded, loaded.default].find(isSqlite);
  if (!sqlite) throw new TypeError('node-sqlite3-wasm has no Database');
  return sqlite;
}

/** The statements never ask for rows by table, so if the first row is flat, all are. */
function areFlat(results: QueryResult[]): results is NormalQueryResult[] {
  return Object.values(results[0] ?? {}).every(
    (value) => value === null || typeof value !== 'object' || value instanceof Uint8Array,
  );
}

function flatRows(results: QueryResult[]): NormalQueryResult[] {
  if (!areFlat(results)) throw new TypeError('the store answered rows by table');
  return results;
}

/**
 * This build binds text up to its first NUL, so that a longer text would match its beginning. As bytes it
 * equals no text. (Text that may contain a NUL is stored as JSON, which has none.)
 */
function bindable(values: Value[]): Value[] {
  return values.map((value) =>
    typeof value === 'string' && value.includes('\0') ? Buffer.from(value) : value,
  );
}

/** A statement that can be used again after a failure, which this build's own cannot. */
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
      // `finalize` reports the failure of the last run again, after it has released the statement: ignore it.
    }
  }
}

/**
 * Opens a file, or `:memory:`. This build locks by a directory beside the file, which a killed process leaves
 * behind: the caller ensures that no other process has the file open, so the directory is removed.
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
        // Not the build's own `get`, which stops at the first row and leaves the statement open.
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
 * For a process that is a sandbox and nothing else: from now on one thread compiles WebAssembly, and once. Nothing
 * changes where Node has SQLite of its own. V8 compiles this build twice: at once, quickly, and again with optimization
 * what runs often, in as many threads as there are processors. That takes half of the processor time of a start and
 * leaves some 40 MB behind, in memory the threads do not give back.
 */
export function compileWasmOnce(): void {
  if (hasBuiltin()) return;
  setFlagsFromString('--wasm-num-compilation-tasks=1');
  compileWebAssemblyOnce();
}
