// DuckDB reads back the export's output. Its binaries are npm packages; on a platform without one, the tests are skipped
// with a message.
import { requirement } from './requirement';

/** A database in memory. */
export interface Database {
  /** The rows of a query; 64-bit numbers and times are strings. */
  query(sql: string): Promise<Record<string, unknown>[]>;
}

let load: typeof import('@duckdb/node-api') | undefined;
try {
  load = await import('@duckdb/node-api');
} catch {
  load = undefined;
}

/** Whether DuckDB is available; fails instead if DuckDB is required. */
export const hasDuckDb = requirement('duckdb', () =>
  load === undefined ? 'DuckDB has no binary for this platform' : undefined,
);

/** Opens a database. */
export async function openDatabase(): Promise<Database> {
  if (load === undefined) throw new Error('no DuckDB');
  const instance = await load.DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run("set timezone = 'UTC'");
  return {
    async query(sql) {
      const reader = await connection.runAndReadAll(sql);
      return reader.getRowObjectsJson();
    },
  };
}
