// Follows the log: polls again and again for new rows. The log has no cursor, so each poll begins at the last
// timestamp seen, and the rows with that timestamp that were seen are skipped.
import { WholeBody } from '../client/http/body';
import type { Clock } from '../lib/runtime';
import type { WindowConsumer } from './export';
import { exportFailed } from './reasons';

export const followEveryMs = 2_000;

/** The last moment of the log that was seen, in epoch milliseconds, and how often each of its rows was. */
export interface Seen {
  from: number;
  rows: ReadonlyMap<string, number>;
}

/** How bytes are cut into rows, each with its line feed, and the time of one in epoch milliseconds. */
interface RowReading {
  rowsOf: (bytes: Buffer) => Buffer[];
  timeOf: (row: string) => number | undefined;
}

export interface FollowOptions {
  /** From when on, and which rows of that moment were seen already. */
  seen: Seen;
  /** How rows are read; as CSV unless given. */
  reading?: RowReading;
  clock: Clock;
  signal: AbortSignal;
  /** Downloads the log from `start` up to now. */
  poll: (start: number, consumer: WindowConsumer) => Promise<void>;
  /** Takes new rows, each with its line feed. */
  emit: (rows: Buffer) => Promise<void>;
  /** Called when a poll fails; throws if it is no use to continue. */
  onFailure: (error: unknown) => Promise<void>;
}

/** Follows the log until the signal aborts; it does not return otherwise. */
export async function followLog(options: FollowOptions): Promise<never> {
  const { clock, signal, poll, emit, onFailure, reading = csvRows } = options;
  let { seen } = options;
  while (true) {
    const body = new BodyCollector();
    try {
      await poll(seen.from, body);
      const sifted = sift(reading.rowsOf(body.bytes), seen, reading);
      if (sifted.fresh.length > 0) await emit(Buffer.concat(sifted.fresh));
      seen = sifted.seen;
    } catch (error) {
      signal.throwIfAborted();
      await onFailure(error);
    }
    await clock.sleep(followEveryMs, signal);
  }
}

/** Most bytes of new rows between two polls: they are held in memory. */
const maxPollBytes = 32 * 1024 * 1024;

/** Keeps what one poll brings. */
class BodyCollector implements WindowConsumer {
  #body = new WholeBody(maxPollBytes);

  begin(): undefined {
    this.#body = new WholeBody(maxPollBytes);
  }

  chunk(bytes: Uint8Array): undefined {
    if (this.#body.add(bytes)) return;
    const limit = `${maxPollBytes / 1024 / 1024} MiB`;
    const message = `More than ${limit} of the log came at once, too much to follow.`;
    throw exportFailed('too_much_at_once', message);
  }

  get bytes(): Buffer {
    return this.#body.bytes;
  }
}

const lineFeed = 10;
const quote = 34;
const comma = 44;

/** Cuts CSV into rows: at the line feeds outside quotes. */
export function splitRows(bytes: Buffer): Buffer[] {
  const rows: Buffer[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      if (quoted) {
        if (bytes[at + 1] === quote) at += 1;
        else quoted = false;
      } else if (at === start || bytes[at - 1] === comma) quoted = true;
    } else if (byte === lineFeed && !quoted) {
      rows.push(bytes.subarray(start, at + 1));
      start = at + 1;
    }
  }
  if (start < bytes.length) rows.push(Buffer.concat([bytes.subarray(start), Buffer.from('\n')]));
  return rows.filter((row) => !/^\r?\n$/.test(row.subarray(0, 3).toString('latin1')));
}

const csvRows: RowReading = { rowsOf: splitRows, timeOf: csvTimeOf };

export const ndjsonRows: RowReading = {
  rowsOf: (bytes) => {
    const rows: Buffer[] = [];
    for (let from = 0, end: number; from < bytes.length; from = end) {
      end = bytes.indexOf(lineFeed, from) + 1 || bytes.length;
      rows.push(bytes.subarray(from, end));
    }
    return rows;
  },
  timeOf: (row) => parseTime(/^\{"timestamp":"([^"\\]*)"/.exec(row)?.[1]),
};

/** What has been seen once these rows were, from a moment on. */
export function seenOf(rows: readonly Buffer[], from: number, reading: RowReading): Seen {
  return sift(rows, { from, rows: new Map() }, reading).seen;
}

/** Skips the rows that were seen, and remembers those of the latest timestamp. */
function sift(rows: readonly Buffer[], { from, rows: seen }: Seen, { timeOf }: RowReading) {
  const left = new Map(seen);
  const fresh: Buffer[] = [];
  let last = from;
  let lastRows = new Map(seen);
  for (const row of rows) {
    const key = row.toString('latin1');
    const time = timeOf(key);
    if (time === from || time === undefined) {
      const count = left.get(key) ?? 0;
      if (count > 0) {
        left.set(key, count - 1);
        continue;
      }
    }
    fresh.push(row);
    if (time === undefined) continue;
    if (time > last) {
      last = time;
      lastRows = new Map();
    }
    if (time === last) lastRows.set(key, (lastRows.get(key) ?? 0) + 1);
  }
  return { fresh, seen: { from: last, rows: lastRows } };
}

function csvTimeOf(row: string): number | undefined {
  return parseTime(/^"?([^",\r\n]*)/.exec(row)?.[1]);
}

function parseTime(text = ''): number | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
