// Progress of a batch: rows, speed, cost so far, and the time left.
import { counted, grouped } from './figures';
import { type Progress, showEvents, showMovingLine } from './moving-line';
import type { Output } from './output';
import { clock } from './transfer-progress';

/** The state of a batch at a moment. */
export interface BatchState {
  succeeded: number;
  failed: number;
  /** Lookups consumed so far. */
  lookups: number;
  /** Requests that may have consumed further lookups. */
  inDoubt: number;
  /** The part of the input that was sent, from 0 to 1; undefined if its length is not known. */
  part: number | undefined;
  /** The part that earlier runs answered. */
  skipped: number;
  /** Milliseconds for which the service's limits delay requests; 0 if they do not. */
  heldMs: number;
}

/** Starts to show a batch. `look` is called for its state now and then. */
export function showBatch(output: Output, now: () => number, look: () => BatchState): Progress {
  if (output.json) {
    return showEvents(output, () => {
      const { succeeded, failed, lookups, inDoubt, part, heldMs } = look();
      return {
        rows: succeeded + failed,
        failed,
        lookups,
        in_doubt: inDoubt,
        ...(part === undefined ? {} : { part: Number(part.toFixed(3)) }),
        held_ms: heldMs,
      };
    });
  }
  const started = now();
  const first = look();
  return showMovingLine(output, () => batchLine(look(), first, now() - started));
}

/** The line. `first` is the state at the start of this run. */
export function batchLine(state: BatchState, first: BatchState, elapsedMs: number): string {
  const { succeeded, failed, lookups, inDoubt, part, skipped, heldMs } = state;
  const rows = succeeded + failed;
  const rate = elapsedMs > 0 ? ((rows - first.succeeded - first.failed) / elapsedMs) * 1000 : 0;
  const parts = [counted(rows, 'row')];
  if (failed > 0) parts.push(`${grouped(failed)} failed`);
  parts.push(counted(lookups, 'lookup'));
  if (inDoubt > 0) parts.push(`${grouped(inDoubt)} in doubt`);
  if (heldMs > 1500) return [...parts, `delayed by the service for ${clock(heldMs)}`].join(' · ');
  parts.push(`${rate.toFixed(rate < 10 ? 1 : 0)}/s`);
  const done = (part ?? 0) - skipped;
  if (part !== undefined && done > 0 && elapsedMs > 1000) {
    parts.push(`${Math.floor(part * 100)} %`, `${clock((elapsedMs / done) * (1 - part))} left`);
  }
  return parts.join(' · ');
}
