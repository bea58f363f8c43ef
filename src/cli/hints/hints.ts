// Adds a command's hints to errors of the service.
import type { LookupOperation } from '../../client/lookup';
import { mayHaveHappened } from '../../client/owned-key';
import { WaypostError } from '../../lib/errors';
import { hintOf } from './advice';
import { type Hints, lookupHints } from './by-api-code';

/** Runs the work; adds the hint for its code to a WaypostError. */
export async function withHints<T>(hints: Hints, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    const hint = error.apiCode === undefined ? undefined : hints[error.apiCode];
    if (hint !== undefined) throw error.with({ hint });
    if (hints.inDoubt !== undefined && mayHaveHappened(error)) {
      throw error.with({ hint: `The change may have been made anyway. ${hints.inDoubt}` });
    }
    throw error;
  }
}

/** As `withHints`, for a lookup: with the hints for every lookup, and for one that may have been billed. */
export async function withLookupHints<T>(
  operation: LookupOperation,
  own: Hints,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await withHints({ ...lookupHints(operation), ...own }, work);
  } catch (error) {
    if (!operation.billed || !(error instanceof WaypostError) || !mayHaveHappened(error)) {
      throw error;
    }
    throw error.with({
      hint: [hintOf(error), mayBeCharged].flatMap((text) => text ?? []).join(' '),
    });
  }
}

const mayBeCharged =
  'The lookup may have been charged anyway: `waypost keys usage --last 1d` counts it.';
