// The newest rows of a range of the log, in constant memory: the log is in order of time, so only the last
// rows read so far are kept.
import type { Sink } from '../lib/sink';
import type { WindowConsumer } from './export';
import { type Range, windowsOf } from './range';
import { RowFormat } from './rows';

const hourMs = 3_600_000;
const lineFeed = 10;

/**
 * Cuts a range into parts, the newest first: its last hour, the day before that, the rest in windows. Most
 * calls for the newest rows need only the first part.
 */
export function newestFirst({ start, end }: Range): Range[] {
  const cuts = [end - hourMs, end - 24 * hourMs].filter((cut) => cut > start);
  const ends = [end, ...cuts];
  const recent = cuts.map((cut, index) => ({ start: cut + 1, end: ends[index] ?? end }));
  return [...recent, ...windowsOf({ start, end: ends.at(-1) ?? end }).reverse()];
}

/** Keeps the last rows it is given, as lines of JSON. */
export class NewestRows implements WindowConsumer {
  readonly #limit: number;
  #tail: Tail;
  #format: RowFormat | undefined;

  constructor(limit: number) {
    this.#limit = limit;
    this.#tail = new Tail(limit);
  }

  /** Discards earlier rows: the body begins again. */
  begin(): undefined {
    this.#tail = new Tail(this.#limit);
    this.#format = undefined;
  }

  chunk(bytes: Uint8Array): Promise<void> | undefined {
    this.#format ??= new RowFormat(this.#tail, 'ndjson');
    return this.#format.write(bytes);
  }

  /** The part has ended: its last rows, oldest first. Throws `invalid_response` if it is no log. */
  async end(): Promise<string[]> {
    await this.#format?.endWindow();
    return this.#tail.lines;
  }
}

/** Keeps the last lines that are written to it. Each piece consists of whole lines. */
class Tail implements Sink {
  readonly #limit: number;
  length = 0;
  lines: string[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  write(bytes: Uint8Array): undefined {
    this.length += bytes.length;
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    let from = piece.length - 1;
    for (let count = 0; count < this.#limit && from >= 0; count += 1) {
      from = from === 0 ? -1 : piece.lastIndexOf(lineFeed, from - 1);
    }
    const added = piece
      .toString('utf8', from + 1)
      .split('\n')
      .slice(0, -1);
    this.lines = [...this.lines, ...added].slice(-this.#limit);
  }
}
