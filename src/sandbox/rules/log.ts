// Counts a key's usage from the key's lookup log, and runs the weekly redaction. The redaction removes personal data
// from log entries that are older than the key's retention period (docs/conformance.md, "Lookup log").
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { dayMs } from '../server/clock';
import type { Sandbox } from '../server/sandbox';
import type { LogFilter } from '../store/lookup-log';

/**
 * The maximum number of log entries that one counting step reads. The sandbox handles other requests between two steps.
 */
const countedAtOnce = 5000;

/** The number of lookups in a range, in total and by day. */
export interface Usage {
  /** The first and the last moment of the range, in ISO 8601. */
  start: string;
  end: string;
  total: number;
  /**
   * Every day of the range in chronological order, including days without lookups. `date` is the first moment of the
   * day.
   */
  dailyCount: { date: string; count: number }[];
}

/** Counts the lookups that match a filter, in several steps (see `countedAtOnce`). */
export async function usageOf({ store }: Sandbox, filter: LogFilter): Promise<Usage> {
  const counts = new Map<number, number>();
  for (const page of store.log.countByDay(filter, countedAtOnce)) {
    for (const [at, count] of page) counts.set(at, (counts.get(at) ?? 0) + count);
    await yieldToEventLoop();
  }
  const first = Math.floor(filter.start / dayMs);
  const days = Math.floor(filter.end / dayMs) - first + 1;
  return {
    start: new Date(filter.start).toISOString(),
    end: new Date(filter.end).toISOString(),
    total: [...counts.values()].reduce((sum, count) => sum + count, 0),
    dailyCount: Array.from({ length: days }, (_, index) => ({
      date: new Date((first + index) * dayMs).toISOString(),
      count: counts.get(first + index) ?? 0,
    })),
  };
}

const week = 7 * dayMs;

/** The first Monday after the epoch, 00:00 UTC, in milliseconds. The redaction runs on Mondays. */
const firstRun = 4 * dayMs;

/**
 * The maximum number of log entries that one redaction step reads. The sandbox handles other requests between two
 * steps.
 */
const redactedAtOnce = 2000;

/** Returns the time at which the latest redaction was due. */
export function lastRedactionDue(now: number): number {
  return Math.floor((now - firstRun) / week) * week + firstRun;
}

/**
 * Redacts the log entries whose retention period had ended at the time `asOf`. Returns the number of changed entries.
 */
export async function redact({ store }: Sandbox, asOf: number): Promise<number> {
  let total = 0;
  for (const { id, days } of store.keys.retentions()) {
    for (const changed of store.log.redact(id, asOf - days * dayMs, redactedAtOnce)) {
      total += changed;
      await yieldToEventLoop();
    }
  }
  return total;
}

/**
 * Runs the latest redaction that is due, unless it has already run. If a test sets the clock back, redactions that are
 * due after the new time run again.
 */
export async function redactWhenDue(sandbox: Sandbox): Promise<void> {
  const { store, clock } = sandbox;
  const due = lastRedactionDue(clock.now());
  if (store.settings.lastRedaction() === due) return;
  await redact(sandbox, due);
  store.settings.saveLastRedaction(due);
}
