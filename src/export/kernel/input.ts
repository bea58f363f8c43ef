// The piece of the log that the kernel reads next: what arrived, behind the row that is not whole yet.
import { exportFailed } from '../reasons';
import type { Kernel } from './kernel';

const usualCapacity = 512 * 1024;
/** From this many bytes on it is worth reading rows. */
const worthReading = 256 * 1024;
/** A row longer than this is no row, but a quote that nobody closes. */
const maxRow = 16 * 1024 * 1024;

/** Bytes in the kernel's memory. */
export class KernelInput {
  readonly #kernel: Kernel;
  #address: number;
  #capacity = usualCapacity;
  #length = 0;
  /** Below this many bytes nothing can be read that could not be read before. */
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

  /** Takes the bytes. `read` is called whenever enough has arrived to read rows from, and makes room. */
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

  /** Takes as many bytes as there is room for, and returns how many. */
  #add(bytes: Uint8Array): number {
    const taken = Math.min(bytes.length, this.#capacity - this.#length);
    this.#kernel
      .bytes(this.#address + this.#length, taken)
      .set(taken === bytes.length ? bytes : bytes.subarray(0, taken));
    this.#length += taken;
    return taken;
  }

  /**
   * Keeps what stands behind the first `consumed` bytes. Where that fills the room, the room is doubled.
   * Throws `invalid_response` for a row that does not end.
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
    this.#capacity *= 2;
    this.#address = this.#kernel.allocate(this.#capacity);
    // Nothing is ever freed, so what was kept is still there; a copy of it would take memory of its own.
    this.#kernel.bytes(this.#address, rest).set(this.#kernel.bytes(before, rest));
  }

  get #isWorthReading(): boolean {
    return this.#length >= this.#threshold;
  }

  /** Forgets everything. */
  clear(): void {
    this.#length = 0;
    this.#threshold = worthReading;
  }
}
