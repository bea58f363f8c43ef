// Asking for one row once, and what its answer or its error means for the batch.
import { TransportFailure } from '../client/http/failure';
import { isRepeatable, mayRepeat as mayRepeatFailure, passing } from '../client/http/retry';
import { type LookupKey, type LookupOperation, sendLookup } from '../client/lookup';
import { mayHaveHappened } from '../client/owned-key';
import { WaypostError } from '../lib/errors';
import type { ReadyRow } from './prepare';
import { type BatchTarget, type Outcome, rowError } from './row';

/** What rows are asked for with. */
export interface Asker {
  key: LookupKey;
  operation: LookupOperation;
  /** Told what becomes of each request, as far as it may be billed. */
  target: Pick<BatchTarget, 'sent' | 'lost' | 'refused'>;
  /** Whether the service asked for a longer wait than ten minutes. */
  isRefused(): boolean;
  /** A text without secrets. */
  masked(text: string): string;
}

/** Asks for a row. Never throws. */
export async function askFor(asker: Asker, row: ReadyRow): Promise<Outcome> {
  const { key, operation, target } = asker;
  const onSend = () => {
    if (operation.billed) target.sent(row.number);
  };
  try {
    const manner = { single: true, onSend };
    const { result, cost } = await sendLookup(key, operation, row.request, manner);
    return { kind: 'answered', answer: { result, cost } };
  } catch (error) {
    try {
      return noted(outcomeOf(error, asker, row), asker, row);
    } catch (failure) {
      return { kind: 'stop', error: failure };
    }
  }
}

/** What is known of a request that was not answered with a result goes into the journal. */
function noted(outcome: Outcome, { operation, target }: Asker, { number }: ReadyRow): Outcome {
  if (!operation.billed) return outcome;
  if (outcome.kind === 'failed' && outcome.inDoubt) target.lost(number);
  else if (outcome.kind === 'refused' || outcome.kind === 'failed' || wasAnswered(outcome)) {
    target.refused(number);
  }
  return outcome;
}

/** Whether a batch ends by what the service said, and by nothing else. */
function wasAnswered(outcome: Outcome): boolean {
  return (
    outcome.kind === 'stop' &&
    outcome.error instanceof WaypostError &&
    outcome.error.status !== undefined
  );
}

const verificationTimedOut = 4290;
const invalidContext = 4016;

/** Errors that are the same for every row, though their status does not say so. */
const sameForAll = new Set([404, 4150, 40010]);

/** What an error says about its row, and about the rest. */
function outcomeOf(error: unknown, asker: Asker, { own }: Pick<ReadyRow, 'own'>): Outcome {
  if (!(error instanceof WaypostError)) return { kind: 'stop', error };
  const { operation } = asker;
  const { code, status, apiCode } = error;
  const answer = { error: rowError(error, asker.masked), cost: 0 };
  const isRedirect = status !== undefined && status >= 300 && status < 400;
  if (status === 402 || isRedirect || sameForAll.has(apiCode ?? 0)) return { kind: 'stop', error };
  if (apiCode === invalidContext && own.context !== undefined) return { kind: 'answered', answer };
  switch (code) {
    case 'api_error':
      return { kind: 'answered', answer };
    case 'rate_limited':
      if (asker.isRefused()) return { kind: 'stop', error };
      return apiCode === verificationTimedOut
        ? { kind: 'failed', answer, error, inDoubt: false, again: true }
        : { kind: 'refused', error };
    case 'timeout':
    case 'network_error':
    case 'service_unavailable':
    case 'invalid_response': {
      if (!mayHaveHappened(error)) return { kind: 'refused', error };
      const inDoubt = operation.billed;
      return { kind: 'failed', answer, error, inDoubt, again: !inDoubt || mayRepeat(error, asker) };
    }
    default:
      return { kind: 'stop', error };
  }
}

/** Whether what may have been billed is asked for again all the same. */
function mayRepeat(error: WaypostError, { operation }: Asker): boolean {
  if (!isRepeatable(operation.endpoint.method)) return false;
  return error.cause instanceof TransportFailure
    ? mayRepeatFailure(error.cause, true)
    : error.status !== undefined && passing.has(error.status);
}
