// Follows the lookup log by polling for new entries. The service does not provide a cursor for the log, so each poll
// starts at the timestamp of the latest entry. waypost skips the entries with this timestamp that an earlier poll
// already returned.
import { WholeBody } from '../client/http/body';
import type { Clock } from '../lib/runtime';
import { exportFailed } from './reasons';
import type { WindowConsumer } from './windows';

/** The delay between two polls, in milliseconds. */
const followEveryMs = 2_000;

/**
 * `from` is the latest timestamp so far, in milliseconds since the epoch. `rows` contains the entries with this
 * timestamp: each NDJSON line, and how often the line occurs.
 */
export interface Seen {
  from: number;
  rows: ReadonlyMap<string, number>;
}

export interface FollowOptions {
  /** The timestamp at which to start, and the entries to skip at this timestamp. */
  seen: Seen;
  clock: Clock;
  signal: AbortSignal;
  /** Downloads the log from `start` (in milliseconds since the epoch) until now, as NDJSON. */
  poll: (start: number, consumer: WindowConsumer) => Promise<void>;
  /** Receives the new entries. Each entry is a line that ends with a line feed. */
  emit: (rows: Buffer) => Promise<void>;
  /** Receives the error of a failed poll. If this callback throws an error, waypost stops following the log. */
  onFailure: (error: unknown) => Promise<void>;
}

/**
 * Follows the log until the signal is aborted or `onFailure` throws an error. Throws the signal's reason or the error
 * from `onFailure`.
 */
export async function followLog(options: FollowOptions): Promise<never> {
  const { clock, signal, poll, emit, onFailure } = options;
  let { seen } = options;
  while (true) {
    const body = new BodyCollector();
    try {
      await poll(seen.from, body);
      const sifted = sift(rowsOf(body.bytes), seen);
      if (sifted.fresh.length > 0) await emit(Buffer.concat(sifted.fresh));
      seen = sifted.seen;
    } catch (error) {
      signal.throwIfAborted();
      await onFailure(error);
    }
    await clock.sleep(followEveryMs, signal);
  }
}

/** The maximum size of the response to one poll, in bytes. waypost keeps the response in memory. */
const maxPollBytes = 32 * 1024 * 1024;

/** Collects the response to one poll. */
class BodyCollector implements WindowConsumer {
  #body = new WholeBody(maxPollBytes);

  begin(): undefined {
    this.#body = new WholeBody(maxPollBytes);
  }

  chunk(bytes: Uint8Array): undefined {
    if (this.#body.add(bytes)) return;
    const limit = `${maxPollBytes / 1024 / 1024} MiB`;
    const message = `The log grew by more than ${limit} between two polls, so waypost cannot follow it.`;
    throw exportFailed('too_much_at_once', message);
  }

  get bytes(): Buffer {
    return this.#body.bytes;
  }
}

const lineFeed = 10;

/** Splits NDJSON into lines. Each line is a log entry, and includes its line feed. */
function rowsOf(bytes: Buffer): Buffer[] {
  const rows: Buffer[] = [];
  for (let from = 0, end: number; from < bytes.length; from = end) {
    end = bytes.indexOf(lineFeed, from) + 1 || bytes.length;
    rows.push(bytes.subarray(from, end));
  }
  return rows;
}

/**
 * Returns the latest timestamp and the entries with this timestamp. `rows` contains the log entries since `from`.
 * `from` is a timestamp in milliseconds since the epoch.
 */
export function seenOf(rows: readonly Buffer[], from: number): Seen {
  return sift(rows, { from, rows: new Map() }).seen;
}

/** Returns the new entries, the latest timestamp, and all entries with this timestamp. */
function sift(rows: readonly Buffer[], { from, rows: seen }: Seen) {
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

/** Returns the time of an entry in milliseconds since the epoch, or undefined if the entry has no valid timestamp. */
function timeOf(row: string): number | undefined {
  const [, text = ''] = /^\{"timestamp":"([^"\\]*)"/.exec(row) ?? [];
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
