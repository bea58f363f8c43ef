// Management operations: each is about one API key, and is sent with its owner's management key.
import type { Endpoint } from '../api/endpoint';
import type { WaypostError } from '../lib/errors';
import { TransportFailure } from './http/exchange';
import type { Call, Service } from './http/service';
import { failed } from './reasons';

/** An API key with the management key of its owner. */
export interface OwnedKey {
  service: Service;
  /** The API key that is read or changed. */
  key: string;
  managementKey: string;
  signal?: AbortSignal | undefined;
}

/** Performs a management operation and returns its `result` as the service sent it. */
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
 * Whether a failed change may have been made: the request was sent, and no answer of the service refused it.
 */
export function mayHaveHappened(error: WaypostError): boolean {
  const failure = error.cause;
  if (failure instanceof TransportFailure) {
    const { status = 200 } = failure.partial ?? {};
    // A truncated refusal is a refusal.
    return failure.kind !== 'unreached' && (status < 400 || status >= 500);
  }
  return error.code === 'invalid_response' || error.code === 'service_unavailable';
}

export function unexpectedResult(missing: string): WaypostError {
  return failed('invalid_response', 'unexpected_result', `The answer holds ${missing}.`);
}
