// A whole body in one buffer. A service may send one byte at a time; to keep each piece would take a hundred
// times as much memory.

/** Collects the pieces of a body, up to this many bytes (default: the largest body that is read). */
export class WholeBody {
  readonly #limit: number;
  #room = Buffer.alloc(0);
  #length = 0;
  #isFull = false;

  constructor(limit = bodyLimit) {
    this.#limit = limit;
  }

  /** Makes room for as many bytes as the head of the answer announces; NaN for an unknown number. */
  expect(length: number): void {
    if (length > this.#room.length && length <= this.#limit) {
      this.#room = Buffer.allocUnsafeSlow(length);
    }
  }

  /** Takes a piece; false from the piece on that makes the body larger than the limit. */
  add(piece: Uint8Array): boolean {
    const length = this.#length + piece.length;
    this.#isFull ||= length > this.#limit;
    if (this.#isFull) return false;
    if (length > this.#room.length) {
      const doubled = Math.max(this.#room.length * 2, 16 * 1024);
      const larger = Buffer.allocUnsafeSlow(Math.max(length, Math.min(doubled, this.#limit)));
      larger.set(this.bytes);
      this.#room = larger;
    }
    this.#room.set(piece, this.#length);
    this.#length = length;
    return true;
  }

  /** The body so far. */
  get bytes(): Buffer {
    return this.#room.subarray(0, this.#length);
  }
}

/** Bodies over this many bytes are refused. */
export const bodyLimit = 10 * 1024 * 1024;
