// What a batch comes to: counts of its rows, and what they cost.
import type { AnsweredRow } from './row';

/** Counts of answered rows, earlier runs included. */
export interface Tally {
  succeeded: number;
  failed: number;
  /** Lookups consumed by the answers. */
  lookups: number;
  /** Requests that went out and whose answer never came, or was lost: each may have consumed a lookup besides. */
  inDoubt: number;
}

/** The tally of nothing. */
export function emptyTally(): Tally {
  return { succeeded: 0, failed: 0, lookups: 0, inDoubt: 0 };
}

/** Counts one more row. */
export function count(tally: Tally, { answer }: Pick<AnsweredRow, 'answer'>): void {
  if ('error' in answer) tally.failed += 1;
  else tally.succeeded += 1;
  tally.lookups += answer.cost;
}

/** Rows that are answered. */
export function rowsOf({ succeeded, failed }: Pick<Tally, 'succeeded' | 'failed'>): number {
  return succeeded + failed;
}
