// The WebAssembly that reads the log's rows, and the memory it works in. Written in AssemblyScript
// (assembly/), because JavaScript alone reads CSV at a third of the speed that `curl` delivers it.
import { kernelBinary } from './compiled';

/** Irregular rows: how many, and the number of the first (from 1). */
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
/** Memory of the kernel itself at the beginning: field table, names, state. */
const reserved = wasmPageSize;
/** The kernel reads and writes 16 bytes at a time, past the end of its input. */
const slack = 64;

let compiled: WebAssembly.Module | undefined;

/** Compiles the kernel, once; without it the first instance does. */
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
      // By the name of the file that declares it.
      times: {
        parseTimestamp: (address: number, length: number) =>
          parseTimestamp(Buffer.from(this.bytes(address, length)).toString('latin1')),
      },
    });
    // What assembly/index.ts exports.
    this.call = exports as unknown as Exports;
  }

  /** Allocates memory that is never freed; its address. */
  allocate(size: number): number {
    const address = this.#used;
    this.#used = Math.ceil((address + size + slack) / 16) * 16;
    const missing = this.#used - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / wasmPageSize));
    return address;
  }

  /** A view of the memory, valid until memory is allocated. */
  bytes(address: number, length: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, address, length);
  }

  /** Whether a view is one of this memory. */
  holds(view: Uint8Array): boolean {
    return view.buffer === this.#memory.buffer;
  }

  /** The irregular rows of the last call. */
  get irregular(): Irregular {
    const { irregularRows, firstIrregular, irregularReason } = this.call;
    return {
      count: irregularRows.value,
      first: firstIrregular.value,
      reason: irregularReason.value,
    };
  }

  /** The same as numbers of 32 bits. */
  integers(address: number, length: number): Int32Array {
    return new Int32Array(this.#memory.buffer, address, length);
  }
}

/** Milliseconds since 1970 of a timestamp in another form than the usual; UTC if it names no zone. */
function parseTimestamp(text: string): number {
  const shape =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;
  const [, date, time = '00:00', zone = 'Z'] = shape.exec(text.trim()) ?? [];
  // JavaScript reads 30 February as 2 March: not a date.
  if (date === undefined || new Date(`${date}T00:00Z`).getUTCDate() !== Number(date.slice(8))) {
    return Number.NaN;
  }
  return Math.floor(Date.parse(`${date}T${time}${zone.replace(/^([+-]..):?/, '$1:')}`));
}

const usualSize = 512 * 1024;

/** Memory whose content is used before more is allocated. */
export class Scratch {
  readonly #kernel: Kernel;
  #address = 0;
  #capacity = 0;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /** The address of memory for this many bytes. Its old content may be gone. */
  sized(size: number): number {
    if (size > this.#capacity) {
      this.#capacity = Math.max(size * 2, usualSize);
      this.#address = this.#kernel.allocate(this.#capacity);
    }
    return this.#address;
  }
}
