// Asking for one row, and what its answer or its error means for the batch.
import { WaypostError } from '../../contract/errors';
import { type Fields, type LookupKey, type LookupOperation, lookUp } from '../../service/lookup';
import { mayHaveHappened } from '../../service/managed';
import type { Watch } from '../../service/service';
import type { Answer, InputRow, RowError } from '../../transfer/batch/row';
import type { Outcome } from '../../transfer/batch/run';

/** What rows are asked for with. */
export interface Asker {
  key: LookupKey;
  operation: LookupOperation;
  /** The parameters of a row. Throws `invalid_input`. */
  fieldsOf(row: InputRow): Fields;
  /** Told of each attempt to ask for a row. */
  watch(row: InputRow): Watch;
  /** Whether the service asked for a longer wait than anyone would sit through. */
  isRefused(): boolean;
  /** A text without secrets. */
  masked(text: string): string;
}

/** Asks for a row. Never throws. */
export async function askFor(asker: Asker, row: InputRow): Promise<Outcome> {
  const { key, operation } = asker;
  let fields: Fields;
  try {
    fields = asker.fieldsOf(row);
    operation.request(fields);
  } catch (error) {
    if (!(error instanceof WaypostError)) return { kind: 'stop', error };
    // Nothing was sent for it.
    return { kind: 'answered', answer: answerOf(error, asker) };
  }
  try {
    const answer = await lookUp(key, operation, fields, asker.watch(row));
    return { kind: 'answered', answer };
  } catch (error) {
    return outcomeOf(error, asker);
  }
}

const verificationTimedOut = 4290;
const unknownPath = 404;

function outcomeOf(error: unknown, asker: Asker): Outcome {
  if (!(error instanceof WaypostError)) return { kind: 'stop', error };
  const { operation } = asker;
  const answer = answerOf(error, asker);
  switch (error.code) {
    case 'api_error': {
      const ends = error.status === 402 || error.apiCode === unknownPath;
      return ends ? { kind: 'stop', error } : { kind: 'answered', answer };
    }
    case 'rate_limited':
      if (error.apiCode === verificationTimedOut) return { kind: 'answered', answer };
      return asker.isRefused() ? { kind: 'stop', error } : { kind: 'refused', answer, error };
    case 'timeout':
    case 'network_error':
    case 'service_unavailable':
    case 'invalid_response':
      return operation.billed && mayHaveHappened(error)
        ? { kind: 'lost', answer, error }
        : { kind: 'refused', answer, error };
    default:
      return { kind: 'stop', error };
  }
}

function answerOf(error: WaypostError, { masked }: Asker): Answer {
  const { code, message, status, apiCode, details } = error;
  const told: RowError = {
    code,
    message: masked(message),
    ...(status === undefined ? {} : { status }),
    ...(apiCode === undefined ? {} : { api_code: apiCode }),
    ...(details === undefined ? {} : { details }),
  };
  return { error: told, cost: 0 };
}
