// The interface of every format of an export: it takes the log's bytes, writes its own, and after each part of a
// window saves a state from which another process can resume.
import { isObject } from '../lib/exact-json';
import type { Irregular } from './kernel/kernel';
import type { Parts } from './parts';
import { exportFailed } from './reasons';

export interface Format {
  /** Rows written so far; during a window the last ones may be missing. */
  readonly rows: number;
  /** The rows so far that do not look like the log's. */
  readonly irregular: IrregularRows;
  /** The parts of each window. */
  readonly parts: Parts;
  /** Takes the next bytes of the log; the caller may overwrite them once the promise resolves. */
  write(chunk: Uint8Array): Promise<void> | undefined;
  /** The window has ended: the remaining bytes are its last row. */
  endWindow(): Promise<void>;
  finish(): Promise<void>;
  /** The state between two windows or parts. */
  save(): Json;
  /** Restores such a state; the sink was truncated before. */
  restore(saved: Json): Promise<void>;
}

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A member of a saved state; null if it is missing. */
export function savedMember(saved: Json, name: string): Json {
  return (isObject(saved) ? saved[name] : null) ?? null;
}

/** A member of a saved state that must be a number. */
export function savedNumber(saved: Json, name: string): number {
  const value = savedMember(saved, name);
  return typeof value === 'number' ? value : 0;
}

// Rows that do not look like rows of the log. They are exported unchanged, and the user is warned: a log with
// moved columns or wrong quotes is easily taken for a good one.

/** What is wrong with a row, by the number from the kernel (kernel/assembly/check.ts). */
const reasons = [
  '',
  'has fewer than nine cells',
  'does not begin with a timestamp',
  'holds the names of the columns',
  'has no whole number of lookups in its seventh cell',
  'has text behind a closing quote',
  'has a quote that is never closed',
];

/** The kernel's number for an unclosed quote with rows after it: they all become one cell. */
export const unclosedQuote = 2;

/** Counts irregular rows over an export. */
export class IrregularRows {
  /** Number of a row with an unclosed quote, whose cell would contain all later rows. */
  unclosedQuote: number | undefined;
  #count = 0;
  #first = 0;
  #reason = 0;

  get count(): number {
    return this.#count;
  }

  /** Adds the irregular rows after the first `rowsBefore` rows of the export. */
  add({ count, first, reason }: Irregular, rowsBefore: number): void {
    if (count === 0) return;
    if (this.#count === 0) {
      this.#first = rowsBefore + first;
      this.#reason = reason;
    }
    this.#count += count;
  }

  /** As a sentence; undefined if there are none. */
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
    this.unclosedQuote = undefined;
  }
}

/** Throws `invalid_response` if rows became part of a cell: the export cannot tell what was meant. */
export function refuseUnclosedQuote({ unclosedQuote: row }: IrregularRows): void {
  if (row === undefined) return;
  const message = `Row ${row} of the log opens a quote that is never closed. All rows behind it would be one cell.`;
  throw exportFailed('log_unreadable', message);
}
