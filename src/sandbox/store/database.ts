// The part of SQLite that the store needs, for both builds.
import { randomInt } from 'node:crypto';
import { lettersAndDigits } from '../seed/repeatable';

export type Value = string | number | bigint | null | Uint8Array;

export type Row = Readonly<Record<string, Value>>;

/** A prepared statement. Its parameters are bound by position. */
export interface Statement {
  /** Runs it; returns the number of changed rows and the id of the last inserted one. */
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
 * Runs `work` as one transaction: on the disk as a whole when this returns, or not at all if it throws.
 * Nothing else runs in between, because the work is synchronous.
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
      // SQLite rolled back by itself, as it does when the disk is full. The first error counts.
    }
    throw error;
  }
}

export function textColumn(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`the store's column ${column} holds no text`);
  return value;
}

export function integerColumn(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  throw new TypeError(`the store's column ${column} holds no number`);
}

/** An integer column that may be empty. */
export function nullableInteger(row: Row, column: string): number | null {
  return row[column] === null ? null : integerColumn(row, column);
}

/** Text of `length` random letters and digits; 25 of them carry more than 128 bits. */
export function randomText(length: number): string {
  return Array.from({ length }, () => lettersAndDigits[randomInt(lettersAndDigits.length)]).join(
    '',
  );
}

export const newApiKey = (): string => `ak_${randomText(25)}`;

export const newManagementKey = (): string => `uk_${randomText(25)}`;

export const newLicenseeKey = (): string => `sl_${randomText(25)}`;
