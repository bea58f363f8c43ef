// The weekly redaction: personal columns of log rows that are older than their key's retention are
// emptied (docs/conformance.md, "Resources: lookup log").
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Sandbox } from '../sandbox';

const day = 86_400_000;
const week = 7 * day;
/** The epoch was a Thursday; runs fall on Monday, 00:00 UTC. */
const firstRun = 4 * day;

/** Rows that are read at a time; other requests are answered in between. */
const pageSize = 2000;

/** The time of the last run that was due. */
export function lastRedactionDue(now: number): number {
  return Math.floor((now - firstRun) / week) * week + firstRun;
}

/** Redacts as of a time; returns how many rows were changed. */
export async function redact({ store }: Sandbox, asOf: number): Promise<number> {
  let rows = 0;
  for (const { id, days } of store.keys.retentions()) {
    for (const changed of store.log.redact(id, asOf - days * day, pageSize)) {
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
  store.settings.keepLastRedaction(due);
}
