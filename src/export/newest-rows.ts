// Reads the newest rows of a range with a constant amount of memory. The lookup log is sorted by time, so this module
// keeps only the last rows.
import type { Sink } from '../lib/sink';
import { type Range, windowsOf } from './range';
import { RowFormat } from './rows';
import type { WindowConsumer } from './windows';

const hourMs = 3_600_000;
const lineFeed = 10;

/**
 * Splits a range into parts, the newest first: the last hour, the rest of the last day, and windows of at most 90 days.
 * The first part usually contains enough rows, so that waypost does not read the other parts.
 */
export function newestFirst({ start, end }: Range): Range[] {
  const cuts = [end - hourMs, end - 24 * hourMs].filter((cut) => cut > start);
  const ends = [end, ...cuts];
  const recent = cuts.map((cut, index) => ({ start: cut + 1, end: ends[index] ?? end }));
  return [...recent, ...windowsOf({ start, end: ends.at(-1) ?? end }).reverse()];
}

/** Keeps the last rows of the log as lines of JSON. */
export class NewestRows implements WindowConsumer {
  readonly #newTail: () => Tail;
  #tail: Tail;
  #format: RowFormat | undefined;

  /**
   * Keeps the last `limit` rows. If `wholeMoment` is true, keeps all rows that have the same timestamp as the last row,
   * even if their number exceeds `limit`.
   */
  constructor(limit: number, wholeMoment = false) {
    this.#newTail = () => new Tail(limit, wholeMoment);
    this.#tail = this.#newTail();
  }

  /**
   * Discards all rows. The download calls this method when the response body starts, or starts again from its
   * beginning.
   */
  begin(): undefined {
    this.#tail = this.#newTail();
    this.#format = undefined;
  }

  chunk(bytes: Uint8Array): Promise<void> | undefined {
    this.#format ??= new RowFormat(this.#tail, 'ndjson');
    return this.#format.write(bytes);
  }

  /**
   * Ends the part. Returns the part's last rows, oldest first. Throws `invalid_response` if a row is too long or has
   * too many columns.
   */
  async end(): Promise<string[]> {
    await this.#format?.endWindow();
    return this.#tail.lines;
  }
}

/** Keeps the last lines that it receives. Each chunk must consist of complete lines. */
class Tail implements Sink {
  readonly #limit: number;
  readonly #wholeMoment: boolean;
  length = 0;
  lines: string[] = [];

  constructor(limit: number, wholeMoment: boolean) {
    this.#limit = limit;
    this.#wholeMoment = wholeMoment;
  }

  write(bytes: Uint8Array): undefined {
    this.length += bytes.length;
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    let from = piece.length - 1;
    const most = this.#wholeMoment ? Number.POSITIVE_INFINITY : this.#limit;
    for (let count = 0; count < most && from >= 0; count += 1) {
      from = from === 0 ? -1 : piece.lastIndexOf(lineFeed, from - 1);
    }
    const added = piece
      .toString('utf8', from + 1)
      .split('\n')
      .slice(0, -1);
    const all = [...this.lines, ...added];
    let first = Math.max(0, all.length - this.#limit);
    const moment = timestampOf(all.at(-1));
    while (this.#wholeMoment && first > 0 && timestampOf(all[first - 1]) === moment) first -= 1;
    this.lines = all.slice(first);
  }
}

/** Returns the start of a line, up to the end of the timestamp. The timestamp is the first field. */
function timestampOf(line = ''): string {
  return line.slice(0, line.indexOf('",'));
}
