// The kernel's input: the bytes of an incomplete row, and the bytes that follow.
import { isUtf8 } from 'node:buffer';
import { exportFailed } from '../reasons';
import type { Kernel } from './kernel';

const usualCapacity = 512 * 1024;
/** The minimum number of bytes for a call to the kernel, because each call has a fixed cost. */
const worthReading = 256 * 1024;
/** The maximum length of a row, in bytes. A longer row is probably the result of an unclosed quote. */
const maxRow = 16 * 1024 * 1024;

export class KernelInput {
  readonly #kernel: Kernel;
  #address: number;
  #capacity = usualCapacity;
  #length = 0;
  /** The minimum number of bytes for the next call to `read`. */
  #threshold = worthReading;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    this.#address = kernel.allocate(this.#capacity);
  }

  get address(): number {
    return this.#address;
  }

  get length(): number {
    return this.#length;
  }

  get capacity(): number {
    return this.#capacity;
  }

  /**
   * Adds the bytes to the input. Calls `read` whenever the input contains enough bytes to process. `read` must remove
   * bytes to make space.
   */
  take(bytes: Uint8Array, read: () => Promise<void>): Promise<void> | undefined {
    const taken = this.#add(bytes);
    const isDone = taken === bytes.length && !this.#isWorthReading;
    return isDone ? undefined : this.#takeRest(bytes.subarray(taken), read);
  }

  async #takeRest(bytes: Uint8Array, read: () => Promise<void>): Promise<void> {
    let rest = bytes;
    while (true) {
      if (this.#isWorthReading) await read();
      if (rest.length === 0) return;
      rest = rest.subarray(this.#add(rest));
    }
  }

  /** Adds as many bytes as fit into the remaining space. Returns the number of added bytes. */
  #add(bytes: Uint8Array): number {
    const taken = Math.min(bytes.length, this.#capacity - this.#length);
    this.#kernel
      .bytes(this.#address + this.#length, taken)
      .set(taken === bytes.length ? bytes : bytes.subarray(0, taken));
    this.#length += taken;
    return taken;
  }

  /**
   * Removes the first `consumed` bytes. If the remaining bytes fill more than half of the space, enlarges the space.
   * Throws `invalid_response` if a row is too long.
   */
  drop(consumed: number): void {
    const rest = this.#length - consumed;
    if (consumed > 0 && rest > 0) {
      this.#kernel.bytes(this.#address, this.#length).copyWithin(0, consumed, this.#length);
    }
    this.#length = rest;
    this.#threshold = Math.max(worthReading, rest * 2);
    if (this.#threshold <= this.#capacity) return;
    if (this.#capacity >= maxRow * 2) {
      const limit = `${maxRow / 1024 / 1024} MiB`;
      const message = `The log contains a row with more than ${limit}, probably because a quote is not closed.`;
      throw exportFailed('log_unreadable', message);
    }
    const before = this.#address;
    // Multiply the space by four, so that few enlargements are necessary. The kernel never frees the smaller space.
    this.#capacity *= 4;
    this.#address = this.#kernel.allocate(this.#capacity);
    // The kernel still has the bytes in the smaller space, so this code can copy them after the allocation.
    this.#kernel.bytes(this.#address, rest).set(this.#kernel.bytes(before, rest));
  }

  get #isWorthReading(): boolean {
    return this.#length >= this.#threshold;
  }

  clear(): void {
    this.#length = 0;
    this.#threshold = worthReading;
  }
}

const mark = Buffer.from('\ufeff');

/** Removes a byte order mark from the beginning of a series of chunks. */
export class LeadingMark {
  /**
   * The first bytes, as long as they might be the start of a byte order mark. Undefined if the search for the mark has
   * ended.
   */
  #start: Buffer | undefined = Buffer.alloc(0);

  /**
   * Returns the chunk without a byte order mark. If the chunk might contain only the start of a mark, holds back up to
   * two bytes for the next call.
   */
  take(chunk: Uint8Array): Uint8Array {
    if (this.#start === undefined) return chunk;
    const bytes = Buffer.concat([this.#start, chunk]);
    const isOpen = bytes.length < mark.length && mark.subarray(0, bytes.length).equals(bytes);
    this.#start = isOpen ? bytes : undefined;
    if (isOpen) return Buffer.alloc(0);
    return bytes.subarray(startsWithMark(bytes) ? mark.length : 0);
  }

  /** Returns the bytes that `take` held back, and prepares for a new series of chunks. */
  end(): Uint8Array {
    const rest = this.#start ?? Buffer.alloc(0);
    this.#start = Buffer.alloc(0);
    return rest;
  }
}

const longestSequence = 4;

/** Converts a series of chunks to valid UTF-8, and removes a byte order mark from the beginning. */
export class TextRepair {
  #cut: Buffer = Buffer.alloc(0);
  #isStart = true;

  /**
   * Returns the chunk as valid UTF-8. If the chunk ends with an incomplete character, holds back up to three bytes for
   * the next call.
   */
  take(chunk: Uint8Array): Uint8Array {
    const bytes = this.#cut.length === 0 ? chunk : Buffer.concat([this.#cut, chunk]);
    const whole = bytes.length - cutSequence(bytes);
    this.#cut = Buffer.from(bytes.subarray(whole));
    const from = this.#isStart && startsWithMark(bytes) ? 3 : 0;
    if (whole > 0) this.#isStart = false;
    return repaired(bytes.subarray(from, whole));
  }

  /** Returns the bytes that `take` held back, and prepares for a new series of chunks. */
  end(): Uint8Array {
    const rest = this.#cut;
    this.#cut = Buffer.alloc(0);
    this.#isStart = true;
    return repaired(rest);
  }
}

/** True if the bytes begin with a byte order mark, which is not part of the first cell. */
function startsWithMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function repaired(bytes: Uint8Array): Uint8Array {
  return isUtf8(bytes)
    ? bytes
    : Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
}

/** Returns the number of bytes in a UTF-8 character that begins with this byte. The byte must not be ASCII. */
function sequenceLength(first: number): number {
  if (first >= 0xf0) return 4;
  return first >= 0xe0 ? 3 : 2;
}

/** Returns how many of the last bytes belong to an incomplete character. */
function cutSequence(bytes: Uint8Array): number {
  for (let back = 1; back < longestSequence && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    return sequenceLength(byte) > back ? back : 0;
  }
  return 0;
}
