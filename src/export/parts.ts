// Divides a window into parts. After each part, a later request or run can continue the window. The kernel checks the
// time of every row. As long as rows are sorted by time, a part ends before a row that is later than all rows before
// it. A request that starts at the time of this row returns the rest of the window.
import type { Kernel } from './kernel/kernel';

/**
 * A function that runs between two parts. `start` is the time of the next part's first row, in milliseconds since the
 * epoch.
 */
export type OnPart = (start: number) => Promise<void>;

/** The minimum number of rows in a part of a text format. */
export const textPart = 50_000;
/** The minimum number of rows in a part of a column format. In Parquet, the end of a part also ends a row group. */
export const columnsPart = 32_768;

const noTime = -(2n ** 63n);

/** Divides the window that a format reads into parts. */
export class Parts {
  readonly #kernel: Kernel;
  readonly #rows: number;
  readonly #isAlways: boolean;
  #onPart: OnPart | undefined;

  /** If `isAlways` is true, parts end even if there is no callback, because the format writes each part separately. */
  constructor(kernel: Kernel, rows: number, isAlways = false) {
    this.#kernel = kernel;
    this.#rows = rows;
    this.#isAlways = isAlways;
  }

  /**
   * Begins a window. If `start` is set, begins the rest of an interrupted window at this time, in milliseconds since
   * the epoch.
   */
  begin(start: number | undefined, onPart: OnPart | undefined): void {
    const rows = onPart !== undefined || this.#isAlways ? this.#rows : 0;
    this.#kernel.call.beginParts(rows, start === undefined ? noTime : BigInt(start));
    this.#onPart = onPart;
  }

  /**
   * True if all rows since `begin` have readable timestamps and are sorted by time. After a row that is out of order or
   * has no readable timestamp, the kernel does not end any further part.
   */
  get inOrder(): boolean {
    return this.#kernel.call.inOrder.value !== 0;
  }

  /** The format calls this method when a part has ended and the format has written the part's rows. */
  ended(): Promise<void> | undefined {
    return this.#onPart?.(Number(this.#kernel.call.partTime.value));
  }
}
