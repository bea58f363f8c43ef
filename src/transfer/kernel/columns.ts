// The columns of one row group, as they stand in the kernel's memory.
import { randomBytes } from 'node:crypto';
import type { KernelInput } from './input';
import { Kernel } from './kernel';

/** Where reading stopped: all was read, the group is full, or the next row is of another day. */
export type ColumnsStop = 'read' | 'full' | 'day';

const stops: readonly ColumnsStop[] = ['read', 'full', 'day'];
const groupBytes = 4 * 1024 * 1024;
const scratchSize = 256;

/** Day of rows whose timestamp cannot be read. */
export const noDay = -0x80000000;

/** Rows of the log as columns, up to the size of a row group. */
export class LogColumns {
  readonly kernel = new Kernel();
  readonly #call = this.kernel.call;
  readonly #scratch = this.kernel.allocate(scratchSize);
  #heapCapacity = 0;
  #output = { address: 0, capacity: 0 };
  #isSetUp = false;

  /** Rows in the group. */
  get rows(): number {
    return this.#call.groupRows.value;
  }

  /** Rows seen so far that had more than the nine columns. */
  get wideRows(): number {
    return this.#call.wideRows.value;
  }

  /** Day of the row that stopped the reading, in days since 1970, or `noDay`. */
  get nextDay(): number {
    return this.#call.nextDay.value;
  }

  /** Rows are taken only where they are of this day. */
  set openDay(day: number) {
    this.#call.setOpenDay(day);
  }

  /** Reads rows from the input, from `from` on. */
  read(input: KernelInput, from: number, isLast: boolean, byDay: boolean) {
    this.#makeRoom(input.capacity);
    const status = this.#call.toColumns(
      input.address + from,
      input.length - from,
      isLast ? 1 : 0,
      byDay ? 1 : 0,
      this.#scratch,
    );
    return { stop: stops[status] ?? 'read', consumed: this.#call.columnsConsumed.value };
  }

  /** Forgets the rows. */
  clear(): void {
    if (this.#isSetUp) this.#call.clearGroup();
  }

  /** Timestamps in milliseconds, and for each whether it is known. */
  times() {
    return {
      values: this.kernel.longs(this.#call.timesAt(), this.rows),
      known: this.kernel.bytes(this.#call.timeKnownAt(), this.rows),
    };
  }

  /** Lookups consumed, and for each whether it is known. */
  consumed() {
    return {
      values: this.kernel.integers(this.#call.consumedAt(), this.rows),
      known: this.kernel.bytes(this.#call.consumedKnownAt(), this.rows),
    };
  }

  /** How many distinct texts a column has, their bytes, and the bytes of all its texts. */
  sizesOf(column: number) {
    return {
      distinct: this.#call.distinctOf(column),
      distinctBytes: this.#call.distinctBytesOf(column),
      allBytes: this.#call.allBytesOf(column),
    };
  }

  /** Number of each row's text among the distinct ones of a column. */
  ids(column: number): Int32Array {
    return this.kernel.integers(this.#call.idsAt(column), this.rows);
  }

  /** The distinct texts of a column, each behind its length. Good until the next call. */
  dictionary(column: number): Uint8Array {
    this.#makeOutput(this.#call.distinctBytesOf(column));
    const length = this.#call.putDictionary(column, this.#output.address);
    return this.kernel.bytes(this.#output.address, length);
  }

  /** The text of every row, each behind its length. Good until the next call. */
  plain(column: number): Uint8Array {
    this.#makeOutput(this.#call.allBytesOf(column));
    const length = this.#call.putPlain(column, this.#output.address);
    return this.kernel.bytes(this.#output.address, length);
  }

  /** The distinct texts of a column. */
  texts(column: number): string[] {
    const bytes = Buffer.from(this.dictionary(column));
    const texts: string[] = [];
    for (let at = 0; at < bytes.length; ) {
      const length = bytes.readUInt32LE(at);
      texts.push(bytes.toString('utf8', at + 4, at + 4 + length));
      at += 4 + length;
    }
    return texts;
  }

  #makeOutput(size: number): void {
    if (size <= this.#output.capacity) return;
    const capacity = Math.max(size, groupBytes / 2);
    this.#output = { address: this.kernel.allocate(capacity), capacity };
  }

  /** The heap has room for a full group and one more row, as long as any that the input can hold. */
  #makeRoom(inputCapacity: number): void {
    const needed = groupBytes + inputCapacity + scratchSize;
    if (needed <= this.#heapCapacity) return;
    this.#heapCapacity = needed;
    if (this.#isSetUp) {
      this.#call.moveHeap(this.kernel.allocate(needed));
      return;
    }
    const columns = this.kernel.allocate(this.#call.columnsSize());
    this.#call.setUp(columns, this.kernel.allocate(needed), randomBytes(8).readBigUInt64LE());
    this.#isSetUp = true;
  }
}
