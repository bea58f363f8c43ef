// Divides a window into parts, after each of which it can be resumed. The kernel checks the time of every row. While rows
// are sorted by time, a part ends before a row that is later than all rows before it, and a request that starts at the time
// of that row returns the rest of the window.
import type { Kernel } from './kernel/kernel';

/** Called between two parts with the time of the first row of the next part, in milliseconds since the epoch. */
export type OnPart = (start: number) => Promise<void>;

/** The number of rows of a part in text formats. */
export const textPart = 50_000;
/** The number of rows of a part in column formats, which is a row group of Parquet. */
export const columnsPart = 32_768;

const noTime = -(2n ** 63n);

/** The parts of the window that a format reads. */
export class Parts {
  readonly #kernel: Kernel;
  readonly #rows: number;
  readonly #isAlways: boolean;
  #onPart: OnPart | undefined;

  /** With `isAlways`, parts end even without a callback, because the format writes each part separately. */
  constructor(kernel: Kernel, rows: number, isAlways = false) {
    this.#kernel = kernel;
    this.#rows = rows;
    this.#isAlways = isAlways;
  }

  /** Begins a window, or the rest of it from `start` (in milliseconds since the epoch). */
  begin(start: number | undefined, onPart: OnPart | undefined): void {
    const rows = onPart !== undefined || this.#isAlways ? this.#rows : 0;
    this.#kernel.call.beginParts(rows, start === undefined ? noTime : BigInt(start));
    this.#onPart = onPart;
  }

  /** True if all rows since `begin` were sorted by time. If not, no further part ends. */
  get inOrder(): boolean {
    return this.#kernel.call.inOrder.value !== 0;
  }

  /** Called by the format when a part has ended and its rows were written. */
  ended(): Promise<void> | undefined {
    return this.#onPart?.(Number(this.#kernel.call.partTime.value));
  }
}
