// Operations on keys.
import { endpoints } from '../api/endpoints';
import type { Availability } from '../api/keys';
import { WaypostError } from '../lib/errors';
import { isObject } from '../lib/exact-json';
import type { Service } from './http/service';
import { manage, type OwnedKey } from './owned-key';

/**
 * GET /keys/{key}: whether a key can be used. Needs no credential beside the key itself.
 * Throws `auth_failed` for an unknown key and `invalid_response` for an answer without `available`.
 */
export async function keyAvailability(
  service: Service,
  key: string,
  signal?: AbortSignal,
): Promise<Availability> {
  const { result, status } = await service.call(endpoints.keyAvailability, {
    parameters: { key },
    signal,
  });
  if (!isAvailability(result)) {
    const message = 'The answer does not say whether the key is available.';
    throw new WaypostError('invalid_response', message, { status });
  }
  return result;
}

/**
 * GET /keys/{key}/details: the private details, as the service sends them. Throws `auth_failed` where
 * the management key is unknown or belongs to another account.
 */
export async function keyDetails(
  service: Service,
  key: string,
  managementKey: string,
  signal?: AbortSignal,
): Promise<unknown> {
  const { result } = await service.call(endpoints.keyDetails, {
    parameters: { key },
    bearer: managementKey,
    signal,
  });
  return result;
}

/** PUT /keys/{key}/details: changes only the members that are sent. Returns the details afterwards. */
export function updateKey(
  key: OwnedKey,
  changes: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  return manage(key, endpoints.keyUpdate, { body: changes });
}

/** Whether a result has the member `available`. */
export function isAvailability(value: unknown): value is Availability {
  return isObject(value) && typeof value.available === 'boolean';
}
