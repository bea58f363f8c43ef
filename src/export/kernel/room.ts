// Memory of the kernel for one purpose, made larger when more is needed.
import type { Kernel } from './kernel';

const usualSize = 512 * 1024;

/** Room whose content is used up before more is asked for. */
export class Room {
  readonly #kernel: Kernel;
  #address = 0;
  #capacity = 0;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /** The address of room for so many bytes. What stood in it before may be gone. */
  sized(size: number): number {
    if (size > this.#capacity) {
      this.#capacity = Math.max(size * 2, usualSize);
      this.#address = this.#kernel.allocate(this.#capacity);
    }
    return this.#address;
  }
}
