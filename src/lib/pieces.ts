// Bytes that are written in pieces: one is filled while those before it are written, so that reading and
// writing happen at the same time. Memory stays the same however much passes.

/** Writes a piece that stands at `position` of all that was taken. */
export type SendPiece = (piece: Buffer, position: number) => Promise<void>;

const size = 512 * 1024;

/** Buffers to use again. */
const spare: Buffer[] = [];

/** Takes bytes of any sizes and sends them in pieces of one size. */
export class Pieces {
  readonly #send: SendPiece;
  readonly #maxPending: number;
  #length: number;
  #piece = newPiece();
  #filled = 0;
  readonly #pending: Promise<void>[] = [];

  /** At most `maxPending` pieces are being written at a time; `length` bytes count as taken already. */
  constructor(send: SendPiece, maxPending: number, length = 0) {
    this.#send = send;
    this.#maxPending = maxPending;
    this.#length = length;
  }

  /** Bytes taken so far. */
  get length(): number {
    return this.#length;
  }

  /** Takes the bytes at once, and resolves when more may come. Throws what sending an earlier piece threw. */
  write(bytes: Uint8Array): Promise<void> | undefined {
    if (bytes.length < size - this.#filled) {
      this.#take(bytes);
      return undefined;
    }
    return this.#writeAcross(bytes);
  }

  /** Resolves when all that was taken is written. */
  async flush(): Promise<void> {
    if (this.#filled > 0) await this.#sendPiece();
    await Promise.all(this.#pending);
    this.#pending.length = 0;
  }

  /** Everything behind `length` does not count as taken any more; all was flushed before. */
  truncate(length: number): void {
    this.#length = length;
  }

  /** Resolves when nothing is being written any more. What was not sent is lost. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#pending);
    this.#filled = 0;
    spare.push(this.#piece);
  }

  #take(bytes: Uint8Array): void {
    this.#piece.set(bytes, this.#filled);
    this.#filled += bytes.length;
    this.#length += bytes.length;
  }

  async #writeAcross(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length; ) {
      const part = bytes.subarray(from, from + size - this.#filled);
      this.#take(part);
      from += part.length;
      if (this.#filled === size) await this.#sendPiece();
    }
  }

  /** Sends the piece; waits only where too many are being written. */
  async #sendPiece(): Promise<void> {
    const piece = this.#piece;
    const filled = this.#filled;
    this.#filled = 0;
    if (this.#pending.length >= this.#maxPending) await this.#pending.shift();
    const sent = this.#send(piece.subarray(0, filled), this.#length - filled);
    // Failures are thrown where the promise is awaited; until then they must not count as unhandled.
    sent.then(
      () => spare.push(piece),
      () => {},
    );
    this.#pending.push(sent);
    this.#piece = newPiece();
  }
}

function newPiece(): Buffer {
  return spare.pop() ?? Buffer.allocUnsafeSlow(size);
}
