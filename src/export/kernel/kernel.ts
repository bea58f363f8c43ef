// Loads the WebAssembly kernel, and manages the kernel's memory. The kernel reads the rows of the lookup log. The
// kernel is written in AssemblyScript (assembly/), because JavaScript code parses CSV at only a third of curl's
// download speed.
import { kernelBinary } from './compiled';

/**
 * The number of irregular rows, the row number of the first irregular row (starting with 1), and the reason why this row
 * is irregular.
 */
export interface Irregular {
  count: number;
  first: number;
  reason: number;
}

interface Exports {
  countRows(state: number, start: number, length: number): number;
  countStateSize(): number;
  endCount(state: number, room: number): void;
  toJson(
    start: number,
    length: number,
    isLast: number,
    output: number,
    capacity: number,
    scratch: number,
  ): number;
  toEscapedCsv(
    start: number,
    length: number,
    isLast: number,
    output: number,
    capacity: number,
  ): number;
  toColumns(start: number, length: number, isLast: number, byDay: number, scratch: number): number;
  columnsSize(): number;
  setUp(address: number, heap: number, random: bigint): void;
  moveHeap(address: number): void;
  beginParts(rows: number, from: bigint): void;
  clearGroup(): void;
  setOpenDay(day: number): void;
  keepTexts(columns: number): void;
  timesAt(): number;
  timeKnownAt(): number;
  consumedAt(): number;
  consumedKnownAt(): number;
  idsAt(column: number): number;
  distinctOf(column: number): number;
  distinctBytesOf(column: number): number;
  allBytesOf(column: number): number;
  hashOf(start: number, length: number): number;
  putDictionary(column: number, output: number): number;
  putPlain(column: number, rows: number, output: number): number;
  packNumbers(numbers: number, count: number, width: number, output: number): void;
  packFlags(flags: number, count: number, output: number): void;
  countTags(cells: number, rows: number, starts: number): void;
  spreadTags(
    cells: number,
    rows: number,
    starts: number,
    tags: number,
    continues: number,
    present: number,
    output: number,
  ): void;
  snappy(start: number, length: number, output: number, table: number): number;
  snappyBound(length: number): number;
  snappyTableSize(): number;
  rowsRead: WebAssembly.Global;
  bytesRead: WebAssembly.Global;
  bytesWritten: WebAssembly.Global;
  groupRows: WebAssembly.Global;
  wideRows: WebAssembly.Global;
  nextDay: WebAssembly.Global;
  tagsPresent: WebAssembly.Global;
  tagPlaces: WebAssembly.Global;
  knownTimes: WebAssembly.Global;
  earliest: WebAssembly.Global<bigint>;
  latest: WebAssembly.Global<bigint>;
  knownConsumed: WebAssembly.Global;
  fewest: WebAssembly.Global<bigint>;
  most: WebAssembly.Global<bigint>;
  irregularRows: WebAssembly.Global;
  firstIrregular: WebAssembly.Global;
  irregularReason: WebAssembly.Global;
  quoteUnclosed: WebAssembly.Global;
  partTime: WebAssembly.Global<bigint>;
  inOrder: WebAssembly.Global;
}

const wasmPageSize = 65_536;
/**
 * The size of the memory region that the kernel uses for the field table, the field names and its state. The region is
 * at the start of the memory.
 */
const reserved = wasmPageSize;
/**
 * The number of extra bytes after each allocation. The kernel processes 16 bytes at a time, so it can read and write
 * past the end of its data.
 */
const slack = 64;

let compiled: WebAssembly.Module | undefined;

/**
 * Compiles the kernel if it is not compiled yet. The constructor of `Kernel` calls this function. `lookups export` also
 * calls this function, so that the kernel is compiled before the first request.
 */
export function compileKernel(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(Buffer.from(kernelBinary, 'base64'));
  return compiled;
}

export class Kernel {
  readonly call: Exports;
  readonly #memory = new WebAssembly.Memory({ initial: 1 });
  #used = reserved;

  constructor() {
    const { exports } = new WebAssembly.Instance(compileKernel(), {
      env: { memory: this.#memory },
      // The import has the name of the AssemblyScript file that declares `parseTimestamp`.
      times: {
        parseTimestamp: (address: number, length: number) =>
          parseTimestamp(Buffer.from(this.bytes(address, length)).toString('latin1')),
      },
    });
    // The cast is safe, because assembly/index.ts exports these functions and variables.
    this.call = exports as unknown as Exports;
  }

  /** Allocates memory that is never freed. Returns the address of the memory. */
  allocate(size: number): number {
    const address = this.#used;
    this.#used = Math.ceil((address + size + slack) / 16) * 16;
    const missing = this.#used - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / wasmPageSize));
    return address;
  }

  /** Returns a view of the memory. The view is valid until the next call to `allocate`. */
  bytes(address: number, length: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, address, length);
  }

  /** True if a view is part of the kernel's memory. */
  holds(view: Uint8Array): boolean {
    return view.buffer === this.#memory.buffer;
  }

  /** The irregular rows that the last call to the kernel found. */
  get irregular(): Irregular {
    const { irregularRows, firstIrregular, irregularReason } = this.call;
    return {
      count: irregularRows.value,
      first: firstIrregular.value,
      reason: irregularReason.value,
    };
  }

  /** Like `bytes`, but returns a view of 32-bit numbers. */
  integers(address: number, length: number): Int32Array {
    return new Int32Array(this.#memory.buffer, address, length);
  }
}

/**
 * Parses a timestamp in an unusual format. Returns milliseconds since 1970, or NaN if the text is not a timestamp. A
 * timestamp without a time zone is UTC.
 */
function parseTimestamp(text: string): number {
  const shape =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;
  const [, date, time = '00:00', zone = 'Z'] = shape.exec(text.trim()) ?? [];
  // JavaScript interprets February 30 as a day in March. This check rejects dates that do not exist.
  if (date === undefined || new Date(`${date}T00:00Z`).getUTCDate() !== Number(date.slice(8))) {
    return Number.NaN;
  }
  return Math.floor(Date.parse(`${date}T${time}${zone.replace(/^([+-]..):?/, '$1:')}`));
}

const usualSize = 512 * 1024;

/** Memory for temporary content, which each use overwrites. */
export class Scratch {
  readonly #kernel: Kernel;
  #address = 0;
  #capacity = 0;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /**
   * Returns the address of memory with at least this number of bytes. If this method enlarges the memory, the old
   * content is lost.
   */
  sized(size: number): number {
    if (size > this.#capacity) {
      this.#capacity = Math.max(size * 2, usualSize);
      this.#address = this.#kernel.allocate(this.#capacity);
    }
    return this.#address;
  }
}
