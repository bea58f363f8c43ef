// Follows the log: polls again and again for new rows. The log has no cursor, so each poll begins at the last
// timestamp seen, and the rows with that timestamp that were seen are skipped.
import { WholeBody } from '../client/http/body';
import type { Clock } from '../lib/runtime';
import { exportFailed } from './reasons';
import type { WindowConsumer } from './windows';

export const followEveryMs = 2_000;

/** The last moment of the log that was seen, in epoch milliseconds, and how often each of its rows was. */
export interface Seen {
  from: number;
  rows: ReadonlyMap<string, number>;
}

export interface FollowOptions {
  /** From when on, and which rows of that moment were seen already. */
  seen: Seen;
  clock: Clock;
  signal: AbortSignal;
  /** Downloads the log from `start` up to now, as NDJSON. */
  poll: (start: number, consumer: WindowConsumer) => Promise<void>;
  /** Takes new rows, each with its line feed. */
  emit: (rows: Buffer) => Promise<void>;
  /** Called when a poll fails; throws if it is no use to continue. */
  onFailure: (error: unknown) => Promise<void>;
}

/** Follows the log until the signal aborts; it does not return otherwise. */
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

/** Cuts NDJSON into rows, each with its line feed. */
function rowsOf(bytes: Buffer): Buffer[] {
  const rows: Buffer[] = [];
  for (let from = 0, end: number; from < bytes.length; from = end) {
    end = bytes.indexOf(lineFeed, from) + 1 || bytes.length;
    rows.push(bytes.subarray(from, end));
  }
  return rows;
}

/** What has been seen once these rows were, from a moment on. */
export function seenOf(rows: readonly Buffer[], from: number): Seen {
  return sift(rows, { from, rows: new Map() }).seen;
}

/** Skips the rows that were seen, and remembers those of the latest timestamp. */
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

/** The time of a row in epoch milliseconds; undefined if it has none. */
function timeOf(row: string): number | undefined {
  const [, text = ''] = /^\{"timestamp":"([^"\\]*)"/.exec(row) ?? [];
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
