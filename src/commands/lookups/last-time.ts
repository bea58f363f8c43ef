// How far an export has got, told from the timestamps that pass: the log is in order of time, and how
// many bytes are still to come nobody says.
import type { Range } from '../../transfer/range';

const longestLook = 64 * 1024;
const lineFeed = 10;

/** Sees the bytes of the log as they pass. */
export class LastTime {
  readonly #range: Range;
  #chunk: Buffer | undefined;
  #time: number | undefined;

  constructor(range: Range) {
    this.#range = range;
  }

  /** Costs nothing; the chunk is looked at when somebody asks. */
  see(chunk: Buffer): void {
    this.#chunk = chunk;
  }

  /** The part of the range that has passed, from 0 to 1. */
  get part(): number | undefined {
    this.#time = this.#lastTimestamp() ?? this.#time;
    const { start, end } = this.#range;
    if (this.#time === undefined || end <= start) return undefined;
    return Math.min(1, Math.max(0, (this.#time - start) / (end - start)));
  }

  #lastTimestamp(): number | undefined {
    const chunk = this.#chunk;
    if (chunk === undefined) return undefined;
    const tail = chunk.subarray(Math.max(0, chunk.length - longestLook));
    for (let at = tail.lastIndexOf(lineFeed); at > 0; at = tail.lastIndexOf(lineFeed, at - 1)) {
      const text = tail.toString('latin1', at + 1, at + 40);
      const time = Date.parse(/^"?(\d{4}-\d{2}-\d{2}T[^",]+)"?,/.exec(text)?.[1] ?? '');
      if (!Number.isNaN(time)) return time;
    }
    return undefined;
  }
}
