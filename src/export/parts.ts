// Where an unfinished window can be resumed. The kernel looks at the time of every row: while rows come in order, a
// part ends before a row that is later than all before it, and a request from that row's time on brings the rest.
import type { Kernel } from './kernel/kernel';

/** Called between two parts, with the time of the row that begins the next, in epoch milliseconds. */
export type OnPart = (start: number) => Promise<void>;

/** Rows of a part of text. */
export const textPart = 50_000;
/** Rows of a part in columns: a row group of Parquet. */
export const columnsPart = 32_768;

const noTime = -(2n ** 63n);

/** The parts of the windows that a format reads. */
export class Parts {
  readonly #kernel: Kernel;
  readonly #rows: number;
  readonly #isAlways: boolean;
  #onPart: OnPart | undefined;

  /** `isAlways`: also where nobody is told, because the format writes a part on its own. */
  constructor(kernel: Kernel, rows: number, isAlways = false) {
    this.#kernel = kernel;
    this.#rows = rows;
    this.#isAlways = isAlways;
  }

  /** The rows that follow are those of a window from `start` on; undefined for a whole one. */
  begin(start: number | undefined, onPart: OnPart | undefined): void {
    const rows = onPart !== undefined || this.#isAlways ? this.#rows : 0;
    this.#kernel.call.beginParts(rows, start === undefined ? noTime : BigInt(start));
    this.#onPart = onPart;
  }

  /** Whether all rows since then came in order of time. If not, no further part ends. */
  get inOrder(): boolean {
    return this.#kernel.call.inOrder.value !== 0;
  }

  /** For the format: a part has ended, and its rows were written. */
  ended(): Promise<void> | undefined {
    return this.#onPart?.(Number(this.#kernel.call.partTime.value));
  }
}
