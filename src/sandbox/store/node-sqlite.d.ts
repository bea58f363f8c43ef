// Types of Node's built-in SQLite, as far as the store uses it: the types of Node 20, the oldest supported,
// lack them.
declare module 'node:sqlite' {
  type SQLValue = string | number | bigint | null | Uint8Array;

  class StatementSync {
    run(...values: SQLValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
    get(...values: SQLValue[]): Record<string, SQLValue> | undefined;
    all(...values: SQLValue[]): Record<string, SQLValue>[];
  }

  class DatabaseSync {
    constructor(path: string);
    exec(sql: string): void;
    prepare(sql: string): StatementSync;
    close(): void;
  }
}
