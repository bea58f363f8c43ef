// Reads the output of an export with DuckDB. npm installs the DuckDB binary for the platform. If there is no binary for the
// platform, the tests that require DuckDB are skipped.
import { requirement } from './requirement';

/** A database in memory. */
export interface Database {
  /** Returns the rows of a query. 64-bit numbers and times are strings. */
  query(sql: string): Promise<Record<string, unknown>[]>;
}

let load: typeof import('@duckdb/node-api') | undefined;
try {
  load = await import('@duckdb/node-api');
} catch {
  load = undefined;
}

/** True if DuckDB is available. See `requirement`. */
export const hasDuckDb = requirement('duckdb', () =>
  load === undefined ? 'DuckDB has no binary for this platform' : undefined,
);

/** Opens a database in memory. */
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
