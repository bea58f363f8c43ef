// Progress of an export, read from the timestamps that pass: the log is in order of time, and its length is
// not announced.
import type { Range } from '../../../../export/range';

const longestLook = 8 * 1024;
const lineFeed = 10;

/** Sees the bytes of the log as they pass. */
export class LastTime {
  readonly #range: Range;
  readonly #tail = Buffer.alloc(longestLook);
  #length = 0;
  #time: number | undefined;

  constructor(range: Range) {
    this.#range = range;
  }

  /** Keeps the end of the chunk, which is parsed on demand. */
  see(chunk: Buffer): void {
    this.#length = chunk.copy(this.#tail, 0, Math.max(0, chunk.length - longestLook));
  }

  /** The part of the range that was read, from 0 to 1. */
  get part(): number | undefined {
    this.#time = this.#lastTimestamp() ?? this.#time;
    const { start, end } = this.#range;
    if (this.#time === undefined || end <= start) return undefined;
    return Math.min(1, Math.max(0, (this.#time - start) / (end - start)));
  }

  #lastTimestamp(): number | undefined {
    const tail = this.#tail.subarray(0, this.#length);
    for (let at = tail.lastIndexOf(lineFeed); at > 0; at = tail.lastIndexOf(lineFeed, at - 1)) {
      const text = tail.toString('latin1', at + 1, at + 40);
      const time = Date.parse(/^"?(\d{4}-\d{2}-\d{2}T[^",]+)"?,/.exec(text)?.[1] ?? '');
      if (!Number.isNaN(time)) return time;
    }
    return undefined;
  }
}
