// Prepares the request for each valid row, and the error for each invalid row. waypost does not send requests for
// invalid rows.
import {
  type InvalidValue,
  type LookupOperation,
  type LookupParameters,
  type LookupRequest,
  lookupRequest,
  optionalValue,
} from '../client/lookup';
import { WaypostError } from '../lib/errors';
import type { RowReader } from './columns';
import { digestOf } from './digest-table';
import type { ReadRow } from './input';
import { type RowAnswer, rowError } from './row';

/** A row whose request can be sent. */
export interface ValidRow extends ReadRow {
  request: LookupRequest;
  /** The digest that identifies the request. Rows with the same digest share the result. */
  digest: string;
  /** The parameters that the row itself contains. */
  own: LookupParameters;
}

interface InvalidRow extends ReadRow {
  invalid: RowAnswer;
}

export type PreparedRow = ValidRow | InvalidRow;

export interface Preparation {
  operation: LookupOperation;
  /** The parameters that are the same for every row. */
  fixed: LookupParameters;
  /** Reads the operation's parameters from a row. Throws `invalid_input` if the row cannot be read. */
  read: RowReader;
  /**
   * Returns the error for a value that cannot be valid. If `refusal` is undefined, waypost sends invalid values anyway.
   */
  refusal: ((value: InvalidValue) => WaypostError) | undefined;
  /** Masks the secrets in text. */
  masked(text: string): string;
}

/** Prepares the rows in order. If a row is invalid, `invalid` contains the error. */
export async function* prepared(
  rows: AsyncIterable<ReadRow>,
  preparation: Preparation,
): AsyncGenerator<PreparedRow, void> {
  for await (const row of rows) yield await prepareRow(row, preparation);
}

async function prepareRow(
  row: ReadRow,
  { operation, fixed, read, refusal, masked }: Preparation,
): Promise<PreparedRow> {
  try {
    const own = filledFields(read(row.input));
    const fields = { ...fixed, ...own };
    const request = await lookupRequest(operation, fields);
    const wrong = refusal === undefined ? undefined : await operation.check?.(fields);
    if (wrong !== undefined) throw refusal?.(wrong);
    return { ...row, own, request, digest: requestDigest(operation, request) };
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    return { ...row, invalid: { error: rowError(error, masked), cost: 0 } };
  }
}

/** Omits blank cells, so that the fixed parameters replace blank values. */
function filledFields(fields: LookupParameters): LookupParameters {
  return Object.fromEntries(
    Object.keys(fields).flatMap((name) => {
      const value = optionalValue(fields, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function requestDigest({ endpoint }: LookupOperation, request: LookupRequest): string {
  return digestOf(JSON.stringify([endpoint.method, endpoint.path, request]));
}
