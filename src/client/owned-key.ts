// Management operations are all about one API key, and are sent with the management key of its owner.

import type { Endpoint } from '../api/endpoints';
import { WaypostError } from '../lib/errors';
import { isNumber } from '../lib/exact-json';
import { TransportFailure } from './http/failure';
import type { Call, Service } from './http/service';

/** An API key in the hands of its owner. */
export interface OwnedKey {
  service: Service;
  /** The API key that is asked about or changed. */
  key: string;
  managementKey: string;
  signal: AbortSignal;
}

/** Performs a management operation and returns its `result` as the service sent it. */
export async function manage(
  { service, key, managementKey, signal }: OwnedKey,
  endpoint: Endpoint,
  { parameters, query, body }: Pick<Call, 'parameters' | 'query' | 'body'> = {},
): Promise<unknown> {
  const { result } = await service.call(endpoint, {
    parameters: { ...parameters, key },
    ...(query === undefined ? {} : { query }),
    body,
    bearer: managementKey,
    signal,
  });
  return result;
}

/**
 * Whether an operation that changes something may have been performed although it failed: the request
 * went out, and no answer of the service says that it was refused.
 */
export function mayHaveHappened(error: WaypostError): boolean {
  const failure = error.cause;
  if (failure instanceof TransportFailure) {
    const { status = 200 } = failure.partial ?? {};
    // A refusal is one, though the rest of it was cut off.
    return failure.kind !== 'unreached' && (status < 400 || status >= 500);
  }
  return error.code === 'invalid_response' || error.code === 'service_unavailable';
}

/** The error of an answer that lacks what the operation is asked for. */
export function unexpectedResult(missing: string): WaypostError {
  return new WaypostError('invalid_response', `The answer holds ${missing}.`, {
    hint: 'Check that --base-url names the service itself. With --debug the requests are shown.',
  });
}

/** Whether a value of the service is an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isNumber(value);
}
