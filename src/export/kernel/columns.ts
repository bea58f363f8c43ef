// The columns of one row group in the kernel's memory.
import { randomBytes } from 'node:crypto';
import type { KernelInput } from './input';
import { Kernel, Scratch } from './kernel';

/**
 * The reason why reading stopped: all rows were read, the group is full, the next row has a different day, or the next
 * row begins a part.
 */
export type ColumnsStop = 'read' | 'full' | 'day' | 'part';

const stops: readonly ColumnsStop[] = ['read', 'full', 'day', 'part'];
const groupBytes = 4 * 1024 * 1024;
const scratchSize = 256;

/** The value of `nextDay` for a row whose timestamp is not readable. */
export const noDay = -0x80000000;

/** A column of numbers. Some rows might have no readable number. */
export interface KnownNumbers {
  /** The number of rows that have a readable number. */
  known: number;
  /** The address of the flags, one byte for each row. A flag is 1 if the row has a readable number. */
  flagsAt: number;
  /** Returns a view of the readable numbers in the kernel's memory. */
  bytes: () => Uint8Array;
  least: bigint;
  greatest: bigint;
}

/**
 * The tags of a column, row by row. Each tag takes one slot in the Parquet column. A row without tags takes one empty
 * slot.
 */
export interface SpreadTags {
  rows: number;
  places: number;
  /** The number of slots that contain a tag. */
  present: number;
  /**
   * The address of the flags, one byte for each slot. A flag is 1 if the slot belongs to the same row as the slot
   * before it.
   */
  continuesAt: number;
  /** The address of the flags, one byte for each slot. A flag is 1 if the slot contains a tag. */
  presentAt: number;
  /** The address of the tags' numbers, 4 bytes each. */
  numbersAt: number;
}

/** The rows of one row group, stored as columns. */
export class LogColumns {
  readonly kernel = new Kernel();
  readonly #call = this.kernel.call;
  readonly #scratch = this.kernel.allocate(scratchSize);
  #heapCapacity = 0;
  readonly #output = new Scratch(this.kernel);
  readonly #compressed = new Scratch(this.kernel);
  readonly #compressing = new Scratch(this.kernel);
  readonly #packed = new Scratch(this.kernel);
  readonly #tags = new Scratch(this.kernel);
  readonly #spread = new Scratch(this.kernel);
  readonly #table = this.kernel.allocate(this.#call.snappyTableSize());
  #isSetUp = false;

  get rows(): number {
    return this.#call.groupRows.value;
  }

  /** The number of rows so far that have more than nine columns. */
  get wideRows(): number {
    return this.#call.wideRows.value;
  }

  /** The day of the row at which reading stopped, in days since 1970, or `noDay`. */
  get nextDay(): number {
    return this.#call.nextDay.value;
  }

  /** The day whose rows `read` reads if `byDay` is true, in days since 1970. */
  set openDay(day: number) {
    this.#call.setOpenDay(day);
  }

  /** Keeps only the texts of these columns. By default, the kernel keeps all texts. */
  keepTexts(columns: readonly number[]): void {
    this.#call.keepTexts(columns.reduce((bits, column) => bits | (1 << column), 0));
  }

  /** Reads rows from the input, starting at `from`. */
  read(input: KernelInput, from: number, isLast: boolean, byDay: boolean) {
    this.#makeRoom(input.capacity);
    const status = this.#call.toColumns(
      input.address + from,
      input.length - from,
      isLast ? 1 : 0,
      byDay ? 1 : 0,
      this.#scratch,
    );
    const { bytesRead, rowsRead } = this.#call;
    return { stop: stops[status] ?? 'read', consumed: bytesRead.value, rows: rowsRead.value };
  }

  clear(): void {
    if (this.#isSetUp) this.#call.clearGroup();
  }

  /** Returns the timestamps in milliseconds since 1970, 8 bytes each. */
  times(): KnownNumbers {
    const call = this.#call;
    const known = call.knownTimes.value;
    return {
      known,
      flagsAt: call.timeKnownAt(),
      bytes: () => this.kernel.bytes(call.timesAt(), known * 8),
      least: call.earliest.value,
      greatest: call.latest.value,
    };
  }

  /** Returns the values of lookups_consumed, 8 bytes each. */
  consumed(): KnownNumbers {
    const call = this.#call;
    const known = call.knownConsumed.value;
    return {
      known,
      flagsAt: call.consumedKnownAt(),
      bytes: () => this.kernel.bytes(call.consumedAt(), known * 8),
      least: call.fewest.value,
      greatest: call.most.value,
    };
  }

  /**
   * Returns the number of distinct texts in a column, and the sizes of the distinct texts and of all texts, in bytes.
   */
  sizesOf(column: number) {
    return {
      distinct: this.#call.distinctOf(column),
      distinctBytes: this.#call.distinctBytesOf(column),
      allBytes: this.#call.allBytesOf(column),
    };
  }

  /**
   * Returns the address of a column's text numbers, 4 bytes for each row. Each number refers to one of the column's
   * distinct texts.
   */
  idsAt(column: number): number {
    return this.#call.idsAt(column);
  }

  /**
   * Returns a column's distinct texts, with the length before each text. The result is valid until the next method
   * call.
   */
  dictionary(column: number): Uint8Array {
    const address = this.#output.sized(this.#call.distinctBytesOf(column));
    return this.kernel.bytes(address, this.#call.putDictionary(column, address));
  }

  /**
   * Returns a column's text for each row, with the length before each text. The result is valid until the next method
   * call.
   */
  plain(column: number): Uint8Array {
    const address = this.#output.sized(this.#call.allBytesOf(column));
    return this.kernel.bytes(address, this.#call.putPlain(column, this.rows, address));
  }

  /** Returns the distinct texts of a column. */
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

  /**
   * Returns a header, followed by 32-bit numbers that take `width` bits each. The result is valid until the next method
   * call.
   */
  packNumbers(address: number, count: number, width: number, header: number[]): Uint8Array {
    const length = Math.ceil(count / 8) * width;
    const behind = this.#makePacked(header, length);
    this.#call.packNumbers(address, count, width, behind);
    return this.kernel.bytes(behind - header.length, header.length + length);
  }

  /**
   * Returns a header, followed by flags that take one bit each. In memory, each flag is a byte that is 0 or 1. The
   * result is valid until the next method call.
   */
  packFlags(address: number, count: number, header: number[]): Uint8Array {
    const length = Math.ceil(count / 8);
    const behind = this.#makePacked(header, length);
    this.#call.packFlags(address, count, behind);
    return this.kernel.bytes(behind - header.length, header.length + length);
  }

  /**
   * Returns the tags of each row. For each distinct text, `tags` contains the numbers of the text's tags. The result is
   * valid until the next call to this method.
   */
  spread(column: number, tags: readonly number[][]): SpreadTags {
    const call = this.#call;
    const { rows } = this;
    const starts = [0];
    for (const each of tags) starts.push((starts.at(-1) ?? 0) + each.length);
    const numbers = [...starts, ...tags.flat()];
    const startsAt = this.#tags.sized(numbers.length * 4);
    this.kernel.integers(startsAt, numbers.length).set(numbers);
    call.countTags(this.idsAt(column), rows, startsAt);
    const [places, present] = [call.tagPlaces.value, call.tagsPresent.value];
    const numbersAt = this.#spread.sized(present * 4 + places * 2);
    const continuesAt = numbersAt + present * 4;
    const presentAt = continuesAt + places;
    const [cells, tagsAt] = [this.idsAt(column), startsAt + starts.length * 4];
    call.spreadTags(cells, rows, startsAt, tagsAt, continuesAt, presentAt, numbersAt);
    return { rows, places, present, continuesAt, presentAt, numbersAt };
  }

  /**
   * Compresses bytes with Snappy. The result is valid until the next method call. If `bytes` is a view of the kernel's
   * memory, this method can invalidate the view.
   */
  compress(bytes: Uint8Array): Uint8Array {
    const { length } = bytes;
    const here = this.kernel.holds(bytes) ? bytes.byteOffset : undefined;
    const address = this.#compressed.sized(this.#call.snappyBound(length));
    const from = here ?? this.#compressing.sized(length);
    if (here === undefined) this.kernel.bytes(from, length).set(bytes);
    const size = this.#call.snappy(from, length, address, this.#table);
    return this.kernel.bytes(address, size);
  }

  /** Writes a header, and reserves space for `length` bytes after the header. Returns the address after the header. */
  #makePacked(header: number[], length: number): number {
    const address = this.#packed.sized(header.length + length);
    this.kernel.bytes(address, header.length).set(header);
    return address + header.length;
  }

  /** Enlarges the heap if the heap has no space for a full group and one more row of the maximum length. */
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
