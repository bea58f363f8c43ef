// The part of the log that the kernel reads next: the rest of an incomplete row, and the bytes after it.
import { exportFailed } from '../reasons';
import type { Kernel } from './kernel';

const usualCapacity = 512 * 1024;
/** From this many bytes on, reading rows is worth a call. */
const worthReading = 256 * 1024;
/** A longer row is no row, but an unclosed quote. */
const maxRow = 16 * 1024 * 1024;

/** Bytes in the kernel's memory. */
export class KernelInput {
  readonly #kernel: Kernel;
  #address: number;
  #capacity = usualCapacity;
  #length = 0;
  /** Below this many bytes there is no complete row to read. */
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

  /** Takes the bytes. Calls `read` whenever enough bytes have arrived; `read` makes space. */
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

  /** Takes as many bytes as there is space for, and returns how many. */
  #add(bytes: Uint8Array): number {
    const taken = Math.min(bytes.length, this.#capacity - this.#length);
    this.#kernel
      .bytes(this.#address + this.#length, taken)
      .set(taken === bytes.length ? bytes : bytes.subarray(0, taken));
    this.#length += taken;
    return taken;
  }

  /**
   * Keeps the bytes after the first `consumed` ones. If they fill the space, it grows. Throws
   * `invalid_response` for a row that does not end.
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
      throw exportFailed(
        'invalid_response',
        'log_unreadable',
        `The log holds a row of more than ${maxRow / 1024 / 1024} MiB: a quote that is not closed.`,
      );
    }
    const before = this.#address;
    // In few steps: memory is never freed.
    this.#capacity *= 4;
    this.#address = this.#kernel.allocate(this.#capacity);
    // Memory is never freed, so the old bytes are still there; a copy would need memory of its own.
    this.#kernel.bytes(this.#address, rest).set(this.#kernel.bytes(before, rest));
  }

  get #isWorthReading(): boolean {
    return this.#length >= this.#threshold;
  }

  /** Clears all bytes. */
  clear(): void {
    this.#length = 0;
    this.#threshold = worthReading;
  }
}
