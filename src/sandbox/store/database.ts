// The interface of a SQLite database that both drivers implement, and helper functions for rows and random keys.
import { randomInt } from 'node:crypto';
import { lettersAndDigits } from '../seed/repeatable';

export type Value = string | number | bigint | null | Uint8Array;

export type Row = Readonly<Record<string, Value>>;

/** A prepared statement, whose methods bind the values to the parameters by position. */
export interface Statement {
  /** Runs the statement. Returns the number of changed rows and the ID of the last inserted row. */
  run(...values: Value[]): { changes: number; id: number };
  get(...values: Value[]): Row | undefined;
  all(...values: Value[]): Row[];
}

export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

/**
 * Runs `work` as one transaction. SQLite writes all changes to disk before this function returns. If this function
 * throws, the database is unchanged. No other code runs during the transaction, because `work` is synchronous.
 */
export function transaction<T>(database: Database, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    try {
      database.exec('ROLLBACK');
    } catch {
      // `ROLLBACK` fails if SQLite has already rolled back the transaction, for example because the disk is full.
      // Callers need only the first error.
    }
    throw error;
  }
}

export function textColumn(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string')
    throw new TypeError(`the store's column ${column} does not contain text`);
  return value;
}

export function integerColumn(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  throw new TypeError(`the store's column ${column} does not contain a number`);
}

/** Returns the value of an integer column that can be null. */
export function nullableInteger(row: Row, column: string): number | null {
  return row[column] === null ? null : integerColumn(row, column);
}

/** Returns random letters and digits. 25 characters have more than 128 bits of randomness. */
export function randomText(length: number): string {
  return Array.from({ length }, () => lettersAndDigits[randomInt(lettersAndDigits.length)]).join(
    '',
  );
}

export const newApiKey = (): string => `ak_${randomText(25)}`;

export const newManagementKey = (): string => `uk_${randomText(25)}`;

export const newLicenseeKey = (): string => `sl_${randomText(25)}`;
