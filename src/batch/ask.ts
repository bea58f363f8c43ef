// Sends the request for one row without retries, and derives the outcome from the response or the error.
import { innermost } from '../client/http/connection';
import { TransportFailure } from '../client/http/exchange';
import { isRepeatable, mayRepeat as mayRepeatFailure, passing } from '../client/http/retry';
import { type LookupKey, type LookupOperation, sendLookup } from '../client/lookup';
import { mayHaveHappened } from '../client/owned-key';
import { WaypostError } from '../lib/errors';
import { hasCode } from '../lib/system-error';
import type { ValidRow } from './prepare';
import type { RateLimiter } from './rate-limiter';
import { type BatchTarget, type Outcome, rowError } from './row';

export interface Asker {
  key: LookupKey;
  operation: LookupOperation;
  /** Records the outcome of each billable request. */
  target: Pick<BatchTarget, 'sent' | 'lost' | 'refused'>;
  rateLimiter: Pick<RateLimiter, 'refused'>;
  /** Masks the secrets in text. */
  masked(text: string): string;
}

export async function askFor(asker: Asker, row: ValidRow): Promise<Outcome> {
  const { key, operation, target } = asker;
  const onSend = () => {
    if (operation.endpoint.billed) target.sent(row.number);
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

/** If the failed request is billable, records in the target whether the service might have billed the request. */
function noted(outcome: Outcome, { operation, target }: Asker, { number }: ValidRow): Outcome {
  if (!operation.endpoint.billed) return outcome;
  if (outcome.kind === 'failed' && outcome.inDoubt) target.lost(number);
  else if (outcome.kind === 'refused' || outcome.kind === 'failed' || wasAnswered(outcome)) {
    target.refused(number);
  }
  return outcome;
}

/** True if the batch stops because of a response from the service. */
function wasAnswered(outcome: Outcome): boolean {
  return (
    outcome.kind === 'stop' &&
    outcome.error instanceof WaypostError &&
    outcome.error.status !== undefined
  );
}

const verificationTimedOut = 4290;
const invalidContext = 4016;

/**
 * The API codes of errors that affect every row. waypost checks the API code, because the HTTP status alone does not
 * show whether an error affects every row.
 */
const sameForAll = new Set([404, 4150, 40010]);

/** Returns the outcome of a request that failed with this error. */
function outcomeOf(error: unknown, asker: Asker, { own }: Pick<ValidRow, 'own'>): Outcome {
  if (!(error instanceof WaypostError)) return { kind: 'stop', error };
  const { operation } = asker;
  const { code, status, apiCode } = error;
  const answer = { error: rowError(error, asker.masked), cost: 0 };
  const isRedirect = status !== undefined && status >= 300 && status < 400;
  if (status === 402 || isRedirect || sameForAll.has(apiCode ?? 0)) return { kind: 'stop', error };
  if (apiCode === invalidContext && own.context !== undefined) return { kind: 'answered', answer };
  switch (code) {
    case 'api_error':
    case 'not_found':
      return { kind: 'answered', answer };
    case 'rate_limited':
      if (asker.rateLimiter.refused) return { kind: 'stop', error };
      return apiCode === verificationTimedOut
        ? { kind: 'failed', answer, error, inDoubt: false, again: true }
        : { kind: 'refused', error };
    case 'timeout':
    case 'network_error':
    case 'service_unavailable':
    case 'invalid_response': {
      if (!mayHaveHappened(error)) {
        return { kind: 'refused', error, nothingListens: isConnectionRefused(error) };
      }
      const inDoubt = operation.endpoint.billed;
      return { kind: 'failed', answer, error, inDoubt, again: !inDoubt || mayResend(error, asker) };
    }
    default:
      return { kind: 'stop', error };
  }
}

function isConnectionRefused({ cause }: WaypostError): boolean {
  return cause instanceof TransportFailure && hasCode(innermost(cause.cause), 'ECONNREFUSED');
}

/** True if waypost can send the request again even if the service might have billed the first attempt. */
function mayResend(error: WaypostError, { operation }: Asker): boolean {
  if (!isRepeatable(operation.endpoint.method)) return false;
  return error.cause instanceof TransportFailure
    ? mayRepeatFailure(error.cause, true)
    : error.status !== undefined && passing.has(error.status);
}
