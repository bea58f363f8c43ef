// Management operations. Each operation reads or changes one API key and requires the management key of the API key's
// owner.
import type { Endpoint } from '../api/endpoint';
import type { WaypostError } from '../lib/errors';
import { TransportFailure } from './http/exchange';
import type { Call, Service } from './http/service';
import { failed } from './reasons';

/** An API key and the management key of its owner. */
export interface OwnedKey {
  service: Service;
  /** The API key to read or change. */
  key: string;
  managementKey: string;
  signal?: AbortSignal | undefined;
}

/** Performs a management operation. Returns the `result` of the response unchanged. */
export async function manage(
  { service, key, managementKey, signal }: OwnedKey,
  endpoint: Endpoint,
  { parameters, query = {}, body }: Pick<Call, 'parameters' | 'query' | 'body'> = {},
): Promise<unknown> {
  const { result } = await service.call(endpoint, {
    parameters: { ...parameters, key },
    query,
    body,
    bearer: managementKey,
    signal,
  });
  return result;
}

/**
 * True if the service might have made the change even though the call failed: waypost sent the request, and did not
 * receive a response that rejects the change.
 */
export function mayHaveHappened(error: WaypostError): boolean {
  const failure = error.cause;
  if (failure instanceof TransportFailure) {
    const { status = 200 } = failure.partial ?? {};
    // A truncated response still has its status. A status from 400 to 499 rejects the change.
    return failure.kind !== 'unreached' && (status < 400 || status >= 500);
  }
  return error.code === 'invalid_response' || error.code === 'service_unavailable';
}

/**
 * Returns the error for a result with unexpected content. `expected` describes the expected content, such as `a list of
 * configs`.
 */
export function unexpectedResult(expected: string): WaypostError {
  const message = `The response does not contain ${expected}.`;
  return failed('invalid_response', 'unexpected_result', message);
}
