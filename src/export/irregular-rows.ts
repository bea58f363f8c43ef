// Rows that do not look like rows of the log. They are exported all the same; what they look like is told,
// because a log whose columns moved, or whose quotes went wrong, is easily taken for a good one.

import { exportFailed } from './reasons';
import { type Json, savedNumber } from './saved-json';

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
