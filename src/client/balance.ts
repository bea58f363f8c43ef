// Reads the balance and the limits of an API key from the key's details.
import { endpoints } from '../api/endpoints';
import { isObject } from '../lib/exact-json';
import type { ResolvedCredentials } from './credentials/resolve';
import type { LookupKey } from './lookup';

export interface Balance {
  /** The number of lookups remaining, or undefined if the service does not send the number. */
  left: number | undefined;
  limits: { name: string; limit: number; consumed: number | undefined }[];
}

/**
 * Returns the balance and limits of a key, or undefined if the management key is unknown or the request fails. Makes
 * only one attempt and never throws, because a command can work without the balance.
 */
export async function balanceOf(
  { service, apiKey }: LookupKey,
  { userToken }: ResolvedCredentials,
  signal: AbortSignal,
): Promise<Balance | undefined> {
  if (userToken === undefined) return undefined;
  try {
    const { result } = await service.call(endpoints.keyDetails, {
      parameters: { key: apiKey },
      bearer: userToken.value,
      signal,
      single: true,
    });
    if (!isObject(result)) return undefined;
    return { left: numberAt(result, 'lookups_remaining'), limits: limitsIn(result) };
  } catch {
    return undefined;
  }
}

const limitFields = {
  daily_limit: 'daily',
  monthly_limit: 'monthly',
  individual_limit: 'daily per-IP',
};

function limitsIn(details: Record<string, unknown>): Balance['limits'] {
  return Object.entries(limitFields).flatMap(([field, name]) => {
    const limit = numberAt(details[field], 'limit');
    const consumed = numberAt(details[field], 'consumed');
    return limit === undefined ? [] : [{ name, limit, consumed }];
  });
}

function numberAt(object: unknown, name: string): number | undefined {
  const value: unknown = Object(object)[name];
  return typeof value === 'number' ? value : undefined;
}
