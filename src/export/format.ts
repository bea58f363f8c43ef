// What every format of an export has in common: the log's bytes in, its own bytes out, and at the end of each
// window a note of where it stands, from which another process can resume.
import { exportFailed } from './reasons';

/** One format at work. */
export interface Format {
  /** Rows written so far; where a window is under way, perhaps not the last ones. */
  readonly rows: number;
  /** The rows so far that do not look like the log's. */
  readonly irregular: IrregularRows;
  /** Takes the next bytes of the log; they may be overwritten once the promise resolves. */
  write(chunk: Uint8Array): Promise<void> | undefined;
  /** The window is over: what is left of it is its last row. */
  endWindow(): Promise<void>;
  /** The export is over. */
  finish(): Promise<void>;
  /** Where it stands, between two windows. */
  save(): Json;
  /** Goes back to where it stood; the sink has been taken back by then. */
  restore(saved: Json): Promise<void>;
}

/** A value that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A member of a saved state; null where there is none. */
export function savedMember(saved: Json, name: string): Json {
  const isObject = typeof saved === 'object' && saved !== null && !Array.isArray(saved);
  return (isObject ? saved[name] : null) ?? null;
}

/** A member of a saved state that must be a number. */
export function savedNumber(saved: Json, name: string): number {
  const value = savedMember(saved, name);
  return typeof value === 'number' ? value : 0;
}

// Rows that do not look like rows of the log. They are exported all the same; what they look like is told,
// because a log whose columns moved, or whose quotes went wrong, is easily taken for a good one.

/** What is wrong with a row, by the number that the kernel gives it (kernel/assembly/check.ts). */
const reasons = [
  '',
  'has fewer than nine cells',
  'does not begin with a timestamp',
  'holds the names of the columns',
  'has no whole number of lookups in its seventh cell',
  'has text behind a closing quote',
  'has a quote that is never closed',
];

/** What the kernel says of a quote that nothing closes and that takes the rows behind it for text. */
export const swallowing = 2;

/** What the kernel found in some rows: how many, and which is the first of them (from 1). */
export interface Found {
  count: number;
  first: number;
  reason: number;
}

/** Counts them over a whole export. */
export class IrregularRows {
  /** Number of a row in whose cell all rows behind it would vanish. */
  swallowing: number | undefined;
  #count = 0;
  #first = 0;
  #reason = 0;

  get count(): number {
    return this.#count;
  }

  /** Takes what was found in the rows behind the first `rowsBefore` of the export. */
  add({ count, first, reason }: Found, rowsBefore: number): void {
    if (count === 0) return;
    if (this.#count === 0) {
      this.#first = rowsBefore + first;
      this.#reason = reason;
    }
    this.#count += count;
  }

  /** In words; undefined where there are none. */
  describe(): string | undefined {
    if (this.#count === 0) return undefined;
    const first = `row ${this.#first} ${reasons[this.#reason]}`;
    return this.#count === 1
      ? `One row does not look like a row of the log: ${first}. It was exported as it is.`
      : `${this.#count} rows do not look like rows of the log: ${first}. They were exported as they are.`;
  }

  save(): Json {
    return { count: this.#count, first: this.#first, reason: this.#reason };
  }

  restore(saved: Json): void {
    this.#count = savedNumber(saved, 'count');
    this.#first = savedNumber(saved, 'first');
    this.#reason = savedNumber(saved, 'reason');
    this.swallowing = undefined;
  }
}

/** Throws `invalid_response` where rows vanished in a cell, which cannot be told from what was meant. */
export function refuseSwallowedRows({ swallowing: row }: IrregularRows): void {
  if (row === undefined) return;
  throw exportFailed(
    'invalid_response',
    'log_unreadable',
    `Row ${row} of the log opens a quote that is never closed. All rows behind it would be one cell.`,
  );
}
