// The interface of all export formats. A format reads the bytes of the lookup log and writes the bytes of the export.
// After each part of a window (the time range of one request), the format returns a state from which another process
// can resume.
import { isObject } from '../lib/exact-json';
import type { Irregular } from './kernel/kernel';
import type { Parts } from './parts';
import { exportFailed } from './reasons';

export interface Format {
  /** The number of rows so far. During a window, the number might not include the latest rows yet. */
  readonly rows: number;
  /** The rows so far that are not valid log entries. */
  readonly irregular: IrregularRows;
  /** Divides the current window into parts. */
  readonly parts: Parts;
  /**
   * Receives the next bytes of the log. The caller can overwrite the bytes when the promise resolves, or immediately if
   * the method returns undefined.
   */
  write(chunk: Uint8Array): Promise<void> | undefined;
  /** Ends the window. The bytes after the last line feed are the window's last row. */
  endWindow(): Promise<void>;
  /** Writes the end of the file. */
  finish(): Promise<void>;
  /** Returns the format's state at the end of a window or a part. */
  save(): Json;
  /** Restores a state that `save` returned. The caller must truncate the sink before it calls this method. */
  restore(saved: Json): Promise<void>;
}

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Returns a field of a saved state, or null if the field is missing. */
export function savedField(saved: Json, name: string): Json {
  return (isObject(saved) ? saved[name] : null) ?? null;
}

/** Returns a number field of a saved state, or 0 if the field is missing. */
export function savedNumber(saved: Json, name: string): number {
  const value = savedField(saved, name);
  return typeof value === 'number' ? value : 0;
}

/**
 * The descriptions of the reasons why a row is irregular. The index is the reason number from the kernel
 * (kernel/assembly/check.ts).
 */
const reasons = [
  '',
  'has fewer than nine cells',
  'does not begin with a timestamp',
  'contains column names instead of values',
  'does not have an integer in its seventh cell (the number of lookups)',
  'has text after a closing quote',
  'has a quote that is never closed',
];

/**
 * The value of the kernel's `quoteUnclosed` if other rows follow an unclosed quote. All these rows would be part of one
 * cell.
 */
export const unclosedQuote = 2;

/**
 * Counts the exported rows that are not valid log entries. waypost exports these rows unchanged and warns the user,
 * because shifted columns or misplaced quotes are easy to miss.
 */
export class IrregularRows {
  /** The number of a row with an unclosed quote. A CSV parser would read all later rows as part of this row's last cell. */
  unclosedQuote: number | undefined;
  #count = 0;
  #first = 0;
  #reason = 0;

  get count(): number {
    return this.#count;
  }

  /**
   * Adds irregular rows. `rowsBefore` is the number of rows before the part of the export that contains the irregular
   * rows.
   */
  add({ count, first, reason }: Irregular, rowsBefore: number): void {
    if (count === 0) return;
    if (this.#count === 0) {
      this.#first = rowsBefore + first;
      this.#reason = reason;
    }
    this.#count += count;
  }

  /** Returns a warning about the irregular rows, or undefined if there are no irregular rows. */
  describe(): string | undefined {
    if (this.#count === 0) return undefined;
    const row = this.#first;
    const reason = reasons[this.#reason];
    return this.#count === 1
      ? `Row ${row} is not a valid log entry: it ${reason}. waypost exported the row unchanged.`
      : `${this.#count} rows are not valid log entries. The first is row ${row}, which ${reason}. waypost exported the rows unchanged.`;
  }

  save(): Json {
    return { count: this.#count, first: this.#first, reason: this.#reason };
  }

  restore(saved: Json): void {
    this.#count = savedNumber(saved, 'count');
    this.#first = savedNumber(saved, 'first');
    this.#reason = savedNumber(saved, 'reason');
    this.unclosedQuote = undefined;
  }
}

/** Throws `invalid_response` if an unclosed quote made later rows part of a cell. */
export function refuseUnclosedQuote({ unclosedQuote: row }: IrregularRows): void {
  if (row === undefined) return;
  const message = `A cell in row ${row} of the log begins with a quote that is never closed. All later rows would be part of this cell.`;
  throw exportFailed('log_unreadable', message);
}
