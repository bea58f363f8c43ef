// DuckDB, to read back what the export wrote as an existing engine sees it. Its binaries come with the
// registry's packages; where there is none for the platform, its tests are skipped out loud.
import { requirement } from './requirement';

/** A database in memory. */
export interface Database {
  /** The rows of a query; numbers of 64 bits and times as text. */
  query(sql: string): Promise<Record<string, unknown>[]>;
}

let load: typeof import('@duckdb/node-api') | undefined;
try {
  load = await import('@duckdb/node-api');
} catch {
  load = undefined;
}

/** Whether it can be had here; fails instead where it is required. */
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
