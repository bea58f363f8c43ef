// The usage of a key, counted from its log, and the weekly redaction of the log: personal columns of rows that are
// older than their key's retention are emptied (docs/conformance.md, "Lookup log").
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { dayMs } from '../server/clock';
import type { Sandbox } from '../server/sandbox';
import type { LogFilter } from '../store/lookup-log';

/** Rows that are counted at a time; other requests are answered in between. */
const countedAtOnce = 5000;

/** Lookups of a range. Days without lookups are in it. */
export interface Usage {
  /** ISO 8601. */
  start: string;
  end: string;
  total: number;
  /** In order; each date is that day's first moment. */
  dailyCount: { date: string; count: number }[];
}

/** Counts the rows of a filter, in steps; other requests are answered in between. */
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
/** The epoch was a Thursday; runs fall on Monday, 00:00 UTC. */
const firstRun = 4 * dayMs;

/** Rows that are read at a time; other requests are answered in between. */
const redactedAtOnce = 2000;

/** The time of the last run that was due. */
export function lastRedactionDue(now: number): number {
  return Math.floor((now - firstRun) / week) * week + firstRun;
}

/** Redacts as of a time; returns how many rows were changed. */
export async function redact({ store }: Sandbox, asOf: number): Promise<number> {
  let rows = 0;
  for (const { id, days } of store.keys.retentions()) {
    for (const changed of store.log.redact(id, asOf - days * dayMs, redactedAtOnce)) {
      rows += changed;
      await yieldToEventLoop();
    }
  }
  return rows;
}

/**
 * Runs the redaction that was due last, unless it has run. The sandbox's clock decides: set back, an earlier
 * run is the last, so that later ones run again.
 */
export async function redactWhenDue(sandbox: Sandbox): Promise<void> {
  const { store, clock } = sandbox;
  const due = lastRedactionDue(clock.now());
  if (store.settings.lastRedaction() === due) return;
  await redact(sandbox, due);
  store.settings.saveLastRedaction(due);
}
